import type { KeyRecord } from '#accounts/keys/key-records'
import { andThen, type MaybePromise } from '#kit/maybe-promise'
import { Problem } from '#kit/problem'

/** A request to be authorized. */
export interface AuthorizeRequest {
  readonly method: string
  /** Path and query, as in the request line. */
  readonly target: string
  /** Returns a header by its lower-case name; values of a repeated header are joined by `, `. */
  header(name: string): string | null
  /** Returns the client's address, if the host passes it. */
  ip?(): string | undefined
}

/** Result of an authorization: the account whose quota the request uses, and its current tier. */
export interface Authorized {
  /** 1 to 64 of A–Z a–z 0–9 . _ @ - */
  readonly account: string
  /** Name of a configured tier. */
  readonly tier: string
}

/**
 * Maps a request to an account, instead of the API keys of this service; `undefined` if it is not authorized.
 */
export type Authorize = (request: AuthorizeRequest) => MaybePromise<Authorized | undefined>

/**
 * Returns a function that authorizes a request through the host, and returns the result in the form of a
 * key's record.
 *
 * @throws `invalid_key` from the function, for a request that is not authorized; any error that `authorize`
 *   throws
 */
export function createHostAuthenticator(
  authorize: Authorize,
): (request: AuthorizeRequest) => MaybePromise<KeyRecord> {
  return (request) => andThen(authorize(request), toRecord)
}

function toRecord(authorized: Authorized | undefined): KeyRecord {
  if (!authorized) throw new Problem('invalid_key', { message: 'This request is not authorized.' })
  const { account, tier } = authorized
  if (typeof account !== 'string' || !/^[\w.@-]{1,64}$/.test(account))
    throw new TypeError(
      'authorize must return an account of 1 to 64 characters from A–Z, a–z, 0–9, ".", "_", "@", "-"',
    )
  return {
    id: account,
    hash: '',
    label: account,
    tier,
    account,
    createdAt: '',
    expiresAt: null,
    revokedAt: null,
    replaces: null,
  }
}
