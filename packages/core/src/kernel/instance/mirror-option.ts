import type { Context, Endpoint } from '#kernel/endpoint/endpoint'
import type { RawRequest, RawResponse } from '#kernel/endpoint/http-message'
import type { MaybePromise } from '#kernel/kit/maybe-promise'
import type { Stop } from '#kernel/kit/schedule'

/** Option that makes an instance a mirror; returned by `mirrorOf` of `@space-data/core/mirror`. */
export interface Mirror {
  /** Origin of the central instance. */
  readonly origin: string
  /** Whether clients need a key of this mirror and use its quota. */
  readonly access: 'key' | 'open'
  /** Connects an instance, without sending anything yet. @internal */
  connect(context: Context): Mirroring
}

/** Functions of a mirror that differ from other instances. */
interface Mirroring {
  /** Returns an endpoint that serves copies of the central instance's responses, if there are any. */
  serve(endpoint: Endpoint): Endpoint
  /** Returns what the features of a mirror read instead of a history of their own. */
  series(instance: () => MirroringInstance): object
  /** Wraps the pipeline, so that a loop of mirrors results in an error. */
  detectLoops(
    dispatch: (request: RawRequest) => MaybePromise<RawResponse>,
  ): (request: RawRequest) => MaybePromise<RawResponse>
  /** Fetches every path that is known in advance, and keeps it fresh. */
  prefetch(instance: MirroringInstance, options?: PrefetchOptions): Stop
}

interface MirroringInstance {
  readonly context: Context
  /** All endpoints of the mirror. */
  readonly endpoints: readonly Endpoint[]
}

/** Options of `jobs.prefetch()`. */
export interface PrefetchOptions {
  /**
   * Pause in milliseconds after a request for a group, well within the 600 requests per minute that a central
   * instance allows a network. After a request that counts against the quota, the pause is a sixth of this.
   * @default 600
   */
  readonly paceMs?: number
}
