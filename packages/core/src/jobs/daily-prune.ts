import type { Context } from '#context'
import { JobBusy } from '#jobs/job-errors'
import { takeLease } from '#jobs/lease'
import { keepSchedule, type ScheduleWorld, type Stop } from '#jobs/schedule'
import { pruneKeys } from '#keys/prune'
import { days, hours, minutes } from '#time'

/** The job's name among leases. */
const JOB = 'key_prune'
/** A process that ends within minutes, or begins anew every few, prunes nothing. */
const FIRST_MS = [minutes(5), minutes(10)] as const
const EVERY_MS = hours(24)
/** A pause between two looks that is longer than this may be a jump of the clock. */
const STEADY_MS = days(3)
/** How long the clock has run on without a jump before it is believed that a key has ended. */
const BELIEVED_MS = days(7)

/** When the processes on a store looked at its clock; epoch milliseconds. */
interface Looks {
  /** The first of those that came at steady pauses. */
  readonly since: number
  readonly last: number
}

/**
 * Forgets the keys that ended long ago, once a day for all instances on a store, until it is stopped. A clock that is ahead would
 * end keys that are good: only one that has run on for a week, looked at every day or so, is believed.
 */
export function dailyPrune(context: Context & Omit<ScheduleWorld, keyof Context>, who?: string): Stop {
  let known: Looks | undefined
  const isDue = () => !known || !isLately(known, context.now())
  const job = {
    async due() {
      // Other instances only put it off, so the store is looked at again when what we know of has come.
      if (isDue()) known = await looksOf(context)
      return isDue() ? { at: known?.last ?? 0, firstMs: FIRST_MS } : undefined
    },
    async run(_: number, signal: AbortSignal) {
      try {
        await pruneIfDue(context, who, signal)
      } catch (error) {
        // Another instance is at it: the next tick will see what came of it.
        if (!(error instanceof JobBusy)) throw error
      }
    },
  }
  return keepSchedule(job, context)
}

async function pruneIfDue(context: Context, who: string | undefined, signal: AbortSignal): Promise<void> {
  const lease = await takeLease(JOB, who, context)
  const begun = context.now()
  try {
    const before = await looksOf(context)
    if (before && isLately(before, begun)) return
    const looks = after(before, begun)
    if (looks.last - looks.since >= BELIEVED_MS) {
      const ended = (ok: boolean) => context.onEvent({ type: 'job', job: JOB, ok, ms: context.now() - begun })
      await pruneKeys(context, { signal }, () => lease.keep()).then(
        () => ended(true),
        (error) => {
          ended(false)
          throw error
        },
      )
    }
    await context.store.set(RECORD, looks)
  } finally {
    await lease.release().catch(context.onError)
  }
}

const RECORD = 'key-prune'

function looksOf({ store }: Context): Promise<Looks | undefined> {
  return store.get<Looks>(RECORD)
}

/** Whether the last look was less than a day ago; one in the future was by a clock that has been set back since. */
function isLately({ last }: Looks, now: number): boolean {
  return now >= last && now < last + EVERY_MS
}

function after(before: Looks | undefined, now: number): Looks {
  const isSteady = before !== undefined && now >= before.last && now - before.last <= STEADY_MS
  return { since: isSteady ? before.since : now, last: now }
}
