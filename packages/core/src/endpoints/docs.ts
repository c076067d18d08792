import type { Endpoint } from '#declare/endpoint'
import { describeApi } from '#endpoints/openapi'
import { pageEndpoint } from '#endpoints/page-endpoint'
import type { ApiDocument } from '#pages/docs/document'
import { linkRoot } from '#pages/layout'
import { hours } from '#time'

/** Serves the reference of all endpoints, this one included. */
export function docs(table: () => readonly Endpoint[]): Endpoint {
  return pageEndpoint({
    path: '/docs',
    operationId: 'getDocsPage',
    summary: 'Reference of the API, to read and to try',
    ttlMs: hours(1),
    async toPage({ context: { settings } }) {
      const { docsPage } = await import('#pages/index')
      const { base, sourceNote } = settings
      const document = describeApi(table(), base) as unknown as ApiDocument
      return docsPage(table(), document, sourceNote, linkRoot(base))
    },
  })
}
