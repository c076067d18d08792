interface Waiting {
  readonly all: Set<() => void>
  readonly callAll: () => void
}

/** Callbacks that wait for the abort of a signal. */
const waitingFor = new WeakMap<AbortSignal, Waiting>()

/**
 * Calls `listener` on abort, or immediately if the signal is already aborted. We add only one listener per
 * signal for all waiting callbacks, as Node warns of a leak from the eleventh listener. When no callback
 * waits, it is removed: on Deno, a timeout with a listener keeps the process alive.
 * @returns A function that removes `listener`.
 */
function onAbort(signal: AbortSignal, listener: () => void): () => void {
  if (signal.aborted) {
    listener()
    return () => {}
  }
  const waiting = waitingFor.get(signal) ?? listenTo(signal)
  waiting.all.add(listener)
  return () => {
    waiting.all.delete(listener)
    if (waiting.all.size > 0) return
    signal.removeEventListener('abort', waiting.callAll)
    waitingFor.delete(signal)
  }
}

function listenTo(signal: AbortSignal): Waiting {
  const all = new Set<() => void>()
  const callAll = () => {
    for (const each of all) each()
  }
  const waiting = { all, callAll }
  waitingFor.set(signal, waiting)
  signal.addEventListener('abort', callAll, { once: true })
  return waiting
}

/** Settles as `work` does, or rejects with the signal's reason on abort; `work` itself is not cancelled. */
export async function abortable<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work
  let takeBack = () => {}
  const aborted = new Promise<never>((_, reject) => {
    takeBack = onAbort(signal, () => reject(signal.reason))
  })
  try {
    return await Promise.race([work, aborted])
  } finally {
    takeBack()
  }
}

/** Resolves after `ms` milliseconds, or on abort. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      takeBack()
      resolve()
    }, ms)
    const takeBack = onAbort(signal, () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
