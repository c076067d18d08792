import { LRUCache } from 'lru-cache'
import type { Context } from '#context'
import { digest, inHex } from '#digest'
import { refuseSpent } from '#keys/network-limit'
import { hasLengthOfSecret, isSecret } from '#keys/secret'
import { Problem } from '#problem'
import type { Soon } from '#soon'
import { whenStoreFails } from '#store/fallback'
import { type KeyRecord, KeyRecords } from '#store/keys'
import { Marker } from '#store/marker'
import { minutes, seconds } from '#time'

/** A revoked key works no longer than this on any instance while the store answers. */
const KNOWN_MS = seconds(5)
/** A key that the store does not know is refused from memory for this long. */
const UNKNOWN_MS = seconds(1)
/** While the store fails, a key goes on for this long after the store last vouched for it. */
const STATIC_MS = minutes(10)
/** While the store fails, it is asked again for one key no sooner than this. */
const RETRY_MS = seconds(1)

/** What is looked at of a request. */
interface Presenting {
  header(name: string): string | null
  ip?(): string | undefined
}

/** The record of a key as the store last gave it; instants are epoch milliseconds. */
interface Verified {
  readonly record: KeyRecord
  readonly expiresAt: number
  readonly at: number
  /** Until when it is taken as it is. */
  readonly until: number
}

/** What was presented: the SHA-256 of a key, in as few characters as can be for it is looked up with, and what is known of it. */
interface Presented {
  readonly hash: string
  readonly known: Verified | undefined
}

/**
 * Tells who asks: gives the record of a good key, or throws `missing_key`, `invalid_key` or `expired_key`. While the store
 * fails, keys that it vouched for a short while ago go on, and all others are `store_unavailable`, never invalid. Of a network that
 * has been refused too often, a key that was never good here is `rate_limited` without a look at the store.
 */
export function authorizer(context: Context): (ask: Presenting, now?: number) => Soon<KeyRecord> {
  const records = new KeyRecords(context.store)
  const marker = new Marker(context.store, context.now)
  const verified = new LRUCache<string, Verified>({ max: 50_000 })
  const unknown = new LRUCache<string, number>({ max: 50_000 })
  const looks = new Map<string, Promise<Verified | undefined>>()

  return (ask, now = context.now()) => {
    const { hash, known } = presentedKey(ask, read)
    if (known && now < known.until && now >= known.until - KNOWN_MS) return accept(known, now)
    if (isWithin(UNKNOWN_MS, unknown.get(hash), now)) return accept(undefined, now)
    if (!known) refuseGuessing(ask)
    return look(hash, now).then((found) => accept(found, now))
  }

  /** Where addresses are not known nobody can be told from the others, and a good key must not wait for whoever guesses. */
  function refuseGuessing(ask: Presenting): void {
    const ip = ask.ip?.()
    if (ip !== undefined) refuseSpent('refused', ip, context)
  }

  /** The checksum keeps from the store what cannot be a key; what the store once vouched for has passed it. */
  function read(text: string): Presented | undefined {
    const { keyPrefix } = context.settings
    if (!hasLengthOfSecret(text, keyPrefix)) return undefined
    const hash = digest(text, 'latin1')
    const known = verified.get(hash)
    return known || isSecret(text, keyPrefix) ? { hash, known } : undefined
  }

  /** Asks the store once, however many requests with this key are waiting. */
  function look(hash: string, now: number): Promise<Verified | undefined> {
    const underway = looks.get(hash)
    if (underway) return underway
    const started = Promise.resolve(
      whenStoreFails(
        () => find(hash, now),
        (failure) => lastVerified(hash, failure, now),
      ),
    ).finally(() => looks.delete(hash))
    looks.set(hash, started)
    return started
  }

  /** That a key is unknown is believed only if, after it was not found, the store is still the one we know. */
  async function find(hash: string, now: number): Promise<Verified | undefined> {
    await marker.meet().catch(context.onError)
    const record = await records.byHash(inHex(hash))
    if (record) {
      const expiresAt = record.expires_at === null ? Infinity : Date.parse(record.expires_at)
      const found = { record, expiresAt, at: now, until: now + KNOWN_MS }
      verified.set(hash, found)
      unknown.delete(hash)
      return found
    }
    await marker.verify()
    unknown.set(hash, now)
    verified.delete(hash)
    return undefined
  }

  function lastVerified(hash: string, failure: Problem, now: number): Verified {
    const known = verified.get(hash)
    if (!known || Math.abs(now - known.at) >= STATIC_MS) throw failure
    context.onError(failure)
    verified.set(hash, { ...known, until: Math.min(now + RETRY_MS, known.at + STATIC_MS) })
    return known
  }
}

function isWithin(ms: number, since: number | undefined, now: number): boolean {
  return since !== undefined && now >= since && now < since + ms
}

function accept(found: Verified | undefined, now: number): KeyRecord {
  if (!found || found.record.revoked_at !== null) throw new Problem('invalid_key')
  if (now >= found.expiresAt) throw new Problem('expired_key')
  return found.record
}

/**
 * What `read` makes of the key among the headers: a Bearer token that is one of ours wins, any other Bearer token is somebody else's
 * and leaves the word to `x-api-key`; a repeated header is refused, never the first of two taken.
 */
export function presentedKey<T>(ask: Presenting, read: (text: string) => T | undefined): T {
  const authorization = ask.header('authorization')?.replace(/"[^"]*"/g, '""') ?? ''
  const bearers = authorization === '' ? NONE : authorization.split(',').filter((value) => BEARER.test(value))
  const apiKey = ask.header('x-api-key')
  const isRepeated = (bearers.length > 0 && authorization.includes(',')) || apiKey?.includes(',')
  if (isRepeated) throw new Problem('invalid_key')
  const token = bearers[0]?.replace(BEARER, '')
  const ours = (token === undefined ? undefined : read(token)) ?? (apiKey === null ? undefined : read(apiKey))
  if (ours !== undefined) return ours
  throw new Problem(token === undefined && apiKey === null ? 'missing_key' : 'invalid_key')
}

const NONE: readonly string[] = []
const BEARER = /^[ \t]*bearer(?:[ \t]+|$)/i
