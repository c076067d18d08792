import type { Context } from '#context'
import { changingAccount } from '#keys/account-lock'
import { KeyRefused } from '#keys/key-refused'
import { standingOf } from '#keys/standing'
import { assertTier, tierOf } from '#keys/tiers'
import { type DayOfUsage, lastDays, usedToday } from '#keys/usage'
import { inSlices, type KeyRecord, KeyRecords } from '#store/keys'

/** Who has keys: a name that an operator gave, or the id of a self-serve key, which is its own account. */
export interface Account {
  readonly account: string
  /** That of its newest live key, or else of its newest key. */
  readonly tier: string
  /** Every key it ever had, oldest first. */
  readonly keys: readonly KeyRecord[]
  /** Live keys that count towards the tier's number. */
  readonly live_keys: number
  /** Keys that still work although another one replaces them; they do not count. */
  readonly keys_in_grace: number
  /** The tier's number of keys; `null` when no figure is given. */
  readonly most_keys: number | null
  /** Counted requests of this UTC day. */
  readonly requests_today: number
  /** `null` is unbounded. */
  readonly requests_per_day: number | null
}

/** How much an account has asked. */
export interface Usage extends Pick<Account, 'account' | 'tier' | 'requests_today' | 'requests_per_day'> {
  /** The last 30 UTC days, today first. */
  readonly days: readonly DayOfUsage[]
}

/** What an operator can do with accounts. */
export interface Accounts {
  /** All accounts, oldest first. */
  list(): Promise<Account[]>
  /** Gives one account, or `undefined` when no key belongs to it. */
  show(account: string): Promise<Account | undefined>
  /**
   * Puts all live keys of an account into another tier, one after the other; gives `undefined` when there is no such
   * account. Throws a TypeError or a KeyRefused, whose messages are for people.
   */
  setTier(account: string, tier: string): Promise<Account | undefined>
}

export function manageAccounts(context: Context): Accounts {
  const records = new KeyRecords(context.store)

  const accountOf = async (name: string, keys: readonly KeyRecord[]): Promise<Account> =>
    described(name, keys, await usedToday(name, context), context)
  const show = async (name: string): Promise<Account | undefined> => {
    const keys = await records.ofAccount(name)
    return keys.length === 0 ? undefined : accountOf(name, keys)
  }
  return {
    show,
    async list() {
      const groups = [...byAccount(await records.all())]
      return inSlices(groups, ([name, keys]) => accountOf(name, keys))
    },
    async setTier(name, tier) {
      assertTier(tier, context.settings.tiers)
      await changingAccount(name, context, async (records) => {
        for (const { id } of movable(name, await records.ofAccount(name), tier, context)) {
          await records.change(id, (key) => ({ ...key, tier }))
        }
      })
      return show(name)
    },
  }
}

/** The counts of an account by day; `undefined` when there is no such account. */
export async function usageOf(name: string, context: Context): Promise<Usage | undefined> {
  const keys = await new KeyRecords(context.store).ofAccount(name)
  if (keys.length === 0) return undefined
  const days = await lastDays(name, context)
  const today = days[0]?.requests ?? 0
  const { account, tier, requests_today, requests_per_day } = described(name, keys, today, context)
  return { account, tier, requests_today, requests_per_day, days }
}

function byAccount(records: readonly KeyRecord[]): Map<string, KeyRecord[]> {
  const groups = new Map<string, KeyRecord[]>()
  for (const record of records) {
    const group = groups.get(record.account)
    if (group) group.push(record)
    else groups.set(record.account, [record])
  }
  return groups
}

function described(
  account: string,
  keys: readonly KeyRecord[],
  requestsToday: number,
  { settings, now }: Context,
): Account {
  const { live, counted, inGrace } = standingOf(keys, now())
  const tier = (live.at(-1) ?? keys.at(-1))?.tier ?? 'free'
  const { keys: most, requests_per_day } = tierOf(tier, settings.tiers)
  return {
    account,
    tier,
    keys,
    live_keys: counted.length,
    keys_in_grace: inGrace.length,
    most_keys: most,
    requests_today: requestsToday,
    requests_per_day,
  }
}

/** The keys that must be written for an account to be in a tier; throws where it cannot be. */
function movable(
  account: string,
  keys: readonly KeyRecord[],
  tier: string,
  { settings, now }: Context,
): KeyRecord[] {
  if (keys.length === 0) return []
  const { live, counted } = standingOf(keys, now())
  if (live.length === 0) throw new KeyRefused(`Account ${account} has no live key: issue one of tier ${tier}`)
  const most = tierOf(tier, settings.tiers).keys
  if (most !== null && counted.length > most) {
    const tooMany = counted.length - most
    throw new KeyRefused(
      `Account ${account} has ${counted.length} live keys and tier ${tier} allows ${most}: revoke ${tooMany} first`,
    )
  }
  return live.filter((key) => key.tier !== tier)
}
