/** The two ways into the store, which can fail apart. */
export type StoreAccess = 'read' | 'write'

/** Something that an operator counts; new kinds may be added. */
export type ServiceEvent =
  | RequestAnswered
  | UpstreamAsked
  | JobEnded
  /** A request was admitted and counted in this process alone, because the store could not count it. */
  | { readonly type: 'quota_fail_open'; readonly account: string }
  /** A free key was refused because the whole service has issued those of the day. */
  | { readonly type: 'issuance_capped' }
  /** The store is left alone: operations of this kind fail at once, and one a second tries again. */
  | { readonly type: 'store_failed'; readonly access: StoreAccess }
  | { readonly type: 'store_back'; readonly access: StoreAccess }

/** A request has its answer; told of each while somebody listens. */
export interface RequestAnswered {
  readonly type: 'request'
  /** The `X-Service-Request-Id` of the answer; empty for one, given by a proxy, that has a key in it. */
  readonly id: string
  /** A method of HTTP, or `other`. */
  readonly method: string
  /** The path as the table declares it, such as `/v1/objects/{norad_id}`; `null` where there is none. */
  readonly route: string | null
  readonly status: number
  /** The `error` code of a failure. */
  readonly code: string | null
  /** How a cached answer was found: `hit`, `miss`, `collapsed` or `stale`. */
  readonly cache: string | null
  /** The account whose quota it drew on. */
  readonly account: string | null
  /** The id of the key that it came with, when that is a good one. */
  readonly key: string | null
  /** Bytes of the body; 0 for HEAD. */
  readonly bytes: number
  /** Milliseconds from the ask to the answer, by a clock that only goes forward. */
  readonly ms: number
}

/** A feed was asked, and answered or failed. */
interface UpstreamAsked {
  readonly type: 'upstream'
  /** Id of the feed, such as `swpc-kp-1m`. */
  readonly feed: string
  readonly provider: string
  readonly ok: boolean
  /** Milliseconds until its whole answer was there. */
  readonly ms: number
}

/** A job came to its end on this instance. */
interface JobEnded {
  readonly type: 'job'
  readonly job: 'shells' | 'upstream_check' | 'key_prune'
  readonly ok: boolean
  readonly ms: number
}
