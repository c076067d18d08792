import * as v from 'valibot'
import type { ApiDocument } from '#features/pages/docs/document'
import { groupId, operationsOf } from '#features/pages/docs/operation-links'
import { linkRoot } from '#features/shared/page/link-root'
import { pageEndpoint } from '#features/shared/page/page-endpoint'
import { hours } from '#kernel/kit/time'

/** Serves the reference of all endpoints, this one included: the introduction, and a page for each group. */
export const docs = pageEndpoint({
  path: '/docs',
  operationId: 'getDocsPage',
  summary: 'Reference of the API, to read and to try',
  ttlMs: hours(1),
  queryParameters: {
    // An unknown group selects the introduction: groups depend on the features of the instance.
    group: v.fallback(
      v.optional(
        v.pipe(
          v.string(),
          v.regex(/^[a-z-]{1,40}$/),
          v.description('Group of operations, such as space-weather; absent or unknown: the introduction'),
          v.examples(['space-weather']),
        ),
      ),
      undefined,
    ),
  },
  pageKey: ({ params: { group }, context }) => ({
    group: context.table.offered.some(({ tag }) => groupId(tag) === group) ? group : null,
  }),
  async toPage({ params, context: { settings, table, upstreams } }) {
    const { offered } = table
    const tag = offered.find((each) => groupId(each.tag) === params['group'])?.tag
    const [{ docsPage }, { createOpenApiInTurns }] = await Promise.all([
      import('#features/pages/pages'),
      import('#features/reference/openapi/document'),
    ])
    const { base } = settings
    const described = tag === undefined ? offered : operationsOf(tag, offered)
    const document = (await createOpenApiInTurns(described, base)) as unknown as ApiDocument
    return await docsPage(offered, document, tag, upstreams.shownNote.text, linkRoot(base))
  },
})
