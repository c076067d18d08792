import type { StatusContext } from '#features/status/context'
import { loadFirstData } from '#features/status/endpoints/first-data'
import { probe, succeeded } from '#features/status/endpoints/probe'
import { statusProblems } from '#features/status/problems'

const READ_ONLY = ', but the store is read-only: no key can be issued, and requests are not counted exactly'

/**
 * Reports whether the instance should receive requests. A load balancer skips an instance that should not.
 */
export const readyz = probe<StatusContext>({
  path: '/readyz',
  operationId: 'getReadiness',
  summary: 'Whether the instance should receive requests',
  description:
    '503 `not_ready` while the store does not respond, while the first space weather data are being ' +
    'loaded, and while the instance is stopping. A failing provider does not make it unready; nor does a ' +
    'read-only store, which the text states. For load balancers.',
  problems: [statusProblems.not_ready],
  async respond({ context }) {
    // Loads the first data of an instance that was not started, as on Workers.
    void loadFirstData(context)
    await context.site.readiness.check()
    return succeeded(context.store.isReadOnly ? READ_ONLY : '')
  },
})
