import * as v from 'valibot'
import { representationKind, snapshotKey } from '#declare/data-endpoint'
import { optional } from '#declare/query-parameters'
import { JSON_TYPE, type Representation, renderBody } from '#declare/representation'
import { text } from '#declare/schemas'
import { FRESHNESS_HEADERS, freshnessHeaders } from '#declare/text-endpoint'
import { type Coverage, coverageOf, type Span } from '#endpoints/hapi/coverage'
import { type Selected, selectedBy } from '#endpoints/hapi/datasets'
import { hapiEndpoint } from '#endpoints/hapi/hapi-endpoint'
import { describe } from '#endpoints/hapi/info'
import { datasetParameter, parametersParameter } from '#endpoints/hapi/parameters'
import { type HapiQuery, requiredOf } from '#endpoints/hapi/query'
import { type Records, recordsOf, toBinary, toCsv, toJson } from '#endpoints/hapi/records'
import { hapiData } from '#endpoints/hapi/schemas'
import { HapiError, succeeded } from '#endpoints/hapi/status'
import { parseHapiTime } from '#endpoints/hapi/time'
import {
  MAX_SPAN_DAYS,
  OPEN_TTL_MS,
  provenanceOf,
  SETTLED_TTL_MS,
  sourceLabelOf,
  validityOf,
} from '#endpoints/v1/space-weather/recorded-series'
import { days, iso } from '#time'

const path = '/hapi/data'

/** Media types by format; the first is the default. */
export const FORMATS = {
  csv: 'text/csv; charset=utf-8',
  binary: 'application/octet-stream',
  json: JSON_TYPE,
} as const
type Format = keyof typeof FORMATS

/** Serves the records of a dataset. */
export const data = hapiEndpoint({
  path,
  operationId: 'getHapiData',
  summary: 'Records of a HAPI dataset',
  description:
    'What was recorded from `start` on and before `stop`: a record for each instant that has a value, with ' +
    `-1e31 for those that it does not have. At most ${MAX_SPAN_DAYS} days a request. Binary has the time in 24 ` +
    'characters and little-endian doubles. Valid for a minute; once the last day ended 25 hours ago for up to an ' +
    'hour, and 8 days ago for up to 7 days; with a header until midnight UTC at most.',
  maxTtlMs: SETTLED_TTL_MS,
  queryParameters: {
    dataset: datasetParameter,
    start: timeParameter('First instant', 'time.min', '2026-11-20'),
    stop: timeParameter('End', 'time.max', '2026-11-21'),
    parameters: parametersParameter,
    include: optional(
      v.pipe(
        v.picklist(['header']),
        v.description('What to send before the records: header, lines of # with the response of /hapi/info'),
        v.examples(['header']),
      ),
    ),
    format: optional(
      v.pipe(
        v.picklist(Object.keys(FORMATS) as [Format, ...Format[]]),
        v.description('Format: csv, binary or json; default csv'),
        v.examples(['csv']),
      ),
    ),
  },
  success: {
    status: 200,
    description: 'The records; none if nothing was recorded',
    content: {
      'text/csv': text('A line for each record', '2026-11-20T00:00:00.000Z,3.33\n'),
      'application/octet-stream': null,
      'application/json': hapiData,
    },
    headers: FRESHNESS_HEADERS,
  },
  async respond(query, call) {
    const { context, request, now } = call
    const asked = readRequest(query)
    const { dataset, startMs, stopMs, format, hasHeader } = asked
    const names = asked.parameters.map(({ name }) => name)
    const key = snapshotKey(path, { dataset: dataset.id, names, startMs, stopMs, format, hasHeader })
    const cached = context.snapshots.getCached<Representation>(key, now)
    if (cached) return cached
    const coverage = await coverageOf(dataset.id, call)
    assertWithin(asked, coverage)
    const kind = representationKind({ ttlMs: OPEN_TTL_MS, stored: false }, async () => {
      const loadedAt = context.now()
      const span = await context.series.read(dataset.id, startMs, stopMs)
      const { fetchedAt, validUntil } = span.copied ?? validityOf(stopMs, loadedAt)
      const provenance = provenanceOf(dataset.id, span, context.settings.sourceNote)
      const source = sourceLabelOf(provenance, coverage.labels[0] ?? '')
      const records = recordsOf(span, names)
      const status = succeeded(records.times.length === 0)
      const header = hasHeader ? { ...status, ...describe(asked, coverage), format } : undefined
      // The end of the dataset in a header moves at midnight.
      const times = { fetchedAt, validUntil: header ? Math.min(validUntil, coverage.stopMs) : validUntil }
      const body = write(format, records, header)
      const value = renderBody(body, FORMATS[format], freshnessHeaders({ source, ...times }))
      // Copies that have expired are the last good ones: a later request may have better ones.
      return { value, ...times, isUncacheable: times.validUntil <= loadedAt }
    })
    return context.snapshots.read(key, kind, request.waitUntil)
  },
})

function timeParameter(description: string, oldName: string, example: string) {
  return v.pipe(
    v.string(),
    v.regex(/^[0-9]{4}(-[0-9]{2}(-[0-9]{2})?|-[0-9]{3})?(T[0-9:.]{2,20})?Z?$/),
    v.maxLength(40),
    v.description(
      `${description}: a time of HAPI in UTC such as 2026-11-20T12:34Z or 2026-324; ${oldName} is an older name`,
    ),
    v.examples([example]),
  )
}

interface DataRequest extends Selected, Span {
  readonly format: Format
  readonly hasHeader: boolean
}

/** @throws HapiError */
function readRequest(query: HapiQuery): DataRequest {
  const selected = selectedBy(query)
  const format = query.get('format') ?? 'csv'
  if (!isFormat(format)) throw new HapiError(1409, `expected ${Object.keys(FORMATS).join(', ')}`)
  const include = query.get('include')
  if (include !== undefined && include !== 'header') throw new HapiError(1410, 'expected header')
  const startMs = parseHapiTime(requiredOf(query, 'start'))
  if (startMs === undefined) throw new HapiError(1402, EXPECTED_TIME)
  const stopMs = parseHapiTime(requiredOf(query, 'stop'))
  if (stopMs === undefined) throw new HapiError(1403, EXPECTED_TIME)
  if (startMs >= stopMs) throw new HapiError(1404)
  if (stopMs - startMs > days(MAX_SPAN_DAYS))
    throw new HapiError(1408, `expected at most ${MAX_SPAN_DAYS} days`)
  return { ...selected, startMs, stopMs, format, hasHeader: include === 'header' || format === 'json' }
}

const EXPECTED_TIME = 'expected a time such as 2026-11-20T12:34:00Z or 2026-324'

function isFormat(name: string): name is Format {
  return Object.hasOwn(FORMATS, name)
}

/** @throws HapiError 1405 */
function assertWithin({ startMs, stopMs }: Span, coverage: Coverage): void {
  if (startMs >= coverage.startMs && stopMs <= coverage.stopMs) return
  throw new HapiError(1405, `expected times from ${iso(coverage.startMs)} to ${iso(coverage.stopMs)}`)
}

function write(format: Format, records: Records, header: object | undefined): string | Uint8Array {
  if (format === 'csv') return toCsv(records, header)
  return format === 'json' ? toJson(records, header ?? {}) : toBinary(records, header)
}
