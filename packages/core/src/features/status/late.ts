/** The status page and the report in one module, which an endpoint imports at the first request for them. */
export { collectHealthFacts } from '#site/status/health-facts'
export { readStatus } from '#site/status/report'
export { statusBadge } from '#site/status/status-badge'
export { statusPage } from '#site/status/status-page'
