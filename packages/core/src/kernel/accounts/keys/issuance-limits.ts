import type { BlockKind, NetworkLocation } from '#kernel/accounts/networks/network-names'
import { type Day, secondsLeftIn } from '#kernel/accounts/quota/day'
import type { Context } from '#kernel/endpoint/endpoint'
import type { NetworkLimits } from '#kernel/kit/environment'
import { andThen, type MaybePromise } from '#kernel/kit/maybe-promise'
import { Problem, problems } from '#kernel/kit/problem'
import { hours, iso, seconds } from '#kernel/kit/time'
import { isStoreFailure } from '#kernel/storage/store-failure'

/** The network that requests a free key, and its number of keys per day. */
export interface IssuanceLimits extends Pick<NetworkLocation, 'network' | 'blocks'> {
  readonly slots: number
}

/**
 * Returns the network and the limits that apply to a free key for this address.
 *
 * @throws `store_unavailable` if the daily secret cannot be read
 */
export function resolveIssuanceLimits(
  ip: string | undefined,
  context: Context,
): MaybePromise<IssuanceLimits> {
  const { issuancePerIpv6Net64, issuancePerIpv4 } = context.settings.limits
  return andThen(context.accounts.networks.locate(ip), ({ version, network, blocks }) => ({
    network,
    blocks,
    slots: version === 6 ? issuancePerIpv6Net64 : issuancePerIpv4,
  }))
}

/** The blocks around a network, with their limits and their names in messages. */
const BLOCKS = {
  'ipv4/24': { per: 'issuancePerIpv4Net24', name: 'IPv4 /24' },
  'ipv6/56': { per: 'issuancePerIpv6Net56', name: 'IPv6 /56' },
  'ipv6/48': { per: 'issuancePerIpv6Net48', name: 'IPv6 /48' },
  'ipv6/32': { per: 'issuancePerIpv6Net32', name: 'IPv6 /32' },
} as const satisfies Record<BlockKind, { per: keyof NetworkLimits; name: string }>

/** A limit on free keys that several networks share. */
interface SharedLimit {
  readonly counter: string
  readonly limit: number
  /** The block or service that shares the limit. */
  readonly of: BlockKind | 'service'
}

/**
 * Counts a free key for the blocks around its network, narrowest first, and for the whole service. Returns a
 * function that undoes it. A count that the store cannot write is skipped.
 *
 * @throws `key_issuance_limited` if one of the limits is reached; nothing is counted then
 */
export async function consumeIssuance(
  blocks: IssuanceLimits['blocks'],
  day: Day,
  now: number,
  context: Context,
): Promise<() => Promise<void>> {
  const { limits } = context.settings
  const sharedLimits: SharedLimit[] = blocks.map(({ kind, id }) => {
    return { counter: formatCounter(id, day), limit: limits[BLOCKS[kind].per], of: kind }
  })
  sharedLimits.push({ counter: formatCounter('all', day), limit: limits.issuancePerDay, of: 'service' })
  const consumed: SharedLimit[] = []
  const undo = async () => {
    for (const { counter } of consumed.splice(0)) await refund(counter, context)
  }
  try {
    for (const sharedLimit of sharedLimits) {
      const granted = await tryConsume(sharedLimit, day, now, context)
      if (granted === false) throw createLimitProblem(sharedLimit, day, now, context)
      if (granted) consumed.push(sharedLimit)
    }
  } catch (error) {
    await undo()
    throw error
  }
  return undo
}

/**
 * Returns whether the limit allowed one more; `undefined` if the store fails. That does not prevent the
 * issuance, as the slot of the network itself has been claimed.
 */
async function tryConsume(
  { counter, limit }: SharedLimit,
  day: Day,
  now: number,
  { store, onError }: Context,
): Promise<boolean | undefined> {
  try {
    return (await store.atomic.add(counter, limit, day.end + hours(1), now)).added > 0
  } catch (error) {
    if (!isStoreFailure(error)) throw error
    onError(error)
    return undefined
  }
}

function formatCounter(id: string, day: Day): string {
  return `issued-within:${id}:${day.name}`
}

/** Undoes a count. On failure, one key fewer can be issued that day. */
async function refund(counter: string, { store, onError }: Context): Promise<void> {
  try {
    await store.atomic.subtract(counter)
  } catch (error) {
    onError(error)
  }
}

function createLimitProblem({ of, limit }: SharedLimit, day: Day, now: number, context: Context): Problem {
  if (of !== 'service')
    return createIssuanceProblem(
      `The ${BLOCKS[of].name} block of this network has already received its ${limit} free keys for today.`,
      day,
      now,
    )
  context.accounts.issuanceCap.reached(limit, day)
  return createIssuanceProblem('This service has already issued its free keys for today.', day, now)
}

/**
 * Returns the Problem for a reached limit. The message ends with the time at which the next key can be
 * issued.
 */
export function createIssuanceProblem(
  reason: string = problems.key_issuance_limited.message,
  day: Day,
  now: number,
): Problem {
  const retryAfterSeconds = secondsLeftIn(day, now)
  const next = `${iso(now + seconds(retryAfterSeconds)).slice(0, 16)}Z`
  const message = `${reason} The next one can be issued at ${next}.`
  return new Problem('key_issuance_limited', { message, retryAfterSeconds })
}
