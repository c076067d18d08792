import type { Context, NetworkLimits } from '#context'
import { networkId } from '#keys/network'
import { Problem } from '#problem'
import { andThen, type Soon } from '#soon'
import { hours, minutes, wholeSecondsUntil } from '#time'

/** The rates of the paths that need no key. */
const policies = {
  reference: { per: 'referencePerMinute', windowMs: minutes(1) },
  speedtest: { per: 'speedtestPerMinute', windowMs: minutes(1) },
  issuance: { per: 'issuancePerHour', windowMs: hours(1) },
} as const satisfies Record<string, { per: keyof NetworkLimits; windowMs: number }>

export type NetworkPolicy = keyof typeof policies

/** Takes one request of a network's window; throws `rate_limited` when none is left. */
export function takeOfNetwork(policy: NetworkPolicy, ip: string | undefined, context: Context): Soon<void> {
  const { per, windowMs } = policies[policy]
  const now = context.now()
  const window = Math.floor(now / windowMs)
  const end = (window + 1) * windowMs
  return andThen(networkId(ip, context), (network) => {
    const counter = `network:${policy}:${network}:${window}`
    const taken = context.store.counters.take(counter, context.settings.limits[per], end, now)
    return andThen(taken, ({ granted }) => {
      if (!granted) throw new Problem('rate_limited', { retryAfterSeconds: wholeSecondsUntil(end, now) })
    })
  })
}
