import * as v from 'valibot'
import { readCached, snapshotKey } from '#endpoint/cached'
import { optional } from '#endpoint/query-parameters'
import { JSON_TYPE, type Representation, renderPieces } from '#endpoint/representation'
import { text } from '#endpoint/schemas'
import { FRESHNESS_HEADERS, freshnessHeaders } from '#endpoint/text-endpoint'
import type { Context } from '#kit/context'
import { days, iso } from '#kit/time'
import { type Coverage, coverageOf, type Span } from '#space-weather/hapi/coverage'
import { type Selected, selectedBy } from '#space-weather/hapi/datasets'
import { describe } from '#space-weather/hapi/endpoints/info'
import { hapiEndpoint } from '#space-weather/hapi/hapi-endpoint'
import { datasetParameter, parametersParameter } from '#space-weather/hapi/parameters'
import { type HapiQuery, requiredOf } from '#space-weather/hapi/query'
import { readRecords } from '#space-weather/hapi/read-records'
import { type Format, piecesOf } from '#space-weather/hapi/records'
import { hapiData } from '#space-weather/hapi/schemas'
import { HapiError, succeeded } from '#space-weather/hapi/status'
import { parseHapiTime } from '#space-weather/hapi/time'
import {
  MAX_SPAN_DAYS,
  OPEN_TTL_MS,
  SETTLED_TTL_MS,
  sourceLabelOf,
  validityOf,
} from '#space-weather/series/recorded-series'

const path = '/hapi/data'

/** Media types by format; the first is the default. */
export const FORMATS = {
  csv: 'text/csv; charset=utf-8',
  binary: 'application/octet-stream',
  json: JSON_TYPE,
} as const satisfies Record<Format, string>

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
    const coverage = await coverageOf(dataset.id, call)
    if (!cached) assertWithin(asked, coverage)
    const ip = request.ip?.()
    await chargeDays(asked, ip, context)
    if (cached) return cached
    const load = async () => {
      const loadedAt = context.now()
      const read = await readRecords({ id: dataset.id, names, startMs, stopMs, format }, context)
      const { fetchedAt, validUntil } = read.copied ?? validityOf(stopMs, loadedAt)
      const source = sourceLabelOf(read.provenance, coverage.labels[0] ?? '')
      const status = succeeded(read.records.every(({ count }) => count === 0))
      const header = hasHeader ? { ...status, ...describe(asked, coverage), format } : undefined
      // The end of the dataset in a header moves at midnight.
      const times = { fetchedAt, validUntil: header ? Math.min(validUntil, coverage.stopMs) : validUntil }
      const pieces = piecesOf(format, read.records, header)
      const value = await renderPieces(pieces, FORMATS[format], freshnessHeaders({ source, ...times }))
      // Copies that have expired are the last good ones: a later request may have better ones.
      return { value, ...times, isUncacheable: times.validUntil <= loadedAt }
    }
    const network = context.accounts.networks.localIdOf(ip)
    return readCached(call, key, () => ({
      ttlMs: OPEN_TTL_MS,
      isOfMany: true,
      load,
      limit: (read) => context.accounts.computations.networks.run(network, read),
    }))
  },
})

/**
 * Counts a request as one of the minute for each day that it asks for; one is counted already.
 *
 * @throws `rate_limited`
 */
async function chargeDays(
  { startMs, stopMs }: Span,
  ip: string | undefined,
  context: Context,
): Promise<void> {
  const { hapiPerMinute } = context.settings.limits
  // A minute that nothing else uses is enough for the longest span.
  const charged = Math.min(Math.ceil((stopMs - startMs) / days(1)), hapiPerMinute)
  if (charged > 1) await context.accounts.rates.limit('hapi', ip, charged - 1)
}

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
