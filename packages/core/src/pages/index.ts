/**
 * All pages and pictures in one module, which an endpoint imports when the first of them is requested: they
 * and the charts are a quarter of the code, and a start needs none of it.
 */
export { globeStill } from '@space-data/charts'
export { alertsFeed } from '#pages/alerts/alerts-feed'
export { alertsPage } from '#pages/alerts/alerts-page'
export { collectDebrisFacts } from '#pages/debris/debris-facts'
export { debrisPage } from '#pages/debris/debris-page'
export { docsPage } from '#pages/docs/docs-page'
export { globePage } from '#pages/globe/globe-page'
export { hapiPage } from '#pages/hapi/hapi-page'
export { collectHomeFacts } from '#pages/home/home-facts'
export { homePage } from '#pages/home/home-page'
export { collectNowFacts } from '#pages/now/now-facts'
export { nowText } from '#pages/now/now-text'
export { reportPage } from '#pages/report/report-page'
export { collectHealthFacts } from '#pages/status/health-facts'
export { statusBadge } from '#pages/status/status-badge'
export { statusPage } from '#pages/status/status-page'
export { collectWeatherFacts } from '#pages/weather/weather-facts'
export { weatherPage } from '#pages/weather/weather-page'
