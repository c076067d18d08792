import { issueKey } from '#accounts/endpoints/keys'
import { referenceTiers } from '#accounts/endpoints/ref-tiers'
import { tiersOf } from '#accounts/quota/tiers'
import { listAlerts } from '#alerts/endpoints/alerts'
import { alertsAtom } from '#alerts/endpoints/atom'
import { referenceAlertTypes } from '#alerts/endpoints/ref-alert-types'
import { streamAlerts } from '#alerts/endpoints/stream'
import { webhookEndpoints } from '#alerts/webhooks/endpoints/index'
import { objectHistory } from '#catalogue/endpoints/object-history'
import { objects } from '#catalogue/endpoints/objects'
import { objectBatch } from '#catalogue/endpoints/objects-batch'
import { referenceTleGroups } from '#catalogue/endpoints/ref-tle-groups'
import { tle } from '#catalogue/endpoints/tle'
import { launchesIcs } from '#catalogue/launches/endpoints/calendar'
import { launchById } from '#catalogue/launches/endpoints/launch'
import { previous } from '#catalogue/launches/endpoints/previous'
import { referenceLaunchStatuses } from '#catalogue/launches/endpoints/ref-launch-statuses'
import { upcoming } from '#catalogue/launches/endpoints/upcoming'
import { people } from '#catalogue/people/endpoints/people'
import { above } from '#catalogue/sky/endpoints/above'
import { objectPasses } from '#catalogue/sky/endpoints/object-passes'
import { passes } from '#catalogue/sky/endpoints/passes'
import { passesIcs } from '#catalogue/sky/endpoints/passes-calendar'
import { objectPosition } from '#catalogue/sky/endpoints/position'
import { sunMoon } from '#catalogue/sky/endpoints/sun-moon'
import { elementsFile } from '#compat/celestrak/endpoints/elements'
import { gp } from '#compat/celestrak/endpoints/gp'
import { satcatFile } from '#compat/celestrak/endpoints/satcat'
import { satcatRecords } from '#compat/celestrak/endpoints/satcat-records'
import { astros } from '#compat/open-notify/endpoints/astros'
import { issNow } from '#compat/open-notify/endpoints/iss-now'
import { issPass } from '#compat/open-notify/endpoints/iss-pass'
import { swpcJson } from '#compat/swpc/endpoints/json'
import { swpcProducts } from '#compat/swpc/endpoints/products'
import { swpcText } from '#compat/swpc/endpoints/text'
import { customShellEndpoints } from '#debris/custom-shells/endpoints/index'
import { defaultGrid } from '#debris/density/shell-grid'
import { density } from '#debris/endpoints/density'
import { diff } from '#debris/endpoints/diff'
import { history } from '#debris/endpoints/history'
import { shellObjects } from '#debris/endpoints/objects'
import { profile } from '#debris/endpoints/profile'
import { referenceShells } from '#debris/endpoints/ref-shells'
import { monthlyReport } from '#debris/reports/endpoints/month'
import { listReports } from '#debris/reports/endpoints/reports'
import { type AnyEndpoint, type Endpoint, withOptionalKey } from '#endpoint/endpoint'
import { feedsOf } from '#endpoint/endpoint-feeds'
import type { PayloadsOf } from '#endpoint/payloads'
import { withPublications } from '#endpoint/publication/publications'
import { checkAdded } from '#host/added-endpoints'
import type { InstanceContext, InstanceSettings } from '#host/context'
import { recentAlerts } from '#site/endpoints/alerts'
import { asset } from '#site/endpoints/assets'
import { debris } from '#site/endpoints/debris'
import { docs } from '#site/endpoints/docs'
import { events } from '#site/endpoints/events'
import { favicon } from '#site/endpoints/favicon'
import { front } from '#site/endpoints/front'
import { launches } from '#site/endpoints/launches'
import { openapi } from '#site/endpoints/openapi'
import { preview } from '#site/endpoints/preview'
import { referenceIndex } from '#site/endpoints/ref'
import { referenceEndpoints } from '#site/endpoints/ref-endpoints'
import { referenceErrors } from '#site/endpoints/ref-errors'
import { referenceSources } from '#site/endpoints/ref-sources'
import { robots } from '#site/endpoints/robots'
import { sky } from '#site/endpoints/sky'
import { down, info, ping, up } from '#site/endpoints/speedtest'
import { weather } from '#site/endpoints/weather'
import { apiCatalog } from '#site/endpoints/well-known/api-catalog'
import { signaturesDirectory } from '#site/endpoints/well-known/http-message-signatures-directory'
import { securityTxt } from '#site/endpoints/well-known/security'
import { globe } from '#site/globe/globe'
import { globeObjects } from '#site/globe/objects'
import { globePicture } from '#site/globe/still'
import { hapi } from '#site/hapi/hapi'
import { healthz } from '#site/status/endpoints/healthz'
import { readyz } from '#site/status/endpoints/readyz'
import { status } from '#site/status/endpoints/status'
import { statusBadgeEndpoint } from '#site/status/endpoints/status-badge'
import { threeDayForecast } from '#space-weather/endpoints/3-day-forecast'
import { aIndex } from '#space-weather/endpoints/a-index'
import { absorption } from '#space-weather/endpoints/absorption'
import { absorptionGrid } from '#space-weather/endpoints/absorption-grid'
import { aurora } from '#space-weather/endpoints/aurora'
import { auroraGrid } from '#space-weather/endpoints/aurora-grid'
import { currentWith } from '#space-weather/endpoints/current'
import { aIndexSeries, fluxSeries, sunspotsSeries } from '#space-weather/endpoints/daily-series'
import { discussion } from '#space-weather/endpoints/discussion'
import { electrons } from '#space-weather/endpoints/electrons'
import { flux } from '#space-weather/endpoints/flux'
import { kp } from '#space-weather/endpoints/kp'
import { kpForecastEndpoint } from '#space-weather/endpoints/kp-forecast'
import { kpGfz, kpGfzSeries } from '#space-weather/endpoints/kp-gfz'
import { mag } from '#space-weather/endpoints/mag'
import { notices } from '#space-weather/endpoints/notices'
import { outlook } from '#space-weather/endpoints/outlook'
import { probabilities } from '#space-weather/endpoints/probabilities'
import { proton } from '#space-weather/endpoints/proton'
import { referenceFlareClasses } from '#space-weather/endpoints/ref-flare-classes'
import { referenceScales } from '#space-weather/endpoints/ref-scales'
import { referenceUnits } from '#space-weather/endpoints/ref-units'
import { regions } from '#space-weather/endpoints/regions'
import { scales } from '#space-weather/endpoints/scales'
import {
  electronSeries,
  kpSeries,
  magSeries,
  protonSeries,
  windSeries,
  xraySeries,
} from '#space-weather/endpoints/series'
import { streamValues } from '#space-weather/endpoints/stream'
import { sunspots } from '#space-weather/endpoints/sunspots'
import { wind } from '#space-weather/endpoints/wind'
import { xray } from '#space-weather/endpoints/xray'
import { arrivals } from '#space-weather/events/endpoints/arrivals'
import { recent } from '#space-weather/events/endpoints/recent'
import { referenceEventKinds } from '#space-weather/events/endpoints/ref-event-kinds'
import { nextArrival } from '#space-weather/events/next-arrival'
import { about } from '#space-weather/hapi/endpoints/about'
import { capabilities } from '#space-weather/hapi/endpoints/capabilities'
import { catalog } from '#space-weather/hapi/endpoints/catalog'
import { data as hapiData } from '#space-weather/hapi/endpoints/data'
import { info as hapiInfo } from '#space-weather/hapi/endpoints/info'

/**
 * Returns the table of all endpoints, in the order of the specification. Routing, OpenAPI, documentation and
 * types are derived from it.
 *
 * @param endpoints Returns the endpoints that the instance offers.
 * @param own Returns the complete table, with the sources of each endpoint.
 */
function tableOf(
  settings: Pick<InstanceSettings, 'grid' | 'tiers' | 'anonymous'>,
  _endpoints: () => readonly Endpoint[],
  own: () => readonly Endpoint[],
) {
  const { grid } = settings
  return [
    issueKey,
    kp,
    kpForecastEndpoint,
    kpGfz,
    wind,
    mag,
    xray,
    proton,
    currentWith({ arrival: nextArrival }),
    electrons,
    flux,
    sunspots,
    aIndex,
    aurora,
    auroraGrid,
    absorption,
    absorptionGrid,
    scales,
    probabilities,
    regions,
    outlook,
    arrivals,
    notices,
    discussion,
    threeDayForecast,
    kpSeries,
    kpGfzSeries,
    windSeries,
    magSeries,
    xraySeries,
    protonSeries,
    electronSeries,
    fluxSeries,
    sunspotsSeries,
    aIndexSeries,
    streamValues,
    about,
    capabilities,
    catalog,
    hapiInfo,
    hapiData,
    upcoming,
    previous,
    launchById,
    launchesIcs,
    people,
    recent,
    objects,
    objectBatch,
    objectHistory,
    objectPosition,
    objectPasses,
    passes,
    passesIcs,
    above,
    sunMoon,
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
    gp,
    elementsFile,
    satcatFile,
    satcatRecords,
    ...swpcJson,
    ...swpcProducts,
    swpcText,
    astros,
    issNow,
    issPass,
    referenceIndex,
    referenceEndpoints,
    referenceTiers(settings),
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
    openapi,
    status,
    statusBadgeEndpoint,
    healthz,
    readyz,
    recentAlerts,
    front,
    weather,
    launches,
    events,
    sky,
    debris(grid),
    globe,
    globeObjects,
    globePicture,
    hapi,
    docs,
    asset,
    favicon,
    robots,
    preview,
    apiCatalog,
    securityTxt,
    signaturesDirectory,
  ] as const satisfies readonly Endpoint<InstanceContext>[]
}

/** The type of `data` in the envelope, by the path of the built-in endpoint. */
export type Payloads = PayloadsOf<ReturnType<typeof tableOf>>

/**
 * Creates the endpoints that an instance with these settings offers; without settings, all endpoints. `as`
 * may wrap each endpoint, as a mirror does. `added` are the host's own endpoints.
 *
 * @throws InvalidOptionError for an endpoint that cannot be added.
 */
export function endpointsOf(
  settings?: InstanceSettings,
  as: (endpoint: Endpoint) => Endpoint = (endpoint) => endpoint,
  added: readonly Endpoint[] = [],
): readonly Endpoint[] {
  const isOffered = (endpoint: Endpoint) => settings === undefined || (endpoint.isOffered?.(settings) ?? true)
  const ofFeatures: readonly AnyEndpoint[] = tableOf(
    settings ?? { grid: defaultGrid, tiers: tiersOf(), anonymous: 0 },
    () => endpoints,
    () => own,
  )
  // The context of an instance has the services of every feature.
  const builtIn = ofFeatures as readonly Endpoint[]
  const withoutKeys = (endpoint: Endpoint) => withOptionalKey(endpoint, (settings?.anonymous ?? 0) > 0)
  if (added.length > 0) checkAdded(added, builtIn)
  const own = [...builtIn, ...added]
  const endpoints = withPublications(own.filter(isOffered).map(as).map(withoutKeys))
  return endpoints
}
