import { summarize } from '#alerts/webhooks/summarize'
import type { Endpoint } from '#endpoint/endpoint'
import { renderBody } from '#endpoint/representation'
import { text } from '#endpoint/schemas'
import { minutes } from '#kit/time'
import { documentEndpoint } from '#site/document-endpoint'
import { statusReport } from '#site/status/report'

/** Serves the overall state as a badge, for other sites to show. */
export function statusBadgeEndpoint(table: () => readonly Endpoint[]): Endpoint {
  return documentEndpoint({
    path: '/status.svg',
    operationId: 'getStatusBadge',
    summary: 'The overall state as a badge',
    description: 'An SVG image with text, which is its title, too. It sends no upstream request.',
    ttlMs: minutes(1),
    success: {
      description: 'The badge',
      content: { 'image/svg+xml': text('The image', '<svg xmlns="http://www.w3.org/2000/svg">…</svg>') },
    },
    async render({ context }) {
      const { collectHealthFacts, statusBadge } = await import('#site/pages')
      const readReport = () => statusReport(table(), context, summarize)
      const facts = await collectHealthFacts(table(), context, readReport)
      return renderBody(statusBadge(facts), 'image/svg+xml')
    },
  })
}
