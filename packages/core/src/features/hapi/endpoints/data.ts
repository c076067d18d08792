import { type Coverage, coverageOf } from '#features/hapi/coverage'
import { describe } from '#features/hapi/endpoints/info'
import { FORMATS } from '#features/hapi/formats'
import { hapiEndpoint } from '#features/hapi/hapi-endpoint'
import { type DataRequest, dataParameters, readRequest } from '#features/hapi/parameters'
import { hapiData } from '#features/hapi/schemas'
import { HapiError, succeeded } from '#features/hapi/status'
import {
  maxSpanDays,
  OPEN_TTL_MS,
  SETTLED_TTL_MS,
  sourceLabelOf,
  validityOf,
} from '#features/space-weather/series/recorded-series'
import { isDaily } from '#features/space-weather/series/series-declarations'
import type { Span } from '#features/space-weather/series/series-span'
import { readCached, snapshotKey } from '#kernel/endpoint/cached'
import { computed } from '#kernel/endpoint/cost'
import type { Context } from '#kernel/endpoint/endpoint'
import { type Representation, renderPieces } from '#kernel/endpoint/representation'
import { text } from '#kernel/endpoint/schemas'
import { FRESHNESS_HEADERS, freshnessHeaders } from '#kernel/endpoint/text-endpoint'
import { days, iso } from '#kernel/kit/time'

const path = '/hapi/data'

/** Serves the records of a dataset. */
export const data = hapiEndpoint({
  path,
  operationId: 'getHapiData',
  summary: 'Records of a HAPI dataset',
  description:
    'Records from `start` (inclusive) to `stop` (exclusive): one for each time that has a value. Missing ' +
    `values are -1e31. A request may cover at most ${maxSpanDays('kp')} days, or ${maxSpanDays('flux')} ` +
    'days of daily values. The binary format has the time in 24 characters, then little-endian doubles. A ' +
    'response is valid for one minute; for up to an hour once its last day ended 25 hours ago; for up to 7 ' +
    'days once that day ended 8 days ago. With a header, it is valid until midnight UTC at most.',
  maxTtlMs: SETTLED_TTL_MS,
  cost: (query) => costOf(readRequest(query)),
  queryParameters: dataParameters,
  success: {
    status: 200,
    description: 'The records; empty if nothing was recorded',
    content: {
      'text/csv': text('One line per record', '2026-11-20T00:00:00.000Z,3.33\n'),
      'application/octet-stream': null,
      'application/json': hapiData,
    },
    headers: FRESHNESS_HEADERS,
  },
  async respond(query, call) {
    const { context, request, now } = call
    const requested = readRequest(query)
    const { dataset, startMs, stopMs, format, hasHeader } = requested
    const names = requested.parameters.map(({ name }) => name)
    const key = snapshotKey(path, { dataset: dataset.id, names, startMs, stopMs, format, hasHeader })
    const cached = context.snapshots.getCached<Representation>(key, now)
    const coverage = await coverageOf(dataset.id, call)
    if (!cached) assertWithin(requested, coverage)
    await chargeDays(requested, request.ip?.(), context)
    if (cached) return cached
    const load = async () => {
      const { readRecords, piecesOf } = await import('#features/hapi/read-records')
      const loadedAt = context.now()
      const read = await readRecords({ id: dataset.id, names, startMs, stopMs, format }, context)
      const own = validityOf(dataset.id, stopMs, loadedAt)
      const { fetchedAt: pulledAt = own.fetchedAt, copiedUntil: validUntil = own.validUntil } = read
      const source = sourceLabelOf(read.provenance, coverage.labels[0] ?? '')
      const status = succeeded(read.records.every(({ count }) => count === 0))
      const header = hasHeader ? { ...status, ...describe(requested, coverage), format } : undefined
      // The header contains the end of the dataset, which changes at midnight.
      const until = header ? Math.min(validUntil, coverage.stopMs) : validUntil
      const pieces = piecesOf(format, read.records, header)
      const value = await renderPieces(
        pieces,
        FORMATS[format],
        freshnessHeaders({ source, fetchedAt: pulledAt, validUntil: until }),
      )
      // Expired copies are the last good ones. A later request may find newer copies.
      return {
        value,
        fetchedAt: own.fetchedAt,
        pulledAt,
        validUntil: until,
        isUncacheable: until <= loadedAt,
      }
    }
    return readCached(call, key, () => ({ ttlMs: OPEN_TTL_MS, cost: costOf(requested), load }))
  },
})

/** CPU time for a day of records by minute, in milliseconds. */
const MS_PER_DAY = 2

/**
 * Returns the number of days charged to a request: the days of its span, or for daily values one per 31 days.
 */
function chargedDays({ dataset, startMs, stopMs }: Span & Pick<DataRequest, 'dataset'>): number {
  return Math.ceil((stopMs - startMs) / days(isDaily(dataset.id) ? 31 : 1))
}

function costOf(requested: Span & Pick<DataRequest, 'dataset'>): number {
  return computed(MS_PER_DAY * chargedDays(requested))
}

/**
 * Counts each day of a request as one request of the minute. One has been counted already.
 *
 * @throws `rate_limited`
 */
async function chargeDays(
  requested: Span & Pick<DataRequest, 'dataset'>,
  ip: string | undefined,
  { accounts, settings }: Context,
): Promise<void> {
  // The limit of one minute, if otherwise unused, is enough for the longest span.
  const charged = Math.min(chargedDays(requested), settings.limits.hapiPerMinute)
  if (charged > 1) await accounts.rates.limit('hapi', ip, charged - 1)
}

/** @throws HapiError 1405 */
function assertWithin({ startMs, stopMs }: Span, coverage: Coverage): void {
  if (startMs >= coverage.startMs && stopMs <= coverage.stopMs) return
  throw new HapiError(1405, `expected times from ${iso(coverage.startMs)} to ${iso(coverage.stopMs)}`)
}
