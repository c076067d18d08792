import type { Context } from '#context'
import { dayOf } from '#keys/day'
import { requestCounter } from '#keys/request-count'
import { days, utcDay } from '#time'

/** Counted requests of one UTC day. */
export interface DayOfUsage {
  /** Such as `2026-11-21`. */
  readonly day: string
  readonly requests: number
}

const DAYS = 30

/** The requests of an account on the last 30 UTC days, today first; those that were given back are not among them. */
export function lastDays(account: string, context: Context): Promise<DayOfUsage[]> {
  const { end } = dayOf(context, context.now())
  const ends = Array.from({ length: DAYS }, (_, ago) => end - days(ago))
  return Promise.all(
    ends.map(async (end) => {
      const day = { name: utcDay(end - 1), end }
      return { day: day.name, requests: await usedOn(day, account, context) }
    }),
  )
}

/** The requests of an account on the UTC day that is counted on now. */
export async function usedToday(account: string, context: Context): Promise<number> {
  return usedOn(dayOf(context, context.now()), account, context)
}

async function usedOn(
  day: { readonly name: string; readonly end: number },
  account: string,
  { store, now }: Context,
): Promise<number> {
  return store.counters.used(requestCounter(account, day), now())
}
