/**
 * All pages, their scripts and pictures in one module, which an endpoint imports when the first of them is
 * requested: they and the charts are a quarter of the code, and a start needs none of it.
 */
export { globeStill } from '@space-data/charts'
export { groundPosition } from '#catalogue/orbit/ground-position'
export { alertsPage } from '#site/alerts/alerts-page'
export { findAsset } from '#site/assets'
export { collectDebrisFacts } from '#site/debris/debris-facts'
export { debrisPage } from '#site/debris/debris-page'
export { docsPage } from '#site/docs/docs-page'
export { globePage } from '#site/globe/globe-page'
export { hapiPage } from '#site/hapi/hapi-page'
export { collectHomeFacts } from '#site/home/home-facts'
export { homePage } from '#site/home/home-page'
export { readNowFacts, readPassFacts } from '#site/now/now-facts'
export { nowText } from '#site/now/now-text'
export { previewPng } from '#site/preview-picture'
export { collectHealthFacts } from '#site/status/health-facts'
export { statusBadge } from '#site/status/status-badge'
export { statusPage } from '#site/status/status-page'
export { collectWeatherFacts } from '#site/weather/weather-facts'
export { weatherPage } from '#site/weather/weather-page'
