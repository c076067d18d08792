const LOOK_MS = 20
/** Shorter than that, a delay is the work of others on the machine, and belongs to what is measured. */
const STILL_MS = 100

let lookedAt = performance.now()
let usedThen = process.cpuUsage()
let stoodStillMs = 0

/**
 * A process that did not come to look, and was not at work itself, stood still, as its machine may for
 * seconds.
 */
function look(): number {
  const now = performance.now()
  const { user, system } = process.cpuUsage(usedThen)
  const stillMs = now - lookedAt - LOOK_MS - (user + system) / 1_000
  if (stillMs > STILL_MS) stoodStillMs += stillMs
  lookedAt = now
  usedThen = process.cpuUsage()
  return now
}

setInterval(look, LOOK_MS).unref()

interface Stopwatch {
  /** Milliseconds since it was started. */
  readonly ms: number
  /** Those of them in which this process did not stand still: what an upper bound is asked of. */
  readonly awakeMs: number
}

export function stopwatch(): Stopwatch {
  const from = look()
  const stillThen = stoodStillMs
  return {
    get ms() {
      return Math.round(performance.now() - from)
    },
    get awakeMs() {
      return Math.round(look() - from - (stoodStillMs - stillThen))
    },
  }
}

/**
 * What comes of the work, how many milliseconds it took, and in how many of them this process did not stand
 * still.
 */
export async function timed<T>(work: () => Promise<T>): Promise<[result: T, ms: number, awakeMs: number]> {
  const watch = stopwatch()
  const result = await work()
  return [result, watch.ms, watch.awakeMs]
}
