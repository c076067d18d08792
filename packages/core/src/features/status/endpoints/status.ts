import { linkRoot } from '#features/shared/page/link-root'
import { negotiatedEndpoint } from '#features/shared/page/negotiated'
import type { StatusContext } from '#features/status/context'
import { statusData } from '#features/status/status-data'
import { named } from '#kernel/endpoint/schemas'
import { seconds } from '#kernel/kit/time'

/** Serves the state of all upstream feeds, as JSON or as the status page. */
export const status = negotiatedEndpoint<StatusContext>({
  path: '/status',
  operationId: 'getStatus',
  summary: 'Status of all upstream feeds',
  description:
    'JSON, or HTML for clients that prefer it. Reports the last request to each feed and sends none itself.',
  ttlMs: seconds(30),
  data: named('Status', statusData),
  async toData({ context }) {
    const { readStatus } = await import('#features/status/late')
    return (await readStatus(context)).report
  },
  async toPage({ context }) {
    const { collectHealthFacts, statusPage } = await import('#features/status/late')
    const facts = await collectHealthFacts(context)
    return statusPage(facts, linkRoot(context.settings.base))
  },
})
