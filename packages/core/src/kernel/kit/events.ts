/** Kind of a store operation; reads and writes can fail independently. */
export type StoreAccess = 'read' | 'write'

/** An event for metrics and logs; new types may be added. */
export type ServiceEvent =
  | RequestServed
  | UpstreamRequested
  | JobEnded
  | AlertLogged
  | WebhookAttempted
  /** Alerts were deleted from the log before they could be delivered to a webhook. */
  | { readonly type: 'webhook_dropped'; readonly webhook: string; readonly count: number }
  /**
   * A request was admitted and counted only in this process, because the store could not count it. `account`
   * is null for a request without a key.
   */
  | { readonly type: 'quota_fail_open'; readonly account: string | null }
  /** A request for a free key was rejected because the service has issued its daily maximum. */
  | { readonly type: 'issuance_capped' }
  /** The store is unavailable: its circuit is open, and one operation per second probes it. */
  | { readonly type: 'store_failed'; readonly access: StoreAccess }
  /** The store is available again. */
  | { readonly type: 'store_back'; readonly access: StoreAccess }

/** A response was sent. */
export interface RequestServed {
  readonly type: 'request'
  /** The `X-Service-Request-Id` of the response; empty if a proxy sent one that contains a key. */
  readonly id: string
  /** HTTP method, or `other`. */
  readonly method: string
  /** Path template, such as `/v1/objects/{norad_id}`; `null` for unknown paths. */
  readonly route: string | null
  /**
   * Path of a request to an unknown path, without its query, at most 100 printable ASCII characters; absent
   * for known paths, and for a path that may contain a key.
   */
  readonly path?: string
  readonly status: number
  /** The `error` code of a failed request. */
  readonly code: string | null
  /** `hit`, `miss`, `collapsed` or `stale`; `null` for responses that are not cached. */
  readonly cache: string | null
  /** The account for which the request was counted. */
  readonly account: string | null
  /** The id of the request's key, if it is valid. */
  readonly key: string | null
  /**
   * Whether it had no key and was counted for its network, or rejected because the network's quota was
   * exceeded; absent if not.
   */
  readonly anonymous?: true
  /** The trace id of a valid `traceparent` header (W3C Trace Context); absent without one. */
  readonly trace?: string
  /** Size of the response body in bytes; 0 for HEAD. */
  readonly bytes: number
  /** Duration in milliseconds, by a monotonic clock. */
  readonly ms: number
}

/** A feed was requested, successfully or not. */
export interface UpstreamRequested {
  readonly type: 'upstream'
  /** Id of the feed, such as `swpc-kp-1m`. */
  readonly feed: string
  readonly provider: string
  readonly ok: boolean
  /** Milliseconds until the complete response was received. */
  readonly ms: number
}

/** A job that runs at most once at a time on a store. */
export type JobName = 'shells' | 'upstream_check' | 'key_prune' | 'alerts' | 'report' | 'series'

/** A job ended on this instance. Jobs that had nothing to do emit no event. */
export interface JobEnded {
  readonly type: 'job'
  readonly job: JobName
  readonly ok: boolean
  /** The error, for the log; it may name hosts and files of the instance. Absent if the job succeeded. */
  readonly error?: unknown
  /** Duration in milliseconds. */
  readonly ms: number
}

/** This process appended an alert to the log. */
export interface AlertLogged {
  readonly type: 'alert'
  /** Such as `geomagnetic.storm_started`. */
  readonly alertType: string
  /** The `id` of the alert. */
  readonly id: string
}

/** An alert was sent to a webhook, successfully or not. */
export interface WebhookAttempted {
  readonly type: 'webhook_attempt'
  /** Id of the webhook. */
  readonly webhook: string
  readonly outcome: 'delivered' | 'failed'
  /** Duration of the request in milliseconds. */
  readonly ms: number
  /** HTTP status of the response; `null` if there was none. */
  readonly status: number | null
}
