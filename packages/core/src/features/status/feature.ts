import type { Feature } from '#endpoint/feature'
import type { PayloadsOf } from '#endpoint/payloads'
import { type UpstreamCheckApi, upstreamCheck } from '#features/upstream-check/feature'
import { stopAll } from '#kit/schedule'
import { createSiteServices } from '#site/services'
import type { StatusContext } from '#site/status/context'
import { loadFirstData } from '#site/status/endpoints/first-data'
import { healthz } from '#site/status/endpoints/healthz'
import { readyz } from '#site/status/endpoints/readyz'
import { status as statusEndpoint } from '#site/status/endpoints/status'
import { statusBadgeEndpoint } from '#site/status/endpoints/status-badge'

const endpoints = [statusEndpoint, statusBadgeEndpoint, healthz, readyz] as const

/** The state of the service and of its feeds. */
export const status: Feature<StatusContext, StatusPayloads, UpstreamCheckApi> = {
  name: 'status',
  needs: [upstreamCheck],
  services: (context) => ({ site: createSiteServices(context) }),
  endpoints,
  start(context) {
    void loadFirstData(context)
    return stopAll([])
  },
  api: (context) => ({
    loadFirstData: () => loadFirstData(context),
    drain: () => context.site.readiness.drain(),
  }),
  later: [() => import('#site/status/late')],
}

/** Payloads by path. */
export interface StatusPayloads extends PayloadsOf<typeof endpoints> {}
