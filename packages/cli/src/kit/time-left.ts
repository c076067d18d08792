/** Pace of work and the time that it still takes. */
export interface TimeLeft {
  /** Steps per second over the last seconds. */
  readonly rate: number
  readonly seconds: number
}

/** Time over which the rate is measured, in milliseconds, because slices take different times. */
const RATE_MS = 5_000
/** Time constant of the correction, in milliseconds, so that the displayed time counts down. */
const CORRECTION_MS = 2_000
/** No estimate before this: the first steps include the start of threads. */
const WARMUP_MS = 2_000

/**
 * Returns a function that estimates the time left from how much is done, at each step. Its estimates change
 * smoothly: a new one corrects the last, less the time that has passed since. `undefined` for the first two
 * seconds, and while nothing is done.
 */
export function createTimeLeft(): (done: number, total: number, now: number) => TimeLeft | undefined {
  /** Steps of the time over which the rate is measured, and the one before. */
  const recent: { readonly done: number; readonly at: number }[] = []
  let startedAt: number | undefined
  let shown: { readonly seconds: number; readonly at: number } | undefined

  return (done, total, now) => {
    startedAt ??= now
    recent.push({ done, at: now })
    while ((recent[1]?.at ?? now) <= now - RATE_MS) recent.shift()
    const [from = { done, at: now }] = recent
    const rate = ((done - from.done) * 1_000) / Math.max(1, now - from.at)
    if (rate === 0 || now - startedAt < WARMUP_MS) return undefined
    const estimate = (total - done) / rate
    const elapsed = shown ? now - shown.at : 0
    const expected = shown ? shown.seconds - elapsed / 1_000 : estimate
    const weight = 1 - Math.exp(-elapsed / CORRECTION_MS)
    shown = { seconds: Math.max(0, expected + (estimate - expected) * weight), at: now }
    return { rate, seconds: shown.seconds }
  }
}
