import { type KeyRecord, KeyRecords } from '#kernel/accounts/keys/key-records'
import { hasSecretShape, isSecret } from '#kernel/accounts/keys/secret'
import type { Context } from '#kernel/endpoint/endpoint'
import { digest, latin1ToHex } from '#kernel/kit/digest'
import { lruCache } from '#kernel/kit/lru-cache'
import type { MaybePromise } from '#kernel/kit/maybe-promise'
import { Problem } from '#kernel/kit/problem'
import { minutes, seconds } from '#kernel/kit/time'
import { withStoreFallback } from '#kernel/storage/store-failure'
import { StoreIdentity } from '#kernel/storage/store-identity'

/**
 * Time for which a found key is valid without a read of the store, in milliseconds. It limits how long a
 * revoked key works.
 */
const FOUND_TTL_MS = seconds(5)
/** Time for which an unknown key is rejected without a read of the store, in milliseconds. */
const NOT_FOUND_TTL_MS = seconds(1)
/** Time for which a key stays valid after it was last found, while the store fails, in milliseconds. */
const FALLBACK_TTL_MS = minutes(10)
/** Minimum interval of reads for one key while the store fails, in milliseconds. */
const RETRY_MS = seconds(1)

/** The parts of a request used here. */
interface CredentialRequest {
  header(name: string): string | null
  ip?(): string | undefined
}

/** A key as last read from the store; instants are epoch milliseconds. */
interface CachedKey {
  readonly record: KeyRecord
  readonly expiresAt: number
  /** Time of the read. */
  readonly verifiedAt: number
  /** Time until which it is valid without a read of the store. */
  readonly until: number
}

/** The SHA-256 of a presented key, as a Latin-1 string to keep lookups short, and its cache entry. */
interface Credential {
  readonly hash: string
  readonly cached: CachedKey | undefined
}

/**
 * Returns a function that authenticates a request and returns the record of its key. While the store fails,
 * keys found in the last 10 minutes stay valid and all others are `store_unavailable`, never `invalid_key`.
 * After too many rejections for a network, keys that are not cached here are `rate_limited` without a read of
 * the store.
 *
 * @throws `missing_key`, `invalid_key`, `expired_key`, `store_unavailable` or `rate_limited`, from the
 *   function
 */
export function createAuthenticator(
  context: Context,
): (request: CredentialRequest, now?: number) => MaybePromise<KeyRecord> {
  const records = new KeyRecords(context.store)
  const identity = new StoreIdentity(context.store, context.now)
  const verified = lruCache<string, CachedKey>(50_000)
  const notFound = lruCache<string, number>(50_000)
  const lookups = new Map<string, Promise<CachedKey | undefined>>()

  return (request, now = context.now()) => {
    const { hash, cached } = readCredential(request, read, context.settings.keyPrefix)
    if (cached && now < cached.until && now >= cached.until - FOUND_TTL_MS) return accept(cached, now)
    if (isRecent(NOT_FOUND_TTL_MS, notFound.get(hash), now)) return accept(undefined, now)
    if (!cached) limitGuessing(request)
    return lookUp(hash, now).then((found) => accept(found, now))
  }

  /**
   * Rejects a key that is not cached if its network has exceeded its rate of rejections. Skipped for clients
   * without an address, as they would all share one limit.
   */
  function limitGuessing(request: CredentialRequest): void {
    const ip = request.ip?.()
    if (ip !== undefined) context.accounts.rates.assertLeft('refused', ip)
  }

  /** Checks the checksum first, to avoid reads of the store. A cached key has already passed this check. */
  function read(text: string): Credential | undefined {
    const { keyPrefix } = context.settings
    if (!hasSecretShape(text, keyPrefix)) return undefined
    const hash = digest(text, 'latin1')
    const cached = verified.get(hash)
    return cached || isSecret(text, keyPrefix) ? { hash, cached } : undefined
  }

  /** Reads a key from the store; concurrent requests with this key share one read. */
  function lookUp(hash: string, now: number): Promise<CachedKey | undefined> {
    const inFlight = lookups.get(hash)
    if (inFlight) return inFlight
    const started = Promise.resolve(
      withStoreFallback(
        () => findKey(hash, now),
        (failure) => getLastVerified(hash, failure, now),
      ),
    ).finally(() => lookups.delete(hash))
    lookups.set(hash, started)
    return started
  }

  /**
   * Reads a key from the store. A key counts as unknown only if the store is still the same one afterwards.
   */
  async function findKey(hash: string, now: number): Promise<CachedKey | undefined> {
    await identity.load().catch(context.onError)
    const record = await records.byHash(latin1ToHex(hash))
    if (record) {
      const expiresAt = record.expiresAt === null ? Infinity : Date.parse(record.expiresAt)
      const found = { record, expiresAt, verifiedAt: now, until: now + FOUND_TTL_MS }
      verified.set(hash, found)
      notFound.delete(hash)
      return found
    }
    await identity.verify()
    notFound.set(hash, now)
    verified.delete(hash)
    return undefined
  }

  function getLastVerified(hash: string, failure: Problem, now: number): CachedKey {
    const cached = verified.get(hash)
    if (!cached || Math.abs(now - cached.verifiedAt) >= FALLBACK_TTL_MS) throw failure
    context.onError(failure)
    verified.set(hash, { ...cached, until: Math.min(now + RETRY_MS, cached.verifiedAt + FALLBACK_TTL_MS) })
    return cached
  }
}

function isRecent(ms: number, since: number | undefined, now: number): boolean {
  return since !== undefined && now >= since && now < since + ms
}

function accept(found: CachedKey | undefined, now: number): KeyRecord {
  if (!found || found.record.revokedAt !== null) throw new Problem('invalid_key')
  if (now >= found.expiresAt) throw new Problem('expired_key')
  return found.record
}

/** Returns whether a request has a credential: a Bearer token, or `x-api-key`. */
export function hasCredential(request: CredentialRequest): boolean {
  const authorization = request.header('authorization') ?? ''
  return request.header('x-api-key') !== null || bearersIn(withoutQuoted(authorization)).length > 0
}

/**
 * Parses the key in the headers of a request with `read`. A Bearer token that `read` accepts takes
 * precedence; otherwise, `x-api-key` is used. Keys begin with `prefix`.
 *
 * @throws `missing_key`, or `invalid_key` also for a repeated header; its message describes the format of a
 *   key if the credential does not have it
 */
export function readCredential<T>(
  request: CredentialRequest,
  read: (text: string) => T | undefined,
  prefix: string,
): T {
  const authorization = request.header('authorization') ?? ''
  const unquoted = withoutQuoted(authorization)
  const hasBearer = bearersIn(unquoted).length > 0
  const apiKey = request.header('x-api-key')
  const isRepeated = (hasBearer && unquoted.includes(',')) || apiKey?.includes(',')
  if (isRepeated) throw new Problem('invalid_key')
  const token = hasBearer ? authorization.replace(BEARER, '') : null
  if (token === null && apiKey === null) throw new Problem('missing_key')
  const readPasted = (text: string | null) =>
    text === null ? undefined : (read(text) ?? read(pastedKey(text)))
  const credential = readPasted(token) ?? readPasted(apiKey)
  if (credential !== undefined) return credential
  const isLikeKey = [token, apiKey].some((text) => text !== null && hasSecretShape(pastedKey(text), prefix))
  throw new Problem('invalid_key', {
    message: isLikeKey ? undefined : `This is not an API key: a key is ${prefix} and 36 letters and digits.`,
  })
}

/** Maximum length of a key with characters pasted around it. */
const MAX_PASTED_LENGTH = 200

/**
 * Removes characters pasted with a key: quotes, the scheme, and characters other than printable ASCII, such
 * as non-breaking or zero-width spaces, which arrive as UTF-8 bytes or decoded.
 */
function pastedKey(text: string): string {
  if (text.length > MAX_PASTED_LENGTH) return text
  return text.replace(/[^\x20-\x7e]/g, '').replace(/^(?:bearer +|["' ])+|["' ]+$/gi, '')
}

function withoutQuoted(authorization: string): string {
  return authorization.replace(/"[^"]*"/g, '""')
}

function bearersIn(authorization: string): readonly string[] {
  return authorization === '' ? NO_BEARERS : authorization.split(',').filter((value) => BEARER.test(value))
}

const NO_BEARERS: readonly string[] = []
const BEARER = /^[ \t]*bearer(?:[ \t]+|$)/i
