import { LRUCache } from 'lru-cache'
import type { Context } from '#context'
import { hashOf, isSecret } from '#keys/secret'
import { Problem } from '#problem'
import type { Soon } from '#soon'
import { type KeyRecord, KeyRecords } from '#store/keys'
import { seconds } from '#time'

/** A revoked key works no longer than this on any instance. */
const KNOWN_MS = seconds(5)
/** A key that the store does not know is refused from memory for this long. */
const UNKNOWN_MS = seconds(1)

type HeaderLookup = (name: string) => string | null

/** Tells who asks: gives the record of a good key, or throws `missing_key`, `invalid_key` or `expired_key`. */
export function authorizer(context: Context): (header: HeaderLookup) => Soon<KeyRecord> {
  const records = new KeyRecords(context.store)
  const known = new LRUCache<string, { record: KeyRecord | null; until: number }>({ max: 50_000 })
  const looks = new Map<string, Promise<KeyRecord | null>>()

  return (header) => {
    const secret = presentedKey(header, context.settings.keyPrefix)
    const hash = hashOf(secret)
    const now = context.now()
    const memo = known.get(hash)
    if (memo && now < memo.until) return accept(memo.record, now)
    return look(hash, now).then((record) => accept(record, now))
  }

  /** Asks the store once, however many requests with this key are waiting. */
  function look(hash: string, now: number): Promise<KeyRecord | null> {
    const underway = looks.get(hash)
    if (underway) return underway
    const started = records
      .byHash(hash)
      .then((found) => {
        const record = found ?? null
        known.set(hash, { record, until: now + (record ? KNOWN_MS : UNKNOWN_MS) })
        return record
      })
      .finally(() => looks.delete(hash))
    looks.set(hash, started)
    return started
  }
}

function accept(record: KeyRecord | null, now: number): KeyRecord {
  if (!record || record.revoked_at !== null) throw new Problem('invalid_key')
  if (record.expires_at !== null && now >= Date.parse(record.expires_at)) throw new Problem('expired_key')
  return record
}

/**
 * The key among the headers: a Bearer token shaped like one of ours wins, any other Bearer token is somebody else's
 * and leaves the word to `x-api-key`; a repeated header is refused, never the first of two taken.
 */
export function presentedKey(header: HeaderLookup, prefix: string): string {
  const authorization = header('authorization')?.replace(/"[^"]*"/g, '""')
  const bearers = authorization?.split(',').filter((value) => BEARER.test(value)) ?? []
  const apiKey = header('x-api-key')
  const isRepeated = (bearers.length > 0 && authorization?.includes(',')) || apiKey?.includes(',')
  if (isRepeated) throw new Problem('invalid_key')
  const token = bearers[0]?.replace(BEARER, '').replace(/[ \t]+$/, '')
  if (token !== undefined && isSecret(token, prefix)) return token
  if (apiKey !== null && isSecret(apiKey, prefix)) return apiKey
  throw new Problem(token === undefined && apiKey === null ? 'missing_key' : 'invalid_key')
}

const BEARER = /^[ \t]*bearer(?:[ \t]+|$)/i
