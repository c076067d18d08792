import { pruneKeys } from '#kernel/accounts/keys/prune'
import type { Context } from '#kernel/endpoint/endpoint'
import { isRecentRun, periodic, type RecurringJob } from '#kernel/kit/schedule'
import { days, hours, minutes } from '#kernel/kit/time'
import { runExclusive } from '#kernel/storage/lease/run-exclusive'

/** Name of the job in lease keys. */
const PRUNE_JOB = 'key_prune'
/** Prevents short-lived processes, and processes that restart every few minutes, from deleting keys. */
const START_DELAY_MS = [minutes(5), minutes(10)] as const
const INTERVAL_MS = hours(24)
/** A longer gap between two readings may be a jump of the clock. */
const MAX_STEADY_GAP_MS = days(3)
/** Time for which the clock must have run without a jump before keys are deleted. */
const TRUSTED_AFTER_MS = days(7)

/** Clock readings of the processes on a store, in epoch milliseconds. */
interface ClockReadings {
  /** The first reading since the last jump of the clock. */
  readonly since: number
  readonly last: number
}

/**
 * Deletes keys that ended long ago, once a day per store. A clock that is ahead would cause valid keys to be
 * deleted, so nothing is deleted until the clock has been read for a week without a jump.
 */
export function dailyPrune(context: Context, { instanceName }: { instanceName?: string } = {}): RecurringJob {
  const lastAt = async () => lastPrune(await readClockReadings(context), context.now())
  const run = (signal: AbortSignal) => pruneIfDue(context, instanceName, signal)
  return periodic({ everyMs: INTERVAL_MS, startDelayMs: START_DELAY_MS, lastAt, run }, context.now)
}

async function pruneIfDue(
  context: Context,
  instanceName: string | undefined,
  signal: AbortSignal,
): Promise<void> {
  await runExclusive(PRUNE_JOB, instanceName, context, async ({ lease, startedAt }) => {
    const previous = await readClockReadings(context)
    if (isRecentRun(lastPrune(previous, startedAt), INTERVAL_MS, startedAt)) return undefined
    const updated = addReading(previous, startedAt)
    const isTrusted = updated.last - updated.since >= TRUSTED_AFTER_MS
    const pruned = isTrusted ? await pruneKeys(context, { signal }, () => lease.keep()) : undefined
    await context.store.set(RECORD, updated)
    return pruned
  })
}

const RECORD = 'key-prune'

function readClockReadings({ store }: Context): Promise<ClockReadings | undefined> {
  return store.get<ClockReadings>(RECORD)
}

/**
 * Returns when the clock was last read; a reading in the future comes from a clock that has since been set
 * back.
 */
function lastPrune(readings: ClockReadings | undefined, now: number): number | undefined {
  return readings && readings.last <= now ? readings.last : undefined
}

function addReading(previous: ClockReadings | undefined, now: number): ClockReadings {
  const isSteady = previous !== undefined && now >= previous.last && now - previous.last <= MAX_STEADY_GAP_MS
  return { since: isSteady ? previous.since : now, last: now }
}
