// `@space-data/core/http`. Types of requests, responses and events, for adapters, metrics and logs.

export type { RawRequest, RawResponse } from '#kernel/endpoint/http-message'
export type { Coding, Compressor } from '#kernel/http/compressor'
export type { ConnectionInfo } from '#kernel/http/fetch-handler'
export type {
  AlertLogged,
  JobEnded,
  JobName,
  RequestServed,
  StoreAccess,
  UpstreamRequested,
  WebhookAttempted,
} from '#kernel/kit/events'
export type { MaybePromise } from '#kernel/kit/maybe-promise'
export type { WaitUntil } from '#kernel/storage/cache/snapshot'
