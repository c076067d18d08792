import type { Endpoint } from '#endpoint/endpoint'
import { loadFirstData } from '#site/status/endpoints/first-data'
import { probe, succeeded } from '#site/status/endpoints/probe'

const READ_ONLY = ', but the store is read-only: no key can be issued, and requests are not counted exactly'

/** Whether the instance should be sent requests. A load balancer leaves out one that should not. */
export function readyz(table: () => readonly Endpoint[]): Endpoint {
  return probe({
    path: '/readyz',
    operationId: 'getReadiness',
    summary: 'Whether the instance should be sent requests',
    description:
      '503 `not_ready` while the store does not answer, while the first space weather is being loaded, and ' +
      'while the instance is stopping. A provider that fails does not make it unready; nor does a store that can only be read, which the text ' +
      'says. For load balancers.',
    problems: ['not_ready'],
    async respond({ context }) {
      // Of an instance that nothing has started, as on Workers.
      void loadFirstData(table(), context)
      await context.site.readiness.check()
      return succeeded(context.store.isReadOnly ? READ_ONLY : '')
    },
  })
}
