/** Waits for turns of the event loop, in which work that nobody waits for ends and what is sent is read. */
export async function turns(count = 50): Promise<void> {
  for (let left = count; left > 0; left -= 1) await new Promise((resolve) => setImmediate(resolve))
}

/** Waits until a value has stayed the same for many turns of the event loop. */
export async function still(read: () => unknown, count = 2_000): Promise<void> {
  let last = read()
  for (let left = count; left > 0; left -= 1) {
    await turns(1)
    const value = read()
    if (value === last) continue
    last = value
    left = count
  }
}

/**
 * Waits, turn by turn of the event loop, until a condition holds; the test ends by its time limit if it never
 * does. Unlike `vi.waitUntil` it advances no fake timers.
 */
export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await turns(1)
}
