import type { Context } from '#context'
import { Problem } from '#problem'
import { hours, wholeSecondsUntil } from '#time'
import { takeCall } from '#upstreams/budget'

/** Single queries of an account in an hour: a sixth of what there is in it, a quarter of what there is in a cycle. */
const SHARE = 5

/**
 * Takes one of an account's share of the single queries of an hour, and gives what gives it back; throws the account's own
 * Problem, with the time to come back, when its share is used up. Who asks without an account has no share and no limit of one.
 */
export async function takeShare(account: string | undefined, context: Context): Promise<() => Promise<void>> {
  if (account === undefined) return async () => {}
  const budget = { name: `celestrak:object:account:${account}`, calls: SHARE, perMs: hours(1) }
  const call = await takeCall(budget, context)
  if ('giveBack' in call) return () => call.giveBack()
  const retryAfterSeconds = wholeSecondsUntil(call.freeAt, context.now())
  throw new Problem('upstream_unavailable', { message: MESSAGE, retryAfterSeconds, isOwn: true })
}

const MESSAGE =
  `This account has used its share of the hour, ${SHARE} objects that take a query of their own at CelesTrak: ` +
  'retry after Retry-After. Other objects are answered as before.'
