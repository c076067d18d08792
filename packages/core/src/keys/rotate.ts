import type { Context } from '#context'
import { changingAccount } from '#keys/account-lock'
import { assertLifetime } from '#keys/issue'
import { KeyRefused } from '#keys/key-refused'
import { type IssuedKey, writeKey } from '#keys/new-key'
import { revokeKey } from '#keys/revoke'
import { newSecret } from '#keys/secret'
import { isLive, standingOf } from '#keys/standing'
import { type KeyRecord, KeyRecords } from '#store/keys'
import { days, iso } from '#time'

/** What an operator says of a rotation. */
export interface RotateOptions {
  /** Milliseconds for which the old key still works, unless it ends sooner; 0 ends it at once, 365 days is the most. */
  readonly graceMs: number
  /** Milliseconds until the new key expires; default: when the old one would have. */
  readonly expiresInMs?: number | undefined
  /**
   * Hands the new key over before the old one is given its end. When it throws, the new key is revoked and the old one
   * stays as it was.
   */
  readonly deliver?: ((issued: IssuedKey) => Promise<void>) | undefined
}

/**
 * Replaces a key by a new one of the same account, tier and label; gives `undefined` when there is no such key. Throws a
 * TypeError or a KeyRefused, whose messages are for people.
 *
 * The new key is written first and the old one cut last, so that whatever is interrupted in between leaves the old key as
 * it was. A key that a live key replaces does not count towards the tier's number; of those each live key has at most one.
 */
export async function rotateKey(
  id: string,
  { graceMs, expiresInMs, deliver = async () => {} }: RotateOptions,
  context: Context,
): Promise<IssuedKey | undefined> {
  if (!(graceMs >= 0 && graceMs <= LONGEST_GRACE_MS))
    throw new TypeError('A grace period lasts from 0 to 365 days')
  assertLifetime(expiresInMs)
  const account = (await new KeyRecords(context.store).byId(id))?.account
  if (account === undefined) return undefined

  const issued = await changingAccount(account, context, async (records) => {
    const createdAt = context.now()
    const { tier, label, expires_at } = replaceable(id, await records.ofAccount(account), createdAt)
    const expiresAt = expiresInMs === undefined ? expires_at : iso(createdAt + expiresInMs)
    const secret = newSecret(context.settings.keyPrefix)
    return writeKey(secret, { tier, label, account, createdAt, expiresAt, replaces: id }, records)
  })
  try {
    await deliver(issued)
  } catch (error) {
    await revokeKey(issued.record.id, context).catch((failure) => {
      throw undelivered(issued.record.id, error, failure)
    })
    throw error
  }
  await changingAccount(account, context, (records) =>
    records.change(id, (old) => {
      const end = iso(context.now() + graceMs)
      return old.expires_at === null || old.expires_at > end ? { ...old, expires_at: end } : old
    }),
  )
  return issued
}

/** The new key, which nobody has, still works: whoever rotates next is told of it by name. */
function undelivered(id: string, error: unknown, failure: unknown): Error {
  const [why, whyNot] = [error, failure].map((each) => (each instanceof Error ? each.message : String(each)))
  return new KeyRefused(
    `The new key could not be handed over (${why}), nor revoked (${whyNot}): revoke ${id}`,
    { cause: error },
  )
}

const LONGEST_GRACE_MS = days(365)

/** The key of that id, if it may be replaced now. */
function replaceable(id: string, records: readonly KeyRecord[], now: number): KeyRecord {
  const { live } = standingOf(records, now)
  const old = live.find((key) => key.id === id)
  if (!old) throw new KeyRefused(`Key ${id} no longer works: issue a new one`)
  const successor = live.find(({ replaces }) => replaces === id)
  if (successor)
    throw new KeyRefused(`Key ${id} is replaced by ${successor.id} already: rotate that, or revoke it first`)
  const before = records.find((key) => key.id === old.replaces)
  if (before && isLive(before, now)) {
    const end = before.expires_at === null ? 'without an end' : `until ${before.expires_at}`
    throw new KeyRefused(`Key ${id} replaces ${before.id}, which still works ${end}: revoke that first`)
  }
  return old
}
