import type { MaybePromise } from '#kernel/kit/maybe-promise'

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
