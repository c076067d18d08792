import * as v from 'valibot'
import { compatEndpoint } from '#features/shared/compat/compat-endpoint'
import { CompatRefusal } from '#features/shared/compat/compat-refusal'
import type { SwpcContext } from '#features/swpc-files/context'
import { readCached, snapshotKey } from '#kernel/endpoint/cached'
import type { Endpoint } from '#kernel/endpoint/endpoint'
import { jsonPieces } from '#kernel/endpoint/json-pieces'
import { optional } from '#kernel/endpoint/query-parameters'
import { JSON_TYPE } from '#kernel/endpoint/representation'
import { named, text } from '#kernel/endpoint/schemas'
import { renderDated } from '#kernel/endpoint/text-endpoint'
import { Problem } from '#kernel/kit/problem'
import { minutes } from '#kernel/kit/time'

const fileSchema = named(
  'SwpcFile',
  v.pipe(v.unknown(), v.description('The file: rows, or one object'), v.examples([[]])),
)

const TEXT_TYPE = 'text/plain; charset=utf-8'

/** Says of a file what it is not. */
const NOTICE = 'Made by Space-Data of data of NOAA SWPC; not a service of NOAA'

const WRONG_SHAPE = 'Invalid query: expected shape=2025 or shape=2026'

interface Folder extends Pick<Endpoint, 'operationId' | 'summary'> {
  /** Path of the folder, with a slash at its end. */
  readonly folder: string
  /** Names of its files, the first one as the example. */
  readonly files: readonly string[]
  /** Whether its files are texts of products issued every few hours. Default: JSON. */
  readonly isText?: true
}

/** Declares the files of a SWPC folder for which this service has data. */
export function swpcFolder({ folder, files, isText, ...declared }: Folder): Endpoint<SwpcContext> {
  const path = `${folder}{file}`
  const ttlMs = minutes(isText ? 15 : 1)
  return compatEndpoint<SwpcContext>({
    ...declared,
    sets: ['swpc', 'swpc-2025'],
    path,
    description:
      `For clients of NOAA SWPC: ${files.join(', ')}. Fields without data in this service are ` +
      'null. With shape=2025, a file has its form before the changes of 2026; this is the default with ' +
      'compat swpc-2025.',
    ttlMs,
    pathParameters: {
      file: v.pipe(
        v.string(),
        v.regex(/^[\w.-]{1,60}$/),
        v.description('Name of the file'),
        v.examples([files[0] ?? '']),
      ),
    },
    queryParameters: {
      shape: optional(
        v.pipe(
          v.picklist(['2025', '2026']),
          v.description('2025 for the old form, 2026 for the new one'),
          v.examples(['2025']),
        ),
      ),
    },
    content: isText
      ? { 'text/plain': text('The file', ':Product: …\n') }
      : { 'application/json': fileSchema },
    optionalHeaders: { 'x-notice': 'Notice that the file is not from NOAA' },
    problems: ['upstream_invalid', 'upstream_unavailable', 'upstream_stale'],
    isOnMirrors: true,
    refusals: { 404: 'Not Found', 400: WRONG_SHAPE },
    async respond(query, call) {
      const name = String(call.params['file'])
      const { swpcFiles, writeFile } = await import('#features/swpc-files/late')
      const file = files.includes(name) ? swpcFiles[folder]?.[name] : undefined
      if (!file) throw new Problem('not_found')
      const byDefault = call.context.settings.compat.includes('swpc-2025') ? '2025' : '2026'
      const shape = query.get('SHAPE') ?? byDefault
      if (shape !== '2025' && shape !== '2026') throw new CompatRefusal(400, WRONG_SHAPE)
      const is2025 = file.write2025 !== undefined && shape === '2025'
      return readCached(call, snapshotKey(path, { file: name, is2025 }), () => ({
        ttlMs,
        async load(previous) {
          const { written, ...provenance } = await writeFile(file, is2025, call.context)
          const { fetchedAt, validUntil } = provenance
          const type = isText ? TEXT_TYPE : JSON_TYPE
          const pieces = isText ? [String(written)] : jsonPieces(written)
          const dated = { ...provenance, type, headers: ['x-notice', NOTICE] }
          const value = await renderDated(pieces, dated, previous)
          return { value, fetchedAt, validUntil }
        },
      }))
    },
  })
}
