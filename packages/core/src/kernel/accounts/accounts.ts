import { withAccountLock } from '#kernel/accounts/account-lock'
import { groupLiveKeys } from '#kernel/accounts/keys/key-counts'
import { type KeyRecord, KeyRecords } from '#kernel/accounts/keys/key-records'
import { assertTier, tierOf } from '#kernel/accounts/quota/tiers'
import {
  countLastDays,
  countRequests,
  countRequestsToday,
  type DailyUsage,
  daysBetween,
} from '#kernel/accounts/quota/usage'
import type { Context } from '#kernel/endpoint/endpoint'
import { KeyConflictError } from '#kernel/kit/errors'
import { mapInBatches } from '#kernel/storage/records/batches'

/** An owner of keys: a name given by the operator, or the id of a self-serve key. */
export interface Account {
  readonly account: string
  /** Tier of the newest live key, or of the newest key if none is live. */
  readonly tier: string
  /** All keys, oldest first, including expired and revoked ones. */
  readonly keys: readonly KeyRecord[]
  /** Live keys that count towards `maxKeys`. */
  readonly liveKeys: number
  /** Live keys that have been replaced; they do not count towards `maxKeys`. */
  readonly keysInGrace: number
  /** Maximum number of live keys in the tier; `null` for no limit. */
  readonly maxKeys: number | null
  /** Requests counted on the current UTC day. */
  readonly requestsToday: number
  /** The tier's daily quota; `null` for no limit. */
  readonly requestsPerDay: number | null
}

/** Requests of an account by day. */
export interface Usage extends Pick<Account, 'account' | 'tier' | 'requestsToday' | 'requestsPerDay'> {
  /** The last 30 UTC days, newest first. */
  readonly days: readonly DailyUsage[]
}

/** Requests of an account on one UTC day. */
export interface AccountDayUsage extends DailyUsage {
  readonly account: string
  /** The current tier of the account. */
  readonly tier: string
}

/** Operations on accounts. */
export interface Accounts {
  /** Returns all accounts, oldest first. */
  list(): Promise<Account[]>
  /** Returns an account, or `undefined` if it has no keys. */
  show(account: string): Promise<Account | undefined>
  /**
   * Returns the requests of every account on each UTC day from one to another, such as `2026-11-01`: accounts
   * oldest first, days in order, without days that had no request.
   *
   * @throws InvalidOptionError if they are not two of the last 30 days in order
   */
  usage(from: string, to: string): Promise<AccountDayUsage[]>
  /**
   * Moves all live keys of an account to another tier. Returns `undefined` if the account has no keys.
   *
   * @throws InvalidOptionError if the tier does not exist
   * @throws KeyConflictError if the account has no live key, or more live keys than the tier allows
   */
  setTier(account: string, tier: string): Promise<Account | undefined>
}

/** Creates the operations on accounts. */
export function createAccounts(context: Context): Accounts {
  const records = new KeyRecords(context.store)

  const loadAccount = async (name: string, keys: readonly KeyRecord[]): Promise<Account> =>
    toAccount(name, keys, await countRequestsToday(name, context), context)
  const show = async (name: string): Promise<Account | undefined> => {
    const keys = await records.ofAccount(name)
    return keys.length === 0 ? undefined : loadAccount(name, keys)
  }
  return {
    show,
    async list() {
      const groups = [...groupByAccount(await records.all())]
      return mapInBatches(groups, ([name, keys]) => loadAccount(name, keys))
    },
    async usage(from, to) {
      const days = daysBetween(from, to, context)
      const groups = [...groupByAccount(await records.all())]
      const accountDays = groups.flatMap(([account, keys]) =>
        days.map((day) => ({ account, tier: toAccount(account, keys, 0, context).tier, day })),
      )
      const rows = await mapInBatches(accountDays, async (accountDay) => ({
        ...accountDay,
        requests: await countRequests(accountDay.day, accountDay.account, context),
      }))
      return rows.filter(({ requests }) => requests > 0)
    },
    async setTier(name, tier) {
      assertTier(tier, context.settings.tiers)
      await withAccountLock(name, context, async (records) => {
        for (const { id } of selectKeysToMove(name, await records.ofAccount(name), tier, context)) {
          await records.update(id, (key) => ({ ...key, tier }))
        }
      })
      return show(name)
    },
  }
}

/** Returns the requests of an account by day, or `undefined` if it has no keys. */
export async function getUsage(name: string, context: Context): Promise<Usage | undefined> {
  const keys = await new KeyRecords(context.store).ofAccount(name)
  if (keys.length === 0) return undefined
  const days = await countLastDays(name, context)
  const today = days[0]?.requests ?? 0
  const { account, tier, requestsToday, requestsPerDay } = toAccount(name, keys, today, context)
  return { account, tier, requestsToday, requestsPerDay, days }
}

function groupByAccount(records: readonly KeyRecord[]): Map<string, KeyRecord[]> {
  const groups = new Map<string, KeyRecord[]>()
  for (const record of records) {
    const group = groups.get(record.account)
    if (group) group.push(record)
    else groups.set(record.account, [record])
  }
  return groups
}

function toAccount(
  account: string,
  keys: readonly KeyRecord[],
  requestsToday: number,
  { settings, now }: Context,
): Account {
  const { live, current, inGrace } = groupLiveKeys(keys, now())
  const tier = (live.at(-1) ?? keys.at(-1))?.tier ?? 'free'
  const { keys: maxKeys, requestsPerDay } = tierOf(tier, settings.tiers)
  return {
    account,
    tier,
    keys,
    liveKeys: current.length,
    keysInGrace: inGrace.length,
    maxKeys,
    requestsToday,
    requestsPerDay,
  }
}

/**
 * Returns the keys to write to move an account to a tier.
 *
 * @throws KeyConflictError if the account has no live key, or more live keys than the tier allows
 */
function selectKeysToMove(
  account: string,
  keys: readonly KeyRecord[],
  tier: string,
  { settings, now }: Context,
): KeyRecord[] {
  if (keys.length === 0) return []
  const { live, current } = groupLiveKeys(keys, now())
  if (live.length === 0)
    throw new KeyConflictError(`Account ${account} has no live key. Issue one in tier ${tier}.`)
  const maxKeys = tierOf(tier, settings.tiers).keys
  if (maxKeys !== null && current.length > maxKeys) {
    const excess = current.length - maxKeys
    throw new KeyConflictError(
      `Account ${account} has ${current.length} live keys, but tier ${tier} allows ${maxKeys}. ` +
        `Revoke ${excess} first.`,
    )
  }
  return live.filter((key) => key.tier !== tier)
}
