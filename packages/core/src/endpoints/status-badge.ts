import { representationKind, representationReader } from '#declare/data-endpoint'
import type { Endpoint } from '#declare/endpoint'
import { renderBody } from '#declare/representation'
import { text } from '#declare/schemas'
import { statusReport } from '#status/report'
import { minutes } from '#time'
import { summarize } from '#webhooks/summarize'

const path = '/status.svg'
const ttlMs = minutes(1)

/** Serves the overall state as a badge, for other sites to show. */
export function statusBadgeEndpoint(table: () => readonly Endpoint[]): Endpoint {
  return {
    method: 'GET',
    path,
    operationId: 'getStatusBadge',
    summary: 'The overall state as a badge',
    description: 'An SVG image with text, which is its title, too. It sends no upstream request.',
    tag: 'Service',
    access: 'public',
    ttlMs,
    upstreams: [],
    pathParameters: {},
    queryParameters: {},
    success: {
      status: 200,
      description: 'The badge',
      content: { 'image/svg+xml': text('The image', '<svg xmlns="http://www.w3.org/2000/svg">…</svg>') },
    },
    problems: [],
    respond: representationReader(path, ({ context }) =>
      representationKind({ ttlMs, stored: false }, async () => {
        const { collectHealthFacts, statusBadge } = await import('#pages/index')
        const readReport = () => statusReport(table(), context, summarize)
        const facts = await collectHealthFacts(table(), context, readReport)
        return { value: renderBody(statusBadge(facts), 'image/svg+xml'), fetchedAt: context.now() }
      }),
    ),
  }
}
