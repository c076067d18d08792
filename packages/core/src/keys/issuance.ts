import type { Context, NetworkLimits } from '#context'
import { type Day, secondsLeftOf } from '#keys/day'
import { type BlockKind, type Surroundings, surroundingsOf } from '#keys/network'
import { Problem, problems } from '#problem'
import { andThen, type Soon } from '#soon'
import { isStoreFailure } from '#store/fallback'
import { hours, iso, seconds } from '#time'

/** Where a request for a free key comes from, and how many keys that network gets on a day. */
export interface Issuing extends Pick<Surroundings, 'network' | 'blocks'> {
  readonly slots: number
}

/** Where a request from an address is counted; throws `store_unavailable` when the secret of the day cannot be had. */
export function issuingOf(ip: string | undefined, context: Context): Soon<Issuing> {
  const { issuancePerIpv6Net64, issuancePerIpv4 } = context.settings.limits
  return andThen(surroundingsOf(ip, context), ({ version, network, blocks }) => ({
    network,
    blocks,
    slots: version === 6 ? issuancePerIpv6Net64 : issuancePerIpv4,
  }))
}

const LIMITS = {
  'ipv4/24': 'issuancePerIpv4Net24',
  'ipv6/56': 'issuancePerIpv6Net56',
  'ipv6/48': 'issuancePerIpv6Net48',
  'ipv6/32': 'issuancePerIpv6Net32',
} as const satisfies Record<BlockKind, keyof NetworkLimits>

/** What a free key is counted against beside its own network. */
interface Share {
  readonly counter: string
  readonly limit: number
  /** Who else has a part in it. */
  readonly of: BlockKind | 'service'
}

/**
 * Counts a free key against the blocks around its network, narrowest first, and against the whole service, and gives what undoes
 * that. Throws `key_issuance_limited` where one has none left, and has undone the others then. What cannot be counted is not.
 */
export async function takeShares(
  blocks: Issuing['blocks'],
  day: Day,
  now: number,
  context: Context,
): Promise<() => Promise<void>> {
  const { limits } = context.settings
  const shares: Share[] = blocks.map(({ kind, id }) => {
    return { counter: counterOf(id, day), limit: limits[LIMITS[kind]], of: kind }
  })
  shares.push({ counter: counterOf('all', day), limit: limits.issuancePerDay, of: 'service' })
  const taken: Share[] = []
  const undo = async () => {
    for (const { counter } of taken.splice(0)) await giveBack(counter, context)
  }
  try {
    for (const share of shares) {
      const granted = await takeOne(share, day, now, context)
      if (granted === false) throw refusal(share, day, now, context)
      if (granted) taken.push(share)
    }
  } catch (error) {
    await undo()
    throw error
  }
  return undo
}

/**
 * Whether one was left; `undefined` where nobody can tell, which keeps no key back: the network's own slot was claimed in another part of
 * the store, and holds.
 */
async function takeOne(
  { counter, limit }: Share,
  day: Day,
  now: number,
  { store, onError }: Context,
): Promise<boolean | undefined> {
  try {
    return (await store.counters.take(counter, limit, day.end + hours(1), now)).granted
  } catch (error) {
    if (!isStoreFailure(error)) throw error
    onError(error)
    return undefined
  }
}

function counterOf(id: string, day: Day): string {
  return `issued-within:${id}:${day.name}`
}

/** A store that fails at this leaves one fewer for the day. */
async function giveBack(counter: string, { store, onError }: Context): Promise<void> {
  try {
    await store.counters.giveBack(counter)
  } catch (error) {
    onError(error)
  }
}

function refusal({ of, limit }: Share, day: Day, now: number, context: Context): Problem {
  if (of !== 'service')
    return spent(
      `Today’s ${limit} free keys for the ${WORDS[of]} of this network were already issued.`,
      day,
      now,
    )
  context.onEvent({ type: 'issuance_capped' })
  tellOnce(limit, day, context)
  return spent('Today’s free keys of this service were already issued.', day, now)
}

const WORDS = {
  'ipv4/24': 'IPv4 /24',
  'ipv6/56': 'IPv6 /56',
  'ipv6/48': 'IPv6 /48',
  'ipv6/32': 'IPv6 /32',
} as const satisfies Record<BlockKind, string>

/** No key is left of today; the message says of what, and when the next one can be issued. */
export function spent(what: string = problems.key_issuance_limited.message, day: Day, now: number): Problem {
  const retryAfterSeconds = secondsLeftOf(day, now)
  const next = `${iso(now + seconds(retryAfterSeconds)).slice(0, 16)}Z`
  const message = `${what} The next one can be issued at ${next}.`
  return new Problem('key_issuance_limited', { message, retryAfterSeconds })
}

const told = new WeakMap<Context, string>()

/** Somebody collects keys, or the service has more users than its operator thought: each process tells of it once a day. */
function tellOnce(limit: number, { name }: Day, context: Context): void {
  if (told.get(context) === name) return
  told.set(context, name)
  context.onError(
    new Error(
      `all ${limit} free keys of ${name} (UTC) are issued, and no more until midnight: see who asks for them, ` +
        'or raise limits.issuance_per_day',
    ),
  )
}
