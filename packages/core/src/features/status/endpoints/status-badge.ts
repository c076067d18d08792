import { documentEndpoint } from '#features/shared/page/document-endpoint'
import type { StatusContext } from '#features/status/context'
import { renderBody } from '#kernel/endpoint/representation'
import { text } from '#kernel/endpoint/schemas'
import { minutes } from '#kernel/kit/time'

/** Serves the overall state as a badge, for other sites to show. */
export const statusBadgeEndpoint = documentEndpoint<StatusContext>({
  path: '/status.svg',
  operationId: 'getStatusBadge',
  summary: 'The overall state as a badge',
  description: 'An SVG image with a text that is also its title. Sends no upstream request.',
  ttlMs: minutes(1),
  success: {
    description: 'The badge',
    content: { 'image/svg+xml': text('The image', '<svg xmlns="http://www.w3.org/2000/svg">…</svg>') },
  },
  async render({ context }) {
    const { collectHealthFacts, statusBadge } = await import('#features/status/late')
    return renderBody(statusBadge(await collectHealthFacts(context)), 'image/svg+xml')
  },
})
