import type { Context } from '#context'
import { type Allowance, giveBackQuota, keepQuota } from '#keys/quota'
import { andThen, type Soon } from '#soon'
import { whenStoreFails } from '#store/fallback'
import { hours } from '#time'

/** Free answers of 304 are counted so many at a time: a write for each would double what they cost. */
const UNCHANGED_AT_ONCE = 10

/** Gives a request back that was answered with 304, unless the account has had as many of them free as its day has requests. */
export function giveBackUnchanged(allowance: Allowance, context: Context): Soon<Allowance> {
  const { limit, certain, account } = allowance
  if (limit === null || !certain) return giveBackQuota(allowance, context)
  if (account.freeUnchanged > 0) {
    account.freeUnchanged -= 1
    return giveBackQuota(allowance, context)
  }
  if (account.unchangedSpent === limit) return keepQuota(allowance)
  const taken = whenStoreFails(
    () => takeUnchanged(account, limit, context),
    (failure) => {
      context.onError(failure)
      return false
    },
  )
  return andThen(taken, (isFree) => (isFree ? giveBackQuota(allowance, context) : keepQuota(allowance)))
}

/** Takes as many free answers of 304 as are counted at a time, for this one and the next; says whether there were any. */
function takeUnchanged(account: Allowance['account'], limit: number, { store, now }: Context): Soon<boolean> {
  const { name, day } = account
  const units = Math.ceil(limit / UNCHANGED_AT_ONCE)
  return andThen(
    store.counters.take(`unchanged:${name}:${day.name}`, units, day.end + hours(1), now()),
    (take) => {
      if (take.granted) {
        account.freeUnchanged += Math.min(UNCHANGED_AT_ONCE, limit - (take.used - 1) * UNCHANGED_AT_ONCE) - 1
      } else account.unchangedSpent = limit
      return take.granted
    },
  )
}
