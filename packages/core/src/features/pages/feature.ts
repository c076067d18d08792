import type { Feature } from '#endpoint/feature'
import type { PayloadsOf } from '#endpoint/payloads'
import { type AlertsPayloads, alerts } from '#features/alerts/feature'
import { type HapiPayloads, hapi as hapiFeature } from '#features/hapi/feature'
import { type ReportsApi, type ReportsPayloads, reports } from '#features/reports/feature'
import { type StatusPayloads, status } from '#features/status/feature'
import type { UpstreamCheckApi } from '#features/upstream-check/feature'
import { type WebhooksApi, type WebhooksPayloads, webhooks } from '#features/webhooks/feature'
import type { SiteContext } from '#site/context'
import { recentAlerts } from '#site/endpoints/alerts'
import { asset } from '#site/endpoints/assets'
import { debris } from '#site/endpoints/debris'
import { docs } from '#site/endpoints/docs'
import { events } from '#site/endpoints/events'
import { favicon } from '#site/endpoints/favicon'
import { front } from '#site/endpoints/front'
import { launches } from '#site/endpoints/launches'
import { preview } from '#site/endpoints/preview'
import { robots } from '#site/endpoints/robots'
import { sky } from '#site/endpoints/sky'
import { weather } from '#site/endpoints/weather'
import { globe } from '#site/globe/globe'
import { globeObjects } from '#site/globe/objects'
import { globePicture } from '#site/globe/still'
import { hapi } from '#site/hapi/hapi'

const endpoints = (settings: SiteContext['settings']) =>
  [
    recentAlerts,
    front,
    weather,
    launches,
    events,
    sky,
    debris(settings.grid),
    globe,
    globeObjects,
    globePicture,
    hapi,
    docs,
    asset,
    favicon,
    robots,
    preview,
  ] as const

/** The pages for people. */
export const pages: Feature<SiteContext, PagesPayloads, ReportsApi & UpstreamCheckApi & WebhooksApi> = {
  name: 'pages',
  needs: [alerts, hapiFeature, reports, status, webhooks],
  endpoints,
  later: [() => import('#site/pages')],
  problemPage: async () => (await import('#site/error-page')).errorPage,
}

/** Payloads by path, including the features that it needs. */
export interface PagesPayloads
  extends PayloadsOf<ReturnType<typeof endpoints>>,
    AlertsPayloads,
    HapiPayloads,
    ReportsPayloads,
    StatusPayloads,
    WebhooksPayloads {}
