import type { Environment, Settings } from '#kernel/kit/environment'
import type { Snapshots } from '#kernel/storage/cache/snapshots'
import type { UpstreamServices } from '#kernel/upstreams/services'

/** An environment with a cache, and with the services for requests to providers. */
export interface UpstreamContext<S extends Settings = Settings> extends Environment<S> {
  readonly snapshots: Snapshots
  readonly upstreams: UpstreamServices
}
