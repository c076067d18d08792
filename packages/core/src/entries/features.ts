// `@space-data/core/features`. The features, for instances that have only some of them.

export { type AlertsApi, type AlertsPayloads, alerts } from '#features/alerts/feature'
export { type CelestrakPayloads, celestrak } from '#features/celestrak/feature'
export { type CustomShellsPayloads, customShells } from '#features/custom-shells/feature'
export { type DebrisApi, type DebrisPayloads, debris } from '#features/debris/feature'
export { everything } from '#features/everything'
export { type HapiPayloads, hapi } from '#features/hapi/feature'
export { type LaunchesPayloads, launches } from '#features/launches/feature'
export { type ObjectsPayloads, objects } from '#features/objects/feature'
export { type OpenNotifyPayloads, openNotify } from '#features/open-notify/feature'
export { type PagesPayloads, pages } from '#features/pages/feature'
export { type PassesPayloads, passes } from '#features/passes/feature'
export { type ReferenceApi, type ReferencePayloads, reference } from '#features/reference/feature'
export { type ReportsApi, type ReportsPayloads, reports } from '#features/reports/feature'
export { type SigningPayloads, signing } from '#features/signing/feature'
export {
  type SpaceWeatherApi,
  type SpaceWeatherPayloads,
  spaceWeather,
} from '#features/space-weather/feature'
export { specification } from '#features/specification'
export { type SpeedtestPayloads, speedtest } from '#features/speedtest/feature'
export { type StatusPayloads, status } from '#features/status/feature'
export { streamTickets } from '#features/stream-tickets/feature'
export { type SwpcFilesPayloads, swpcFiles } from '#features/swpc-files/feature'
export { type UpstreamCheckApi, upstreamCheck } from '#features/upstream-check/feature'
export { type WebhooksApi, type WebhooksPayloads, webhooks } from '#features/webhooks/feature'
export type { AccountsPayloads } from '#kernel/accounts/feature'
export type { AnyFeature, ApiOfFeatures, Feature, PayloadsOfFeatures } from '#kernel/endpoint/feature'
