import type { Context } from '#endpoint/endpoint'
import type { Feature } from '#endpoint/feature'
import { CheckReports } from '#upstreams/check/check-reports'
import type { CheckContext } from '#upstreams/check/context'

/** The weekly check of every feed. */
export const upstreamCheck: Feature<Context & CheckContext> = {
  name: 'upstream-check',
  services: ({ store, settings, now }) => ({
    checkReports: new CheckReports(store, settings.originsId, now),
  }),
  records: () => import('#features/upstream-check/records'),
}
