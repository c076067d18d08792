import * as v from 'valibot'
import { representationKind, representationReader } from '#declare/data-endpoint'
import type { Endpoint } from '#declare/endpoint'
import { renderBody } from '#declare/representation'
import { assetFile } from '#pages/asset-names'
import { Problem } from '#problem'
import { days } from '#time'

const path = '/assets/{file}'
const ttlMs = days(1)

/** Serves the scripts of the pages, under names that change with their content. */
export const asset: Endpoint = {
  method: 'GET',
  path,
  operationId: 'getAsset',
  summary: 'A script of the pages',
  description: 'The name changes with the content; only the names that the pages link to exist.',
  tag: 'Pages',
  access: 'public',
  ttlMs,
  upstreams: [],
  pathParameters: {
    file: v.pipe(
      v.string(),
      v.regex(/^[a-z-]{1,40}-[0-9a-f]{12}\.js$/),
      v.maxLength(60),
      v.description('Name of the file: such as globe-0123456789ab.js'),
      v.examples([assetFile('globe')]),
    ),
  },
  queryParameters: {},
  success: { status: 200, description: 'The script', content: { 'text/javascript': null } },
  problems: ['not_found'],
  respond: representationReader(path, ({ params, context }) =>
    representationKind({ ttlMs, stored: false }, async () => {
      const { findAsset } = await import('#pages/index')
      const script = findAsset(params['file'] as string)
      if (script === undefined) throw new Problem('not_found')
      return { value: renderBody(script, 'text/javascript; charset=utf-8'), fetchedAt: context.now() }
    }),
  ),
}
