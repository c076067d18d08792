import { requestCounter } from '#kernel/accounts/quota/request-count'
import type { Context } from '#kernel/endpoint/endpoint'
import { InvalidOptionError } from '#kernel/kit/errors'
import { days, utcDay } from '#kernel/kit/time'

/** Requests counted on one UTC day. */
export interface DailyUsage {
  /** Such as `2026-11-21`. */
  readonly day: string
  readonly requests: number
}

const DAYS = 30

/** Returns the requests of an account on the last 30 UTC days, newest first, without refunded ones. */
export function countLastDays(account: string, context: Context): Promise<DailyUsage[]> {
  return Promise.all(
    listUsageDays(context).map(async (day) => ({
      day,
      requests: await countRequests(day, account, context),
    })),
  )
}

/**
 * Returns the UTC days from one to another, oldest first.
 *
 * @throws InvalidOptionError if they are not two of the last 30 days in order
 */
export function daysBetween(from: string, to: string, context: Context): string[] {
  const days = listUsageDays(context).reverse()
  const [first, last] = [days.indexOf(from), days.indexOf(to)]
  if (first < 0 || last < first)
    throw new InvalidOptionError(
      `Usage is kept for 30 days: give two days in order, from ${days[0]} to ${days.at(-1)}.`,
    )
  return days.slice(first, last + 1)
}

/** Returns the last 30 UTC days, newest first. */
export function listUsageDays(context: Context): string[] {
  const { end } = context.accounts.days.current(context.now())
  return Array.from({ length: DAYS }, (_, ago) => utcDay(end - days(ago) - 1))
}

/** Returns the requests of an account on the current UTC day. */
export async function countRequestsToday(account: string, context: Context): Promise<number> {
  return countRequests(context.accounts.days.current(context.now()).name, account, context)
}

/** Returns the requests of an account on a UTC day, such as `2026-11-21`. */
export async function countRequests(day: string, account: string, { store, now }: Context): Promise<number> {
  return store.atomic.count(requestCounter(account, { name: day }), now())
}
