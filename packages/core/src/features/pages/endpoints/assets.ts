import * as v from 'valibot'
import { assetFile } from '#features/shared/page/asset-names'
import { documentEndpoint } from '#features/shared/page/document-endpoint'
import { renderBody } from '#kernel/endpoint/representation'
import { Problem } from '#kernel/kit/problem'
import { days } from '#kernel/kit/time'

/** Serves the scripts of the pages, under names that change with their content. */
export const asset = documentEndpoint({
  path: '/assets/{file}',
  operationId: 'getAsset',
  summary: 'A script of the pages',
  description: 'The name changes with the content; only the names that the pages link to exist.',
  tag: 'Pages',
  ttlMs: days(1),
  pathParameters: {
    file: v.pipe(
      v.string(),
      v.regex(/^[a-z-]{1,40}-[0-9a-f]{12}\.js$/),
      v.maxLength(60),
      v.description('Name of the file, such as globe-0123456789ab.js'),
      v.examples([assetFile('globe')]),
    ),
  },
  success: { description: 'The script', content: { 'text/javascript': null } },
  problems: ['not_found'],
  async render({ params }) {
    const { findAsset } = await import('#features/pages/pages')
    const script = findAsset(params['file'] as string)
    if (script === undefined) throw new Problem('not_found')
    return renderBody(script, 'text/javascript; charset=utf-8')
  },
})
