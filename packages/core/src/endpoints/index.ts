import type { Settings } from '#context'
import type { Endpoint } from '#declare/endpoint'
import { feedsOf } from '#declare/endpoint-feeds'
import type { PayloadsOf } from '#declare/payloads'
import { withPublications } from '#declare/published'
import { checkAdded } from '#endpoints/added'
import { recentAlerts } from '#endpoints/alerts'
import { asset } from '#endpoints/assets'
import { debris } from '#endpoints/debris'
import { docs } from '#endpoints/docs'
import { favicon } from '#endpoints/favicon'
import { front } from '#endpoints/front'
import { globe } from '#endpoints/globe/index'
import { globeObjects } from '#endpoints/globe/objects'
import { globePicture } from '#endpoints/globe/still'
import { about } from '#endpoints/hapi/about'
import { capabilities } from '#endpoints/hapi/capabilities'
import { catalog } from '#endpoints/hapi/catalog'
import { data as hapiData } from '#endpoints/hapi/data'
import { hapi } from '#endpoints/hapi/index'
import { info as hapiInfo } from '#endpoints/hapi/info'
import { healthz } from '#endpoints/healthz'
import { openapi } from '#endpoints/openapi'
import { preview } from '#endpoints/preview'
import { readyz } from '#endpoints/readyz'
import { referenceAlertTypes } from '#endpoints/ref/alert-types'
import { referenceEndpoints } from '#endpoints/ref/endpoints'
import { referenceErrors } from '#endpoints/ref/errors'
import { referenceEventKinds } from '#endpoints/ref/event-kinds'
import { referenceFlareClasses } from '#endpoints/ref/flare-classes'
import { referenceIndex } from '#endpoints/ref/index'
import { referenceLaunchStatuses } from '#endpoints/ref/launch-statuses'
import { referenceScales } from '#endpoints/ref/scales'
import { referenceShells } from '#endpoints/ref/shells'
import { referenceSources } from '#endpoints/ref/sources'
import { referenceTiers } from '#endpoints/ref/tiers'
import { referenceTleGroups } from '#endpoints/ref/tle-groups'
import { referenceUnits } from '#endpoints/ref/units'
import { robots } from '#endpoints/robots'
import { density } from '#endpoints/shell/density'
import { diff } from '#endpoints/shell/diff'
import { history } from '#endpoints/shell/history'
import { shellObjects } from '#endpoints/shell/objects'
import { profile } from '#endpoints/shell/profile'
import { status } from '#endpoints/status'
import { statusBadgeEndpoint } from '#endpoints/status-badge'
import { alertsAtom } from '#endpoints/v1/alerts/atom'
import { listAlerts } from '#endpoints/v1/alerts/index'
import { streamAlerts } from '#endpoints/v1/alerts/stream'
import { recent } from '#endpoints/v1/events/recent'
import { issueKey } from '#endpoints/v1/keys'
import { launchesIcs } from '#endpoints/v1/launches/index'
import { upcoming } from '#endpoints/v1/launches/upcoming'
import { objects } from '#endpoints/v1/objects'
import { objectBatch } from '#endpoints/v1/objects/batch'
import { listReports } from '#endpoints/v1/reports/index'
import { monthlyReport } from '#endpoints/v1/reports/month'
import { customShellEndpoints } from '#endpoints/v1/shells/index'
import { kp } from '#endpoints/v1/space-weather/kp'
import { kpForecastEndpoint } from '#endpoints/v1/space-weather/kp/forecast'
import { kpSeries } from '#endpoints/v1/space-weather/kp/series'
import { mag } from '#endpoints/v1/space-weather/mag'
import { magSeries } from '#endpoints/v1/space-weather/mag/series'
import { proton } from '#endpoints/v1/space-weather/proton'
import { protonSeries } from '#endpoints/v1/space-weather/proton/series'
import { streamValues } from '#endpoints/v1/space-weather/stream'
import { wind } from '#endpoints/v1/space-weather/wind'
import { windSeries } from '#endpoints/v1/space-weather/wind/series'
import { xray } from '#endpoints/v1/space-weather/xray'
import { xraySeries } from '#endpoints/v1/space-weather/xray/series'
import { down, info, ping, up } from '#endpoints/v1/speedtest'
import { tle } from '#endpoints/v1/tle'
import { webhookEndpoints } from '#endpoints/v1/webhooks/index'
import { weather } from '#endpoints/weather'
import { apiCatalog } from '#endpoints/well-known/api-catalog'
import { signaturesDirectory } from '#endpoints/well-known/http-message-signatures-directory'
import { securityTxt } from '#endpoints/well-known/security'
import { tiersOf } from '#keys/tiers'
import { defaultGrid } from '#orbit/shell-grid'

/**
 * The table of all endpoints there are, in the order of the specification. Routing, OpenAPI, documentation
 * and types derive from it.
 *
 * @param endpoints Returns those that the instance offers.
 * @param own Returns the whole table, with the sources of each.
 */
function tableOf(
  { grid, tiers }: Pick<Settings, 'grid' | 'tiers'>,
  endpoints: () => readonly Endpoint[],
  own: () => readonly Endpoint[],
) {
  return [
    issueKey,
    kp,
    kpForecastEndpoint,
    wind,
    mag,
    xray,
    proton,
    kpSeries,
    windSeries,
    magSeries,
    xraySeries,
    protonSeries,
    streamValues(endpoints),
    about,
    capabilities,
    catalog,
    hapiInfo,
    hapiData,
    upcoming,
    launchesIcs,
    recent,
    objects,
    objectBatch,
    density(grid),
    profile,
    diff,
    history(grid),
    shellObjects,
    listReports,
    monthlyReport,
    tle,
    listAlerts,
    streamAlerts,
    alertsAtom,
    ...webhookEndpoints,
    ...customShellEndpoints,
    referenceIndex(endpoints),
    referenceEndpoints(endpoints),
    referenceTiers(tiers),
    referenceTleGroups,
    referenceShells(grid),
    referenceScales,
    referenceFlareClasses,
    referenceErrors,
    referenceSources(() => feedsOf(own())),
    referenceUnits,
    referenceEventKinds,
    referenceLaunchStatuses,
    referenceAlertTypes,
    ping,
    down,
    up,
    info,
    openapi(endpoints),
    status(endpoints),
    statusBadgeEndpoint(endpoints),
    healthz,
    readyz(endpoints),
    recentAlerts,
    front(endpoints),
    weather(endpoints),
    debris(grid),
    globe,
    globeObjects,
    globePicture,
    hapi,
    docs(endpoints),
    asset,
    favicon,
    robots,
    preview,
    apiCatalog(endpoints),
    securityTxt,
    signaturesDirectory,
  ] as const satisfies readonly Endpoint[]
}

/** What `data` in the envelope is, by the path of the built-in endpoint. */
export type Payloads = PayloadsOf<ReturnType<typeof tableOf>>

/**
 * Creates the endpoints that an instance with these settings offers; without settings, all that there are.
 * `as` may wrap each endpoint, as a mirror does; `added` are those of the host's own.
 *
 * @throws InvalidOptionError for an endpoint that cannot be added.
 */
export function endpointsOf(
  settings?: Settings,
  as: (endpoint: Endpoint) => Endpoint = (endpoint) => endpoint,
  added: readonly Endpoint[] = [],
): readonly Endpoint[] {
  const isOffered = (endpoint: Endpoint) => settings === undefined || (endpoint.isOffered?.(settings) ?? true)
  const builtIn: readonly Endpoint[] = tableOf(
    settings ?? { grid: defaultGrid, tiers: tiersOf() },
    () => endpoints,
    () => own,
  )
  if (added.length > 0) checkAdded(added, builtIn)
  const own = [...builtIn, ...added]
  const endpoints = withPublications(own.filter(isOffered).map(as))
  return endpoints
}
