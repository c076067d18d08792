import { hours, minutes } from '#kernel/kit/time'
import { createSweepClock } from '#kernel/storage/sweep-clock'

/**
 * Deletes expired counters and records.
 *
 * @param now The time of a request.
 * @param countersNow Time up to which counters have certainly expired, by the clock of requests.
 * @param recordsNow Time up to which records have certainly expired, by the clock of this machine.
 */
type Sweep = (now: number, countersNow: number, recordsNow: number) => Promise<void>

/**
 * Returns a function that starts a sweep in the background, at most once an hour. Call it with the time of
 * each request. The first sweep runs an hour after the start, when the clock is trusted.
 */
export function createSweeper(sweep: Sweep): (now: number) => void {
  const counters = createSweepClock({ trustsFirst: false })
  const records = createSweepClock({ trustsFirst: false })
  let checkAt = 0
  let sweepAt = 0
  return (now) => {
    if (now < checkAt && now >= checkAt - minutes(1)) return
    checkAt = now + minutes(1)
    const [countersNow, recordsNow] = [counters(now), records(Date.now())]
    if (performance.now() < sweepAt || countersNow === Number.NEGATIVE_INFINITY) return
    sweepAt = performance.now() + hours(1)
    // If the store fails, the requests report it.
    sweep(now, countersNow, recordsNow).catch(() => {})
  }
}

/**
 * Runs a step on the rows after a key, until a step returns no last key. Requests are served between steps.
 */
export async function sweepInSteps(step: (after: string) => Promise<unknown>): Promise<void> {
  for (let after: unknown = ''; typeof after === 'string'; ) {
    after = await step(after)
    await new Promise((resolve) => setTimeout(resolve))
  }
}
