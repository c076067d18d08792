import type { Endpoint } from '#declare/endpoint'
import { named } from '#declare/schemas'
import { negotiatedEndpoint } from '#endpoints/negotiated'
import { linkRoot } from '#pages/layout'
import { statusData, statusReport } from '#status/report'
import { seconds } from '#time'
import { summarize } from '#webhooks/summarize'

/** Serves the state of all upstream feeds, as JSON or as the status page. */
export function status(table: () => readonly Endpoint[]): Endpoint {
  return negotiatedEndpoint({
    path: '/status',
    operationId: 'getStatus',
    summary: 'Status of all upstream feeds',
    description:
      'JSON, or HTML for clients that prefer it. Reports the last request to each feed and sends none itself.',
    ttlMs: seconds(30),
    data: named('Status', statusData),
    toData: ({ context }) => statusReport(table(), context, summarize),
    async toPage({ context }) {
      const { collectHealthFacts, statusPage } = await import('#pages/index')
      const readReport = () => statusReport(table(), context, summarize)
      const facts = await collectHealthFacts(table(), context, readReport)
      return statusPage(facts, linkRoot(context.settings.base))
    },
  })
}
