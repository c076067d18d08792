import * as v from 'valibot'
import { CELESTRAK, serveObjects } from '#features/celestrak/celestrak-endpoint'
import type { CelestrakContext } from '#features/celestrak/context'
import { NO_DATA, OMITTED_HEADER } from '#features/celestrak/endpoints/gp'
import { readObjectQuery } from '#features/celestrak/object-query'
import { compatEndpoint } from '#features/shared/compat/compat-endpoint'

const path = '/NORAD/elements/{name}.txt'

/** Names of files whose group has a different name now. */
const RENAMED: Readonly<Record<string, string>> = {
  'tle-new': 'last-30-days',
  '1999-025': 'fengyun-1c-debris',
}

/** Serves groups at the paths that CelesTrak used before `gp.php`. */
export const elementsFile = compatEndpoint<CelestrakContext>({
  ...CELESTRAK,
  path,
  operationId: 'getCelestrakElementsFile',
  summary: 'TLE of a group at CelesTrak’s former path',
  description: 'The same response as /NORAD/elements/gp.php with FORMAT=TLE.',
  pathParameters: {
    name: v.pipe(
      v.string(),
      v.regex(/^[\w-]{1,40}$/),
      v.description('Name of the group; also tle-new (last-30-days) and 1999-025 (fengyun-1c-debris)'),
      v.examples(['stations']),
    ),
  },
  content: { 'text/plain': null },
  optionalHeaders: OMITTED_HEADER,
  isOnMirrors: true,
  refusals: { 404: NO_DATA },
  respond(_, call) {
    const name = String(call.params['name']).toLowerCase()
    const group = readObjectQuery(new Map([['GROUP', RENAMED[name] ?? name]]))
    return serveObjects(path, {}, group, { call, cost: 'shared' }, async (held) =>
      (await import('#features/celestrak/late')).writeGp(held, 'TLE', false),
    )
  },
})
