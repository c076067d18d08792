import type { Context } from '#context'
import { hashOf, newSecret, randomBase62 } from '#keys/secret'
import { isTierName, type TierName, tiers } from '#keys/tiers'
import { Problem } from '#problem'
import { type KeyRecord, KeyRecords } from '#store/keys'
import { days, iso, minutes, nextUtcMidnight, seconds, utcDay, wholeSecondsUntil } from '#time'

/** A key at the one moment when it can be shown. */
export interface IssuedKey {
  readonly key: string
  readonly record: KeyRecord
}

/** The account cannot have this key now; the message says why, for people. */
export class KeyRefused extends Error {
  override readonly name = 'KeyRefused'
}

/** What an operator says of a new key. */
export interface KeyOrder {
  readonly tier: TierName
  /** 1 to 100 characters without control characters. */
  readonly label: string
  /** Whose quota the key draws on; default: its own. */
  readonly account?: string | undefined
  /** Milliseconds until it expires; default: 365 days for `free`, never for the others. */
  readonly expiresInMs?: number | undefined
}

/** Issues the one free key that a network gets per UTC day; throws `key_issuance_limited` when it has had it. */
export async function issueSelfServe(label: string, network: string, context: Context): Promise<IssuedKey> {
  const now = context.now()
  const midnight = nextUtcMidnight(now)
  const slot = `issued:${network}:${utcDay(now)}`
  const secret = newSecret(context.settings.keyPrefix)
  const holder = await context.store.counters.claim(slot, hashOf(secret), midnight + minutes(60), now)
  if (holder !== hashOf(secret)) {
    throw new Problem('key_issuance_limited', { retryAfterSeconds: wholeSecondsUntil(midnight, now) })
  }
  try {
    return await write(secret, { tier: 'free', label }, context)
  } catch (error) {
    await context.store.counters.giveBack(slot)
    throw error
  }
}

/** Issues a key for an operator; throws a TypeError for an order that is wrong, a KeyRefused for one that is too much. */
export async function issueByOperator(order: KeyOrder, context: Context): Promise<IssuedKey> {
  if (!isTierName(order.tier))
    throw new TypeError(`There is no tier "${order.tier}": ${Object.keys(tiers).join(', ')}`)
  if (!isLabel(order.label)) throw new TypeError('A label has 1 to 100 characters and no control characters')
  const { account, expiresInMs } = order
  if (expiresInMs !== undefined && !(expiresInMs > 0 && expiresInMs <= LONGEST_MS)) {
    throw new TypeError('A key lives for more than nothing and at most 100 years')
  }
  const secret = newSecret(context.settings.keyPrefix)
  if (account === undefined) return write(secret, order, context)
  if (!/^[\w.@-]{1,64}$/.test(account))
    throw new TypeError('An account name has 1 to 64 of A–Z a–z 0–9 . _ @ -')

  return locked(`account:${account}`, context, async () => {
    const records = await new KeyRecords(context.store).ofAccount(account)
    const live = records.filter((key) => isLive(key, context.now()))
    const other = live.find((key) => key.tier !== order.tier)
    if (other) throw new KeyRefused(`Account ${account} is in tier ${other.tier}`)
    const most = tiers[order.tier].keys
    if (most !== null && live.length >= most) {
      throw new KeyRefused(
        `Account ${account} holds ${live.length} of ${most} keys of tier ${order.tier}: revoke one first`,
      )
    }
    return write(secret, order, context)
  })
}

const LONGEST_MS = days(36_500)

/** Free-form caller label: 1 to 100 characters, none of them a control character or half of a pair. */
export function isLabel(label: string): boolean {
  const length = [...label].length
  return length >= 1 && length <= 100 && !/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u.test(label)
}

function isLive(record: KeyRecord, now: number): boolean {
  return record.revoked_at === null && (record.expires_at === null || now < Date.parse(record.expires_at))
}

/** Writes the record, reads it back, and only then lets the key be shown. */
async function write(secret: string, order: KeyOrder, context: Context): Promise<IssuedKey> {
  const now = context.now()
  const id = `key_${randomBase62(12)}`
  const lifeMs = order.expiresInMs ?? (order.tier === 'free' ? days(365) : undefined)
  const record: KeyRecord = {
    id,
    hash: hashOf(secret),
    label: order.label,
    tier: order.tier,
    account: order.account ?? id,
    created_at: iso(now),
    expires_at: lifeMs === undefined ? null : iso(now + lifeMs),
    revoked_at: null,
    replaces: null,
  }
  const records = new KeyRecords(context.store)
  await records.put(record)
  const kept = await records.byHash(record.hash)
  if (kept?.id !== id) {
    throw new Problem('store_unavailable', {
      cause: 'a new key could not be read back',
      retryAfterSeconds: 30,
    })
  }
  return { key: secret, record }
}

/** Runs `work` while no other process does so under the same name. */
async function locked<T>(name: string, context: Context, work: () => Promise<T>): Promise<T> {
  const { counters } = context.store
  const me = randomBase62(12)
  const lock = `lock:${name}`
  const now = context.now()
  if ((await counters.claim(lock, me, now + seconds(30), now)) !== me) {
    throw new KeyRefused('Another change to this account is under way: try again')
  }
  try {
    return await work()
  } finally {
    await counters.giveBack(lock)
  }
}
