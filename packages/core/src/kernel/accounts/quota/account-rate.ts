import type { Environment } from '#kernel/kit/environment'
import { Problem } from '#kernel/kit/problem'
import { wholeSecondsUntil } from '#kernel/kit/time'

interface AccountRate {
  /** Name of the counter in the store. */
  readonly name: string
  /** Maximum number of uses per account and window, on all processes together. */
  readonly limit: number
  readonly windowMs: number
  /** A sentence that states the limit. */
  readonly rule: string
}

/**
 * Counts a use in the current window of an account.
 * @throws Problem `rate_limited` beyond the limit
 */
export async function limitAccount(
  account: string,
  { name, limit, windowMs, rule }: AccountRate,
  { store, now: clock }: Pick<Environment, 'store' | 'now'>,
): Promise<void> {
  const now = clock()
  const window = Math.floor(now / windowMs)
  const end = (window + 1) * windowMs
  const { added } = await store.atomic.add(`${name}:${account}:${window}`, limit, end, now)
  if (added > 0) return
  const retryAfterSeconds = wholeSecondsUntil(end, now)
  throw new Problem('rate_limited', {
    message: `${rule} Retry in ${retryAfterSeconds} s.`,
    retryAfterSeconds,
  })
}
