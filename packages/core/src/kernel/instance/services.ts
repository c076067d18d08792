import { createAccountServices } from '#kernel/accounts/services'
import type { Context, Stops } from '#kernel/endpoint/endpoint'
import { type AnyFeature, inOrderOfNeeds } from '#kernel/endpoint/feature'
import { createEndpointTable } from '#kernel/endpoint/table'
import type { Environment } from '#kernel/kit/environment'
import type { Incidents } from '#kernel/kit/incidents'
import type { Stop } from '#kernel/kit/schedule'
import { Snapshots } from '#kernel/storage/cache/snapshots'
import { createUpstreamServices } from '#kernel/upstreams/services'
import type { Rows } from '#kernel/upstreams/upstream'

/**
 * Creates the services of the kernel, then the services of each feature after those that it needs. `incidents` must
 * receive every event of the environment.
 */
export function createServices(
  features: readonly AnyFeature[],
  environment: Environment,
  incidents: Incidents,
): Context {
  const { store, settings, now, onError } = environment
  const { originsId, staleIfErrorMs } = settings
  const onRows = async (seriesId: string, rows: Rows) => {
    await Promise.all(features.map((feature) => feature.onRows?.(seriesId, rows, context as never)))
  }
  const context: Context = {
    ...environment,
    table: createEndpointTable(),
    incidents,
    stops: createStops(),
    snapshots: new Snapshots({ store, now, originsId, staleIfErrorMs, onError }),
    upstreams: createUpstreamServices(environment, onRows),
    accounts: createAccountServices(environment),
    health: features.flatMap(({ health }) => (health ? () => health(context as never) : [])),
    version: () => features.map(({ version }) => version?.(context as never)).join(' '),
    loadFirstData: () => Promise.allSettled(features.map(({ firstData }) => firstData?.(context as never))),
  }
  for (const { services } of inOrderOfNeeds(features)) Object.assign(context, services?.(context as never))
  return context
}

function createStops(): Stops {
  const stops: Stop[] = []
  return {
    add(stop) {
      stops.push(stop)
      return stop
    },
    async all() {
      await Promise.all(stops.map((stop) => stop()))
    },
  }
}
