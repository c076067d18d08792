import { isNetwork } from '#kernel/accounts/anonymous/network-quotas'
import type { Context } from '#kernel/endpoint/endpoint'
import { Problem } from '#kernel/kit/problem'
import { hours, wholeSecondsUntil } from '#kernel/kit/time'
import type { Budget } from '#kernel/upstreams/upstream'

/** Limit of single queries to a provider per hour, for one account or one network without a key. */
interface Share {
  /** Name of the budget, to which the account is added. */
  readonly name: string
  readonly calls: number
  /** Limit for all networks without a key together: a quarter of the hourly budget. */
  readonly callsWithoutKey: number
  /** Name of the limited queries, such as `single-object queries to CelesTrak`. */
  readonly queries: string
  /** One sentence about data that are still served. */
  readonly rest: string
}

/**
 * Consumes one of an account's single queries for this hour. Requests that are not counted for an account or
 * a network are not limited.
 *
 * @returns A function that refunds it.
 * @throws Problem `upstream_unavailable` for this account if its share is exhausted.
 */
export async function consumeAccountShare(
  share: Share,
  account: string | undefined,
  context: Context,
): Promise<() => Promise<void>> {
  if (account === undefined) return async () => {}
  const { name, calls, callsWithoutKey, queries } = share
  const own = { name: `${name}:account:${account}`, calls, perMs: hours(1) }
  if (!isNetwork(account))
    return consume(own, `This account has used its ${calls} ${queries}`, share, context)
  const shared = { name: `${name}:without-key`, calls: callsWithoutKey, perMs: hours(1) }
  const all = `Requests without a key have used their ${callsWithoutKey} ${queries}`
  const refundShared = await consume(shared, all, share, context)
  try {
    const refund = await consume(own, `This network has used its ${calls} ${queries}`, share, context)
    return async () => {
      await refund()
      await refundShared()
    }
  } catch (error) {
    await refundShared()
    throw error
  }
}

/** @throws Problem `upstream_unavailable` with `exhausted` as its reason. */
async function consume(
  budget: Budget,
  exhausted: string,
  { rest }: Share,
  context: Context,
): Promise<() => Promise<void>> {
  const call = await context.upstreams.budgets.consume(budget)
  if ('refund' in call) return () => call.refund()
  const retryAfterSeconds = wholeSecondsUntil(call.freeAt, context.now())
  const message = `${exhausted} for this hour. Retry in ${retryAfterSeconds} s. ${rest}`
  throw new Problem('upstream_unavailable', { message, retryAfterSeconds, isOwn: true })
}
