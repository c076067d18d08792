import { limitAccount } from '#kernel/accounts/quota/account-rate'
import type { Context } from '#kernel/endpoint/endpoint'
import { hours } from '#kernel/kit/time'

/** Maximum number of pings per account and hour: at creation, for a new URL, and as a test. */
export const PINGS_PER_HOUR = 100

/**
 * Counts a ping, so that a key cannot be used to send thousands of requests to third parties.
 * @throws Problem `rate_limited` beyond the limit of the hour.
 */
export function limitPings(account: string, context: Context): Promise<void> {
  const rule = `An account may cause ${PINGS_PER_HOUR} webhook.pings per hour.`
  return limitAccount(
    account,
    { name: 'webhook-pings', limit: PINGS_PER_HOUR, windowMs: hours(1), rule },
    context,
  )
}
