import type { Context } from '#endpoint/endpoint'
import { Problem } from '#kit/problem'
import { hours, wholeSecondsUntil } from '#kit/time'

/** Maximum number of pings per account and hour: at creation, for a new URL, and as a test. */
export const PINGS_PER_HOUR = 100

/**
 * Counts a ping, so that a key cannot be used to send thousands of requests to third parties.
 * @throws Problem `rate_limited` beyond the limit of the hour.
 */
export async function limitPings(account: string, { store, now: clock }: Context): Promise<void> {
  const now = clock()
  const window = Math.floor(now / hours(1))
  const end = (window + 1) * hours(1)
  const counter = `webhook-pings:${account}:${window}`
  const { added } = await store.atomic.add(counter, PINGS_PER_HOUR, end, now)
  if (added > 0) return
  const retryAfterSeconds = wholeSecondsUntil(end, now)
  throw new Problem('rate_limited', {
    message: `An account may cause ${PINGS_PER_HOUR} webhook.pings per hour. Retry in ${retryAfterSeconds} s.`,
    retryAfterSeconds,
  })
}
