import type { StatusContext } from '#features/status/context'
import { loadFirstData } from '#features/status/endpoints/first-data'
import { healthz } from '#features/status/endpoints/healthz'
import { readyz } from '#features/status/endpoints/readyz'
import { status as statusEndpoint } from '#features/status/endpoints/status'
import { statusBadgeEndpoint } from '#features/status/endpoints/status-badge'
import { createSiteServices } from '#features/status/services'
import { type UpstreamCheckApi, upstreamCheck } from '#features/upstream-check/feature'
import type { Feature } from '#kernel/endpoint/feature'
import type { PayloadsOf } from '#kernel/endpoint/payloads'
import { stopAll } from '#kernel/kit/schedule'

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
  later: [() => import('#features/status/late')],
}

/** Payloads by path. */
export interface StatusPayloads extends PayloadsOf<typeof endpoints> {}
