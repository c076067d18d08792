import { isNetwork } from '#accounts/networks/network-quotas'
import type { Context } from '#kit/context'
import { Problem } from '#kit/problem'
import { hours, wholeSecondsUntil } from '#kit/time'

/** Single-object queries of one account, or network without a key, per hour: a sixth of the hour's budget. */
const QUERIES_PER_HOUR = 5

/**
 * Consumes one of an account's single-object queries of this hour. Requests that are counted for nobody
 * are not limited.
 *
 * @returns A function that refunds it.
 * @throws Problem `upstream_unavailable` for this account alone if its share is exhausted.
 */
export async function consumeAccountShare(
  account: string | undefined,
  context: Context,
): Promise<() => Promise<void>> {
  if (account === undefined) return async () => {}
  const budget = { name: `celestrak:object:account:${account}`, calls: QUERIES_PER_HOUR, perMs: hours(1) }
  const call = await context.upstreams.budgets.consume(budget)
  if ('refund' in call) return () => call.refund()
  const retryAfterSeconds = wholeSecondsUntil(call.freeAt, context.now())
  const message =
    `This ${isNetwork(account) ? 'network' : 'account'} has used its ${QUERIES_PER_HOUR} single-object queries to CelesTrak for this hour. ` +
    `Retry in ${retryAfterSeconds} s. Objects that are already cached are still served.`
  throw new Problem('upstream_unavailable', { message, retryAfterSeconds, isOwn: true })
}
