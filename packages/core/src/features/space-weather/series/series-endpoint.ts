import * as v from 'valibot'
import type { SpaceWeatherContext } from '#features/space-weather/context'
import {
  feedLabels,
  maxSpanDays,
  OPEN_TTL_MS,
  SETTLED_TTL_MS,
  settledDays,
  sourceLabelOf,
  validityOf,
} from '#features/space-weather/series/recorded-series'
import { isDaily, SERIES, type SeriesId } from '#features/space-weather/series/series-declarations'
import {
  FORMATS,
  type Format,
  render,
  type SeriesPayload,
} from '#features/space-weather/series/series-formats'
import {
  assertSpan,
  parametersOf,
  requestedSpan,
  stepOf,
} from '#features/space-weather/series/series-parameters'
import {
  type Combine,
  type ReadPart,
  readPart,
  type SeriesPart,
} from '#features/space-weather/series/series-rows'
import { type Grid, gridOf, type Span } from '#features/space-weather/series/series-span'
import { readCached, snapshotKey } from '#kernel/endpoint/cached'
import { type Cost, computed } from '#kernel/endpoint/cost'
import type { TypedEndpoint } from '#kernel/endpoint/data-endpoint'
import type { EndpointCall } from '#kernel/endpoint/endpoint'
import { envelopeOf } from '#kernel/endpoint/envelope'
import { formatByAccept } from '#kernel/endpoint/negotiate'
import { count, instant, named, orNull, sourceLabel, text } from '#kernel/endpoint/schemas'
import { signWith } from '#kernel/endpoint/signing/signed'
import { FRESHNESS_HEADERS } from '#kernel/endpoint/text-endpoint'
import { arrayInTurns } from '#kernel/kit/end-of-turn'
import { days, iso, isoOfMinute } from '#kernel/kit/time'

interface SeriesEndpoint<Path extends string, Columns extends ColumnSchemas> {
  readonly path: Path
  readonly operationId: string
  readonly summary: string
  readonly description: string
  /** Name of the payload's type. */
  readonly title: string
  /** The first part determines the default step. */
  readonly parts: readonly [SeriesPart, ...SeriesPart[]]
  readonly combine: Combine
  /** Schemas of the columns, in their order. */
  readonly columns: Columns
  /** Description of `instrument`, such as a spacecraft. */
  readonly instrument: string
}

type ColumnSchemas = Readonly<Record<string, ReturnType<typeof column>>>

/** A series whose columns have the same names in the payload. */
export function wholeSeries(id: SeriesId): SeriesPart {
  return { id, names: Object.fromEntries(SERIES[id].columns.map((name) => [name, name])) }
}

/** CPU time for a day of rows by minute, or 31 daily rows, in milliseconds. */
const MS_PER_DAY = 5

/** Schema of a column of values. */
export function column(description: string, example: number) {
  return v.pipe(
    v.array(v.nullable(v.number())),
    v.description(`${description}; null in gaps`),
    v.examples([[example, null]]),
  )
}

/** Creates the endpoint of a recorded series. */
export function seriesEndpoint<const Path extends string, Columns extends ColumnSchemas>(
  declaration: SeriesEndpoint<Path, Columns>,
) {
  const { path, operationId, summary, parts, columns, combine } = declaration
  const [{ id }] = parts
  const cadenceMs = SERIES[id].stepMs
  const data = v.strictObject({
    start: instant('Start of the requested span', '2026-11-20T12:34:00.000Z'),
    stop: instant('End of the requested span: all rows begin before it', '2026-11-21T12:34:00.000Z'),
    step_seconds: count('Length of a row in seconds', cadenceMs / 1_000),
    time: v.pipe(
      v.array(v.string()),
      v.description('Start of each row, ISO 8601 UTC: a multiple of the step since 1970'),
      v.examples([['2026-11-20T12:34:00.000Z']]),
    ),
    ...columns,
    provenance: v.pipe(
      v.array(
        named(
          'SeriesProvenance',
          v.strictObject({
            start: instant('Time of its first value', '2026-11-20T12:34:00.000Z'),
            stop: instant('Time after its last value'),
            source: text('Upstream label', 'NOAA SWPC real-time solar wind (1 minute)'),
            instrument: orNull(text('Spacecraft or satellite; null if the feed does not name it', 'SOLAR1')),
          }),
        ),
      ),
      v.description(
        `Origin of the values in order of time, as runs of one feed and ${declaration.instrument}`,
      ),
    ),
    source: sourceLabel('NOAA SWPC real-time solar wind (1 minute)'),
  })
  const typed = named(declaration.title, data)
  const cost: Cost = ({ params, now }) => {
    const { startMs, stopMs } = requestedSpan(id, params, now)
    return computed((MS_PER_DAY * (stopMs - startMs)) / days(isDaily(id) ? 31 : 1))
  }
  const common = {
    path,
    queryParameters: parametersOf(id),
    ttlMs: OPEN_TTL_MS,
    maxTtlMs: SETTLED_TTL_MS,
    isSigned: true,
  }
  return {
    ...common,
    method: 'GET',
    operationId,
    summary,
    description:
      `${declaration.description} A row covers the time from its start to the start of the next row. Its ` +
      `value is the ${combine} of the recorded values. A request may cover at most ${maxSpanDays(id)} ` +
      'days. A response is valid for longer once its last day is over: for an hour if that day ended 25 ' +
      `hours ago, for 7 days if it ended ${settledDays(id)} days ago.`,
    tag: 'Space weather',
    access: 'optional_key',
    cost,
    isMirrored: true,
    recorded: parts.map((part) => ({ ...part, label: feedLabels(part.id, '')[0] })),
    formatOf: formatByAccept({ [FORMATS.json]: undefined, [FORMATS.csv]: 'csv' }, { isStrict: true }),
    upstreams: [],
    pathParameters: {},
    data: typed,
    success: {
      status: 200,
      description: summary,
      content: {
        [FORMATS.json]: envelopeOf(typed),
        [FORMATS.csv]: text('A header, then one line per row', 'time,…\n2026-11-20T12:34:00.000Z,…\n'),
      },
      optionalHeaders: FRESHNESS_HEADERS,
    },
    problems: ['not_acceptable', 'rate_limited'],
    respond(call: EndpointCall<SpaceWeatherContext>) {
      const { params, context, now } = call
      const { format = 'json' } = params as { readonly format?: Format }
      assertSpan(id, requestedSpan(id, params, now))
      const key = snapshotKey(path, params)
      const load = async () => {
        const loadedAt = context.now()
        const span = requestedSpan(id, params, loadedAt)
        const rows = gridOf(span, stepOf(params, cadenceMs))
        const times = validityOf(id, rows.startMs + rows.length * rows.stepMs, loadedAt)
        const read = await Promise.all(parts.map((part) => readPart(part, rows, combine, context)))
        const payload = await toPayload(declaration, span, rows, read, context)
        const fetched = read.flatMap(({ fetchedAt }) => fetchedAt ?? [])
        const pulledAt = fetched.length > 0 ? Math.max(...fetched) : times.fetchedAt
        return { value: await render(format, payload, { ...times, fetchedAt: pulledAt }), pulledAt, ...times }
      }
      return readCached(call, key, () => ({
        ttlMs: OPEN_TTL_MS,
        cost,
        load,
        sign: signWith(context, common, params),
      }))
    },
  } satisfies TypedEndpoint<Path, v.InferOutput<typeof typed>, SpaceWeatherContext>
}

async function toPayload(
  { parts }: SeriesEndpoint<string, ColumnSchemas>,
  { startMs, stopMs }: Span,
  { startMs: firstMs, stepMs, length }: Grid,
  read: readonly ReadPart[],
  { settings }: SpaceWeatherContext,
): Promise<SeriesPayload> {
  const columns: SeriesPayload['columns'] = Object.assign({}, ...read.map((part) => part.columns))
  const time = await arrayInTurns(length, (row) => isoOfMinute(firstMs + row * stepMs))
  const provenance = read
    .flatMap((part) => part.provenance)
    .sort((a, b) => (a.start < b.start ? -1 : a.start > b.start ? 1 : 0))
  const source = sourceLabelOf(provenance, feedLabels(parts[0].id, settings.sourceNote)[0])
  const data = {
    start: iso(startMs),
    stop: iso(stopMs),
    step_seconds: stepMs / 1_000,
    time,
    ...columns,
    provenance,
    source,
  }
  return { time, columns, source, data }
}
