import { type AlertsPayloads, alerts } from '#features/alerts/feature'
import { type HapiPayloads, hapi as hapiFeature } from '#features/hapi/feature'
import type { PagesContext } from '#features/pages/context'
import { recentAlerts } from '#features/pages/endpoints/alerts'
import { asset } from '#features/pages/endpoints/assets'
import { debris } from '#features/pages/endpoints/debris'
import { docs } from '#features/pages/endpoints/docs'
import { events } from '#features/pages/endpoints/events'
import { favicon } from '#features/pages/endpoints/favicon'
import { front } from '#features/pages/endpoints/front'
import { launches } from '#features/pages/endpoints/launches'
import { preview } from '#features/pages/endpoints/preview'
import { robots } from '#features/pages/endpoints/robots'
import { sky } from '#features/pages/endpoints/sky'
import { weather } from '#features/pages/endpoints/weather'
import { globe } from '#features/pages/globe/globe'
import { globeObjects } from '#features/pages/globe/objects'
import { globePicture } from '#features/pages/globe/still'
import { hapi } from '#features/pages/hapi/hapi'
import { type ReferenceApi, type ReferencePayloads, reference } from '#features/reference/feature'
import { type ReportsApi, type ReportsPayloads, reports } from '#features/reports/feature'
import { type StatusPayloads, status } from '#features/status/feature'
import type { UpstreamCheckApi } from '#features/upstream-check/feature'
import { type WebhooksApi, type WebhooksPayloads, webhooks } from '#features/webhooks/feature'
import type { Feature } from '#kernel/endpoint/feature'
import type { PayloadsOf } from '#kernel/endpoint/payloads'

const endpoints = (settings: PagesContext['settings']) =>
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
export const pages: Feature<
  PagesContext,
  PagesPayloads,
  ReferenceApi & ReportsApi & UpstreamCheckApi & WebhooksApi
> = {
  name: 'pages',
  needs: [alerts, hapiFeature, reference, reports, status, webhooks],
  endpoints,
  later: [() => import('#features/pages/pages')],
  problemPage: async () => (await import('#features/pages/error-page')).errorPage,
}

/** Payloads by path, including the features that it needs. */
export interface PagesPayloads
  extends PayloadsOf<ReturnType<typeof endpoints>>,
    AlertsPayloads,
    HapiPayloads,
    ReferencePayloads,
    ReportsPayloads,
    StatusPayloads,
    WebhooksPayloads {}
