/** The status page and the report in one module, which an endpoint imports at the first request for them. */
export { collectHealthFacts } from '#features/status/health-facts'
export { readStatus } from '#features/status/report'
export { statusBadge } from '#features/status/status-badge'
export { statusPage } from '#features/status/status-page'
