import type { Feature } from '#endpoint/feature'
import type { PayloadsOf } from '#endpoint/payloads'
import type { SiteContext } from '#site/context'
import { healthz } from '#site/status/endpoints/healthz'
import { readyz } from '#site/status/endpoints/readyz'
import { status as statusEndpoint } from '#site/status/endpoints/status'
import { statusBadgeEndpoint } from '#site/status/endpoints/status-badge'

const endpoints = [statusEndpoint, statusBadgeEndpoint, healthz, readyz] as const

/** The state of the service and of its feeds. */
export const status: Feature<SiteContext, StatusPayloads> = {
  name: 'status',
  endpoints,
  records: () => import('#features/status/records'),
}

/** Payloads by path. */
export interface StatusPayloads extends PayloadsOf<typeof endpoints> {}
