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
  return Promise.all(
    daysOfUsage(context).map(async (day) => ({ day, requests: await usedOn(day, account, context) })),
  )
}

/** The last 30 UTC days, today first. */
export function daysOfUsage(context: Context): string[] {
  const { end } = dayOf(context, context.now())
  return Array.from({ length: DAYS }, (_, ago) => utcDay(end - days(ago) - 1))
}

/** The requests of an account on the UTC day that is counted on now. */
export async function usedToday(account: string, context: Context): Promise<number> {
  return usedOn(dayOf(context, context.now()).name, account, context)
}

/** The requests of an account on a UTC day, such as `2026-11-21`. */
export async function usedOn(day: string, account: string, { store, now }: Context): Promise<number> {
  return store.counters.used(requestCounter(account, { name: day }), now())
}
