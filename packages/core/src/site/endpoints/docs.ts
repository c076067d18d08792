import { linkRoot } from '#endpoint/page/link-root'
import { hours } from '#kit/time'
import type { ApiDocument } from '#site/docs/document'
import { pageEndpoint } from '#site/page-endpoint'

/** Serves the reference of all endpoints, this one included. */
export const docs = pageEndpoint({
  path: '/docs',
  operationId: 'getDocsPage',
  summary: 'Reference of the API, to read and to try',
  ttlMs: hours(1),
  async toPage({ context: { settings, table, upstreams } }) {
    const [{ docsPage }, { createOpenApiInTurns }] = await Promise.all([
      import('#site/pages'),
      import('#endpoint/openapi/document'),
    ])
    const { base } = settings
    const document = (await createOpenApiInTurns(table.offered, base)) as unknown as ApiDocument
    return await docsPage(table.offered, document, upstreams.shownNote.text, linkRoot(base))
  },
})
