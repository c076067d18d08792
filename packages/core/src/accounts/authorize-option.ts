import type { MaybePromise } from '#kit/maybe-promise'

/** A request to be authorized. */
export interface AuthorizeRequest {
  readonly method: string
  /** Path and query, as in the request line. */
  readonly target: string
  /** Returns a header by its lower-case name; values of a repeated one are joined by `, `. */
  header(name: string): string | null
  /** Returns the client's address, where the host knows it. */
  ip?(): string | undefined
}

/** Whose request it is: the account whose quota it uses, and the tier that it has now. */
export interface Authorized {
  /** 1 to 64 of A–Z a–z 0–9 . _ @ - */
  readonly account: string
  /** Name of a configured tier. */
  readonly tier: string
}

/** Decides whose request it is, instead of the API keys of this service; `undefined` for nobody's. */
export type Authorize = (request: AuthorizeRequest) => MaybePromise<Authorized | undefined>
