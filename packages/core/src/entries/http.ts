// `@space-data/core/http`. Types of requests, responses and events, for adapters, metrics and logs.

export type { RawRequest, RawResponse } from '#endpoint/http-message'
export type { Coding, Compressor } from '#http/compressor'
export type { ConnectionInfo } from '#http/fetch-handler'
export type {
  AlertLogged,
  JobEnded,
  JobName,
  RequestServed,
  StoreAccess,
  UpstreamRequested,
  WebhookAttempted,
} from '#kit/events'
export type { MaybePromise } from '#kit/maybe-promise'
export type { WaitUntil } from '#storage/cache/snapshot'
