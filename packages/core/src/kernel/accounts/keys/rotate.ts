import { withAccountLock } from '#kernel/accounts/account-lock'
import { assertLifetime } from '#kernel/accounts/keys/issue'
import { groupLiveKeys, isLive } from '#kernel/accounts/keys/key-counts'
import { type KeyRecord, KeyRecords } from '#kernel/accounts/keys/key-records'
import { type IssuedKey, writeKey } from '#kernel/accounts/keys/new-key'
import { newSecret } from '#kernel/accounts/keys/secret'
import type { Context } from '#kernel/endpoint/endpoint'
import { InvalidOptionError, KeyConflictError } from '#kernel/kit/errors'
import { days, iso } from '#kernel/kit/time'

/** Options of a rotation. */
export interface RotateOptions {
  /** Time for which the old key still works, in milliseconds, unless it expires sooner; 0 to 365 days. */
  readonly graceMs: number
  /**
   * Milliseconds until the new key expires; more than 0 and at most 100 years.
   *
   * @default the expiry of the old key
   */
  readonly expiresInMs?: number | undefined
  /**
   * Delivers the new key before the old one gets its expiry. If it rejects, the new key is revoked and the
   * old one is unchanged.
   */
  readonly deliver?: ((issued: IssuedKey) => Promise<void>) | undefined
}

/**
 * Replaces a key by a new one of the same account, tier, label and restrictions. Returns `undefined` if it
 * does not exist.
 *
 * The new key is written first and the expiry of the old one last, so that an interruption leaves the old key
 * unchanged. A live key replaces at most one other, which does not count towards the limit of the tier.
 *
 * @throws InvalidOptionError if an option is invalid
 * @throws KeyConflictError if the key is not live, or is part of another rotation
 */
export async function rotateKey(
  id: string,
  { graceMs, expiresInMs, deliver = async () => {} }: RotateOptions,
  context: Context,
): Promise<IssuedKey | undefined> {
  if (!(graceMs >= 0 && graceMs <= MAX_GRACE_MS))
    throw new InvalidOptionError('graceMs must be from 0 to 365 days.')
  assertLifetime(expiresInMs)
  const account = (await new KeyRecords(context.store).byId(id))?.account
  if (account === undefined) return undefined

  const issued = await withAccountLock(account, context, async (records) => {
    const createdAt = context.now()
    const old = findReplaceableKey(id, await records.ofAccount(account), createdAt)
    const expiresAt = expiresInMs === undefined ? old.expiresAt : iso(createdAt + expiresInMs)
    const secret = newSecret(context.settings.keyPrefix)
    const { tier, label, paths, networks } = old
    const replacement = { tier, label, account, createdAt, expiresAt, replaces: id, paths, networks }
    return writeKey(secret, replacement, records)
  })
  try {
    await deliver(issued)
  } catch (error) {
    await revokeKey(issued.record.id, context).catch((failure) => {
      throw createDeliveryError(issued.record.id, error, failure)
    })
    throw error
  }
  await withAccountLock(account, context, (records) =>
    records.update(id, (old) => {
      const end = iso(context.now() + graceMs)
      return old.expiresAt === null || old.expiresAt > end ? { ...old, expiresAt: end } : old
    }),
  )
  return issued
}

/** Revokes a key permanently. Returns its record, or `undefined` if it does not exist. */
export async function revokeKey(id: string, context: Context): Promise<KeyRecord | undefined> {
  const found = await new KeyRecords(context.store).byId(id)
  if (!found) return undefined
  return withAccountLock(found.account, context, (records) =>
    records.update(id, (key) => (key.revokedAt === null ? { ...key, revokedAt: iso(context.now()) } : key)),
  )
}

/** Returns the error for a new key that was not delivered and still works; it names the key to revoke. */
function createDeliveryError(id: string, error: unknown, failure: unknown): Error {
  const [why, whyNot] = [error, failure].map((each) => (each instanceof Error ? each.message : String(each)))
  return new KeyConflictError(
    `The new key could not be delivered (${why}) or revoked (${whyNot}). Revoke ${id}.`,
    { cause: error },
  )
}

const MAX_GRACE_MS = days(365)

/**
 * Returns the key to replace.
 *
 * @throws KeyConflictError if it is not live, or is part of another rotation
 */
function findReplaceableKey(id: string, records: readonly KeyRecord[], now: number): KeyRecord {
  const { live } = groupLiveKeys(records, now)
  const old = live.find((key) => key.id === id)
  if (!old) throw new KeyConflictError(`Key ${id} is expired or revoked. Issue a new one.`)
  const successor = live.find(({ replaces }) => replaces === id)
  if (successor)
    throw new KeyConflictError(
      `Key ${id} has already been replaced by ${successor.id}. Rotate that key instead, or revoke it first.`,
    )
  const predecessor = records.find((key) => key.id === old.replaces)
  if (predecessor && isLive(predecessor, now)) {
    const expiry = predecessor.expiresAt === null ? 'does not expire' : `expires at ${predecessor.expiresAt}`
    throw new KeyConflictError(
      `Key ${id} replaces ${predecessor.id}, which ${expiry}. Revoke that key first.`,
    )
  }
  return old
}
