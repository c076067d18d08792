const pause = globalThis.setTimeout

/** A fifth of the patience with a Durable Object, so that a test has not to wait for it. */
globalThis.setTimeout = ((work: () => void, ms?: number) =>
  pause(work, ms !== undefined && ms > 4_000 && ms <= 5_000 ? ms / 5 : ms)) as typeof setTimeout
