import { createAccountServices } from '#accounts/services'
import { createAlertServices } from '#alerts/services'
import { createCatalogueServices } from '#catalogue/services'
import { createDebrisServices } from '#debris/services'
import { createEndpointTable } from '#endpoint/table'
import type { InstanceContext, InstanceSettings } from '#host/context'
import type { Environment } from '#kit/environment'
import type { Incidents } from '#kit/incidents'
import { createSiteServices } from '#site/services'
import { createSpaceWeatherServices } from '#space-weather/services'
import { Snapshots } from '#storage/cache/snapshots'
import { createUpstreamServices } from '#upstreams/services'

/** Creates the services of every feature. `incidents` must receive every event of the environment. */
export function createServices(
  environment: Environment<InstanceSettings>,
  incidents: Incidents,
): InstanceContext {
  const { store, settings, now, onError } = environment
  const { originsId, staleIfErrorMs } = settings
  const debris = createDebrisServices(environment)
  const spaceWeather = createSpaceWeatherServices(environment)
  return {
    ...environment,
    table: createEndpointTable(),
    incidents,
    snapshots: new Snapshots({ store, now, originsId, staleIfErrorMs, onError }),
    upstreams: createUpstreamServices(environment, spaceWeather.recordRows),
    accounts: createAccountServices(environment),
    spaceWeather,
    catalogue: createCatalogueServices(),
    debris,
    alerts: createAlertServices(environment, debris),
    site: createSiteServices(environment),
  }
}
