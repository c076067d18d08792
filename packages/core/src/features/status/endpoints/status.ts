import { linkRoot } from '#endpoint/page/link-root'
import { named } from '#endpoint/schemas'
import { seconds } from '#kit/time'
import { negotiatedEndpoint } from '#site/negotiated'
import type { StatusContext } from '#site/status/context'
import { statusData } from '#site/status/status-data'

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
    const { readStatus } = await import('#site/status/late')
    return (await readStatus(context)).report
  },
  async toPage({ context }) {
    const { collectHealthFacts, statusPage } = await import('#site/status/late')
    const facts = await collectHealthFacts(context)
    return statusPage(facts, linkRoot(context.settings.base))
  },
})
