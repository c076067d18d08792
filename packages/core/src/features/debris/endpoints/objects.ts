import * as v from 'valibot'
import type { DebrisContext } from '#features/debris/context'
import { removedReasons } from '#features/debris/diff/diff-schemas'
import { csv, csvWithComments, listLines, ndjson } from '#features/debris/object-list/lines'
import { findRunNumber, type ListQuery } from '#features/debris/object-list/list'
import {
  CSV_HEADERS,
  csvRunHeaders,
  csvSumHeaders,
  keptSumHeaders,
} from '#features/debris/object-list/objects-csv'
import {
  FORMATS,
  type Format,
  filterOf,
  objectsParameters,
} from '#features/debris/object-list/objects-parameters'
import { readPage } from '#features/debris/object-list/page'
import { shellProblems } from '#features/debris/problems'
import { markStale, respondFromObjects } from '#features/debris/shells/published-run'
import { SHELL_VALID_MS } from '#features/debris/shells/shell-validity'
import type { ShellRun, Shells } from '#features/debris/shells/shells'
import { WholeStream } from '#features/debris/whole-stream'
import { launchYearFeed } from '#features/objects/celestrak/element-sets'
import { objectData } from '#features/objects/elements/object-data'
import { rcsClasses } from '#features/objects/satcat/catalogue-object'
import { readCached, snapshotKey } from '#kernel/endpoint/cached'
import { matchesEtag } from '#kernel/endpoint/conditional'
import { computed } from '#kernel/endpoint/cost'
import { declareEndpoint } from '#kernel/endpoint/declare-endpoint'
import type { Endpoint, EndpointCall, Reply } from '#kernel/endpoint/endpoint'
import { envelope, envelopeOf } from '#kernel/endpoint/envelope'
import { formatByAccept } from '#kernel/endpoint/negotiate'
import { renderJson } from '#kernel/endpoint/representation'
import { count, instant, named, oneOf, orNull, quantity, sourceLabel, text } from '#kernel/endpoint/schemas'
import { digest } from '#kernel/kit/digest'

const path = '/shell/objects'
const MISSING = 'The objects of the catalogue are not stored yet.'

const members = v.omit(objectData, [
  'semi_major_axis_km',
  'type_from',
  'tle_line1',
  'tle_line2',
  'as_of',
  'source',
  'catalogue_fetched_at',
  'first_catalogue_at',
]).entries

const object = v.strictObject({
  ...members,
  ephemeris_type: count('Type of the ephemeris: 0 for SGP4', 0),
  rcs_class: orNull(oneOf('Radar cross-section below 0.1 m², up to 1 m², or above', rcsClasses)),
  first_seen: v.nullable(
    text(
      'UTC day of the first catalogue with the object; null if that was the first catalogue of this instance',
      '2026-11-21',
    ),
  ),
  age_days: quantity('Age of the elements when the catalogue was fetched, days', 0.412),
  change: v.optional(oneOf('With since: change of the object since that run', ['added', 'changed'])),
})

const removed = v.strictObject({
  norad_id: members.norad_id,
  name: v.nullable(text('Last name of the object in the catalogue', 'FENGYUN 1C DEB')),
  reason: oneOf(
    'Whether SATCAT has a decay date for the object, or it disappeared without one',
    removedReasons,
  ),
  run_number: count('Number of the run in which the object was first missing', 41),
})

const boolean = (description: string, example: boolean) =>
  v.pipe(v.boolean(), v.description(description), v.examples([example]))
const listOf = <S extends v.GenericSchema>(item: S, description: string) =>
  v.pipe(v.array(item), v.description(description))
const objectSchema = named('CatalogueObject', object)

const data = v.strictObject({
  run_id: text(
    'Id of the run of this list; send it as since to get later changes',
    '20261121T031700Z-09124ad3',
  ),
  run_number: count('Ordinal number of the run', 42),
  computed_at: instant('Time the run finished'),
  fetched_at: instant('Time the catalogue was fetched'),
  catalogue_epoch: instant('Start of the 24 hours of propagation'),
  catalogue_objects: count('Number of objects in the catalogue', 34_123),
  source: sourceLabel('CelesTrak GP catalogue'),
  matched: count('Number of matching objects on all pages, without removed objects', 34_123),
  count: count('Number of objects on this page', 1_000),
  complete: boolean('Whether this page contains all matching objects', false),
  has_more: boolean('Whether there is another page', true),
  next_after: orNull(count('Send this as after to get the next page; null on the last page', 1_201)),
  missing_source: v.pipe(
    v.array(v.string()),
    v.description('Sources of the catalogue that are missing: always empty'),
    v.examples([[]]),
  ),
  missing_ids: v.optional(
    listOf(members.norad_id, 'With ids: requested catalogue numbers that are not in the list'),
  ),
  objects: v.optional(listOf(objectSchema, 'Objects in order of catalogue number; absent with since')),
  added: v.optional(listOf(objectSchema, 'With since: objects that entered the catalogue, or returned')),
  changed: v.optional(listOf(objectSchema, 'With since: objects with new elements or another SATCAT record')),
  removed: v.optional(
    listOf(named('DepartedObject', removed), 'With since: objects that left, all of them on the first page'),
  ),
})

/** For a page of 1,000 objects that match a rare filter. */
const cost = computed(150)

/**
 * Serves every catalogued object of the published run, as pages of JSON or as a complete list in one of three
 * formats.
 */
export const shellObjects: Endpoint<DebrisContext> = declareEndpoint({
  path,
  operationId: 'listShellObjects',
  summary: 'Every catalogued object of the last run, with its elements',
  description:
    'JSON is paginated. NDJSON, CSV and Parquet contain the complete list, with the number of rows, their ' +
    'SHA-256 and `complete: true`: at the end in NDJSON and Parquet, in headers in CSV. An account may ' +
    'read 3 complete lists at a time. With `since`, the response has only the changes after that run.',
  tag: 'Shells',
  access: 'key',
  cost,
  isIncludedIn: ({ debrisProducts }) => debrisProducts,
  isOffered: ({ mirror }) => !mirror,
  ttlMs: SHELL_VALID_MS,
  jobUpstreams: [launchYearFeed],
  queryParameters: objectsParameters,
  formatOf: formatByAccept(
    {
      [FORMATS.json]: undefined,
      [FORMATS.ndjson]: 'ndjson',
      [FORMATS.csv]: 'csv',
      [FORMATS.parquet]: 'parquet',
    },
    { isStrict: true },
  ),
  success: {
    status: 200,
    description: 'The objects',
    content: {
      [FORMATS.json]: envelopeOf(named('CatalogueObjects', data)),
      [FORMATS.ndjson]: text(
        'A head, then one object per line, then a trailer',
        '{"record":"head","run_id":"…"}\n',
      ),
      [FORMATS.csv]: text(
        'First line: the names of the OMM columns, then of other columns; all other lines: rows',
        'OBJECT_NAME,OBJECT_ID,EPOCH,…\nISS (ZARYA),1998-067A,2026-08-06T01:17:37.872384,…\n',
      ),
      [FORMATS.parquet]: null,
    },
    optionalHeaders: CSV_HEADERS,
  },
  problems: [
    'not_acceptable',
    'rate_limited',
    shellProblems.run_too_old,
    shellProblems.shell_not_populated,
    'upstream_unavailable',
  ],
  respond(call) {
    const filter = filterOf(call.params)
    const format = (call.params['format'] ?? 'json') as Format
    return respondFromObjects(MISSING, call, async (run, shells) => {
      const requested = call.params['since'] as string | undefined
      const since = requested === undefined ? undefined : await findRunNumber(requested, run, shells)
      const respond = format === 'json' ? respondPage : respondWhole
      return respond({ call, format, run, shells, query: { filter, since } })
    })
  },
})

/** Version of the formats. A copy made by an earlier version is not current. */
const VERSION = 2

interface ListRequest {
  readonly call: EndpointCall<DebrisContext>
  readonly format: Format
  readonly run: ShellRun
  readonly shells: Shells
  readonly query: ListQuery
}

async function respondPage({ call, run, shells, query }: ListRequest): Promise<Reply> {
  const { format: _, ...requested } = call.params
  const { after, limit } = requested as { readonly after: number; readonly limit: number }
  const { source, fetchedAt } = run
  const read = readCached(call, snapshotKey(path, { ...requested, run: run.id }), () => ({
    ttlMs: SHELL_VALID_MS,
    cost,
    async load() {
      const data = await readPage(run, { ...query, after, limit }, shells)
      const body = envelope({ data, source, fetchedAt }, SHELL_VALID_MS)
      return { value: renderJson(body), fetchedAt }
    },
  }))
  return markStale(await read, call.now)
}

async function respondWhole({ call, format, run, shells, query }: ListRequest): Promise<Reply> {
  const { params, request, now } = call
  const { limit: _, after: __, format: ___, trailer, ...requested } = params
  const hasComments = format === 'csv' && trailer === '1'
  const list = { ...requested, format, hasComments, version: VERSION, run: run.id }
  const etag = `"${digest(snapshotKey(path, list), 'base64url').slice(0, 24)}"`
  const ttl = Math.floor((run.fetchedAt + SHELL_VALID_MS - now) / 1_000)
  const headers = Object.entries({
    etag,
    vary: 'Accept, Authorization, X-API-Key',
    'cache-control': ttl < 0 ? 'no-store' : `private, max-age=${ttl}`,
    'cache-status': `space-data; hit; ttl=${ttl}`,
  }).flat()
  if (matchesEtag(request.header('if-none-match'), etag)) return { status: 304, headers, body: null }
  const type = format === 'csv' ? `${FORMATS.csv}; charset=utf-8` : FORMATS[format]
  headers.push('content-type', type)
  if (format === 'csv') headers.push(...csvRunHeaders(run))
  const sums = format === 'csv' && !hasComments ? keptSumHeaders(etag, shells) : []
  if (request.method === 'HEAD' && sums)
    return { status: 200, headers: [...headers, ...(await sums)], body: null }
  const body = await call.context.accounts.openResponses.open('list', call, async (place) => {
    headers.push(...(await (sums ?? csvSumHeaders(etag, { run, query, shells, place }))))
    const chunks =
      format === 'parquet'
        ? (await import('#features/debris/object-list/parquet')).listParquet(run, query, shells)
        : listLines(format === 'ndjson' ? ndjson : hasComments ? csvWithComments : csv, run, query, shells)
    return new WholeStream(chunks, place).begin()
  })
  return { status: 200, headers, body }
}
