import type { Authorize, Authorized, AuthorizeRequest } from '#kernel/accounts/keys/authorize'
import type { KeyRecord } from '#kernel/accounts/keys/key-records'
import { andThen, type MaybePromise } from '#kernel/kit/maybe-promise'
import { Problem } from '#kernel/kit/problem'

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
  return (request) => andThen(authorize(request), toKeyRecord)
}

/**
 * Returns an account that the host authorized, in the form of a key's record.
 *
 * @throws `invalid_key` for none
 */
export function toKeyRecord(authorized: Authorized | undefined): KeyRecord {
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
