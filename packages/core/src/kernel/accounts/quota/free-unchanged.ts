import { keepQuota, type QuotaResult } from '#kernel/accounts/quota/account-day'
import type { Context } from '#kernel/endpoint/endpoint'
import { andThen, type MaybePromise } from '#kernel/kit/maybe-promise'
import { hours } from '#kernel/kit/time'
import { withStoreFallback } from '#kernel/storage/store-failure'

/** Number of 304 responses counted with one write, as a write for each would double their cost. */
const BATCH = 10

/**
 * Refunds a request with a 304 response, unless the number of such refunds has reached the daily quota of the
 * account.
 */
export function refundUnchanged(quota: QuotaResult, context: Context): MaybePromise<QuotaResult> {
  const { limit, certain, account } = quota
  if (limit === null || !certain) return context.accounts.quotas.refund(quota)
  if (account.freeUnchanged > 0) {
    account.freeUnchanged -= 1
    return context.accounts.quotas.refund(quota)
  }
  if (account.unchangedExhausted === limit) return keepQuota(quota)
  const isGranted = withStoreFallback(
    () => consumeUnchanged(account, limit, context),
    (failure) => {
      context.onError(failure)
      return false
    },
  )
  return andThen(isGranted, (isFree) => (isFree ? context.accounts.quotas.refund(quota) : keepQuota(quota)))
}

/**
 * Consumes one batch of free 304 responses, for this response and the next ones. Returns whether any were
 * left.
 */
function consumeUnchanged(
  account: QuotaResult['account'],
  limit: number,
  { store, now }: Context,
): MaybePromise<boolean> {
  const { name, day } = account
  const units = Math.ceil(limit / BATCH)
  return andThen(
    store.atomic.add(`unchanged:${name}:${day.name}`, units, day.end + hours(1), now()),
    (result) => {
      if (result.added) {
        account.freeUnchanged += Math.min(BATCH, limit - (result.count - 1) * BATCH) - 1
      } else account.unchangedExhausted = limit
      return result.added > 0
    },
  )
}
