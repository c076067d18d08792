import Negotiator from 'negotiator'
import * as v from 'valibot'
import type { Context } from '#context'
import { representationKind, snapshotKey, type TypedEndpoint } from '#declare/data-endpoint'
import type { EndpointCall, RecordedPart } from '#declare/endpoint'
import { envelope, envelopeOf } from '#declare/envelope'
import { instantParameter, optional } from '#declare/query-parameters'
import { JSON_TYPE, type Representation, renderBody } from '#declare/representation'
import { count, instant, named, orNull, sourceLabel, text } from '#declare/schemas'
import { signWith } from '#declare/signed'
import { FRESHNESS_HEADERS, freshnessHeaders } from '#declare/text-endpoint'
import {
  MAX_SPAN_DAYS,
  OPEN_TTL_MS,
  type Provenance,
  provenanceOf,
  SETTLED_TTL_MS,
  sourceLabelOf,
  sourceOfRow,
  type Validity,
  validityOf,
} from '#endpoints/v1/space-weather/recorded-series'
import { Problem } from '#problem'
import { SERIES, type SeriesColumn } from '#store/repositories/series-day'
import type { SeriesSpan } from '#store/repositories/series-span'
import { days, hours, iso, minutes } from '#time'

/** A series whose columns become columns of the payload. */
type SeriesPart = Omit<RecordedPart, 'label'>

interface SeriesEndpoint<Path extends string, Columns extends ColumnSchemas> {
  readonly path: Path
  readonly operationId: string
  readonly summary: string
  readonly description: string
  /** Name of the payload's type. */
  readonly title: string
  /** The first has the default step. */
  readonly parts: readonly [SeriesPart, ...SeriesPart[]]
  /** Value of a row: the mean of its values, or the highest of them. */
  readonly combine: 'mean' | 'maximum'
  /** Schemas of the columns, in their order. */
  readonly columns: Columns
  /** What `instrument` is, such as a spacecraft. */
  readonly instrument: string
}

type ColumnSchemas = Readonly<Record<string, ReturnType<typeof column>>>

/** Schema of a column of values. */
export function column(description: string, example: number) {
  return v.pipe(
    v.array(v.nullable(v.number())),
    v.description(`${description}; null in gaps`),
    v.examples([[example, null]]),
  )
}

const FORMATS = { json: 'application/json', csv: 'text/csv' } as const
type Format = keyof typeof FORMATS

const DEFAULT_SPAN_MS = days(1)
const UNITS: Readonly<Record<string, number>> = { m: minutes(1), h: hours(1), d: days(1) }

/** Creates the endpoint of a recorded series. */
export function seriesEndpoint<const Path extends string, Columns extends ColumnSchemas>(
  declaration: SeriesEndpoint<Path, Columns>,
) {
  const { path, operationId, summary, parts, columns, combine } = declaration
  const cadenceMs = SERIES[parts[0].id].stepMs
  const data = v.strictObject({
    start: instant('First instant asked for', '2026-11-20T12:34:00.000Z'),
    stop: instant('End: rows begin before it', '2026-11-21T12:34:00.000Z'),
    step_seconds: count('Length of a row in seconds', cadenceMs / 1_000),
    time: v.pipe(
      v.array(v.string()),
      v.description('Begin of each row, ISO 8601 UTC: a multiple of the step since 1970'),
      v.examples([['2026-11-20T12:34:00.000Z', '2026-11-20T12:35:00.000Z']]),
    ),
    ...columns,
    provenance: v.pipe(
      v.array(
        named(
          'SeriesProvenance',
          v.strictObject({
            start: instant('Instant of its first value', '2026-11-20T12:34:00.000Z'),
            stop: instant('Instant after its last value'),
            source: text('Upstream label', 'NOAA SWPC real-time solar wind (1 minute)'),
            instrument: orNull(text('Spacecraft or satellite; null if the feed does not name it', 'SOLAR1')),
          }),
        ),
      ),
      v.description(`Where the values come from, in time: runs of one feed and ${declaration.instrument}`),
    ),
    source: sourceLabel('NOAA SWPC real-time solar wind (1 minute)'),
  })
  const typed = named(declaration.title, data)
  const common = {
    path,
    queryParameters: parametersOf(cadenceMs),
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
      `${declaration.description} A row covers the time from its instant to that of the next: its value is the ` +
      `${combine} of those that were recorded. At most ${MAX_SPAN_DAYS} days a request; the last 24 hours by ` +
      'default. Valid for a minute; once the last day ended 25 hours ago for up to an hour, and 8 days ago for ' +
      'up to 7 days.',
    tag: 'Space weather',
    access: 'key',
    isMirrored: true,
    recorded: parts.map((part) => ({ ...part, label: sourceOfRow(part.id, undefined, '') })),
    mediaTypeOf: (call) => FORMATS[formatOf(call)],
    upstreams: [],
    pathParameters: {},
    data: typed,
    success: {
      status: 200,
      description: summary,
      content: {
        [FORMATS.json]: envelopeOf(typed),
        [FORMATS.csv]: text('A header, and a line for each row', 'time,…\n2026-11-20T12:34:00.000Z,…\n'),
      },
      optionalHeaders: FRESHNESS_HEADERS,
    },
    problems: ['not_acceptable'],
    respond(call) {
      const { params, request, context, now } = call
      const format = formatOf(call)
      assertSpan(spanOf(params, now))
      const key = snapshotKey(path, { ...params, rendered: format })
      const load = async () => {
        const loadedAt = context.now()
        const span = rowsOf(spanOf(params, loadedAt), stepOf(params, cadenceMs))
        const times = validityOf(span.firstMs + span.length * span.stepMs, loadedAt)
        const read = parts.map((part) => readPart(part, span, combine, context))
        const payload = toPayload(declaration, span, await Promise.all(read), context)
        return { value: render(format, payload, times), ...times }
      }
      const sign = signWith(context, common, params)
      const kind = representationKind({ ttlMs: OPEN_TTL_MS, stored: false }, load, sign)
      return (
        context.snapshots.getCached<Representation>(key, now) ??
        context.snapshots.read(key, kind, request.waitUntil)
      )
    },
  } satisfies TypedEndpoint<Path, typeof typed>
}

function parametersOf(cadenceMs: number) {
  const step = cadenceMs / minutes(1)
  const formats = Object.keys(FORMATS) as [Format, ...Format[]]
  return {
    start: optional(instantParameter('First instant, 24 hours before stop by default', '2026-11-20')),
    stop: optional(instantParameter('End, now by default', '2026-11-21T12:00:00Z')),
    step: optional(
      v.pipe(
        v.string(),
        // Stays a text, which toMs reads; an empty one matches nothing.
        v.transform((given) => {
          const ms = toMs(given)
          return ms % cadenceMs === 0 && ms <= days(MAX_SPAN_DAYS) ? given : ''
        }),
        v.string(),
        v.regex(/^[1-9][0-9]{0,4}[mhd]$/),
        v.maxLength(6),
        v.description(
          `Length of a row: a multiple of ${step}m up to ${MAX_SPAN_DAYS}d, such as ${5 * step}m, 1h, 3h or 1d; ` +
            `default ${step}m`,
        ),
        v.examples(['1h']),
      ),
    ),
    format: optional(
      v.pipe(
        v.picklist(formats),
        v.description('Format, instead of by Accept: json or csv'),
        v.examples(['csv']),
      ),
    ),
  }
}

/** A half-open span of time, in epoch milliseconds. */
interface Span {
  readonly start: number
  readonly stop: number
}

/** Rows that begin in a span. */
interface Rows extends Span {
  readonly stepMs: number
  /** Instant of the first row. */
  readonly firstMs: number
  readonly length: number
}

function spanOf({ start, stop }: EndpointCall['params'], now: number): Span {
  const stopMs = typeof stop === 'string' ? Date.parse(stop) : now
  return { start: typeof start === 'string' ? Date.parse(start) : stopMs - DEFAULT_SPAN_MS, stop: stopMs }
}

function stepOf({ step }: EndpointCall['params'], cadenceMs: number): number {
  return typeof step === 'string' ? toMs(step) : cadenceMs
}

/** Returns the milliseconds of a step such as `5m`; NaN for anything else. */
function toMs(step: string): number {
  return Number(step.slice(0, -1)) * (UNITS[step.slice(-1)] ?? Number.NaN)
}

/** @throws Problem `invalid_parameter` */
function assertSpan({ start, stop }: Span): void {
  if (start >= stop)
    throw new Problem('invalid_parameter', { message: 'Invalid start: expected an instant before stop.' })
  if (stop - start > days(MAX_SPAN_DAYS))
    throw new Problem('invalid_parameter', {
      message: `Invalid start: expected at most ${MAX_SPAN_DAYS} days before stop.`,
    })
}

function rowsOf({ start, stop }: Span, stepMs: number): Rows {
  const first = Math.ceil(start / stepMs)
  return { start, stop, stepMs, firstMs: first * stepMs, length: Math.ceil(stop / stepMs) - first }
}

/** The columns of a part with their names in the payload, and where its rows come from. */
interface ReadPart {
  readonly columns: Readonly<Record<string, (number | null)[]>>
  readonly provenance: readonly Provenance[]
}

async function readPart(
  { id, names }: SeriesPart,
  rows: Rows,
  combine: 'mean' | 'maximum',
  { series, settings }: Context,
): Promise<ReadPart> {
  const { stepMs: cadenceMs } = SERIES[id]
  const { firstMs, length, stepMs } = rows
  // A row of three hours may have begun before the first of those that it covers.
  const from = Math.floor(firstMs / cadenceMs) * cadenceMs
  const span = await series.read(id, from, firstMs + length * stepMs)
  const columns = Object.entries(names).map(([name, as]) => {
    const values = span.columns[name as SeriesColumn] ?? []
    return [as, combineRows(values, span, rows, combine)] as const
  })
  const provenance = provenanceOf(id, span, settings.sourceNote)
  return { columns: Object.fromEntries(columns), provenance }
}

/** Combines the values whose time a row shares. */
function combineRows(
  values: readonly (number | null)[],
  { startMs, stepMs: cadenceMs }: SeriesSpan,
  { firstMs, length, stepMs }: Rows,
  combine: 'mean' | 'maximum',
): (number | null)[] {
  return Array.from({ length }, (_, row) => {
    const at = firstMs + row * stepMs - startMs
    const known = values
      .slice(Math.floor(at / cadenceMs), Math.ceil((at + stepMs) / cadenceMs))
      .filter((value) => value !== null)
    const [only, ...more] = known
    if (only === undefined || more.length === 0) return only ?? null
    if (combine === 'maximum') return Math.max(...known)
    const mean = known.reduce((sum, value) => sum + value, 0) / known.length
    return Number(mean.toPrecision(6))
  })
}

interface Payload {
  readonly time: readonly string[]
  readonly columns: Readonly<Record<string, readonly (number | null)[]>>
  readonly source: string
  readonly data: object
}

function toPayload(
  { parts, columns: schemas }: SeriesEndpoint<string, ColumnSchemas>,
  { start, stop, stepMs, firstMs, length }: Rows,
  read: readonly ReadPart[],
  { settings }: Context,
): Payload {
  const found = Object.assign({}, ...read.map(({ columns }) => columns)) as Payload['columns']
  const columns = Object.fromEntries(Object.keys(schemas).map((name) => [name, found[name] ?? []]))
  const time = Array.from({ length }, (_, row) => iso(firstMs + row * stepMs))
  const provenance = read
    .flatMap((part) => part.provenance)
    .sort((a, b) => (a.start < b.start ? -1 : a.start > b.start ? 1 : 0))
  const source = sourceLabelOf(provenance, sourceOfRow(parts[0].id, undefined, settings.sourceNote))
  const data = {
    start: iso(start),
    stop: iso(stop),
    step_seconds: stepMs / 1_000,
    time,
    ...columns,
    provenance,
    source,
  }
  return { time, columns, source, data }
}

/** Returns the format of a response: the parameter wins over `Accept`. */
function formatOf({ params, request }: Pick<EndpointCall, 'params' | 'request'>): Format {
  const asked = params['format'] as Format | undefined
  if (asked) return asked
  const accept = request.header('accept') ?? undefined
  const [type] = new Negotiator({ headers: { accept } }).mediaTypes(Object.values(FORMATS))
  if (type === undefined) throw new Problem('not_acceptable')
  return type === FORMATS.csv ? 'csv' : 'json'
}

function render(
  format: Format,
  { time, columns, source, data }: Payload,
  { fetchedAt, validUntil }: Validity,
): Representation {
  if (format === 'json') {
    const body = envelope({ source, fetchedAt, validUntil, data }, OPEN_TTL_MS)
    return renderBody(JSON.stringify(body), JSON_TYPE, ['vary', 'Accept'])
  }
  const cells = Object.values(columns)
  const lines = time.map((at, row) => [at, ...cells.map((values) => values[row] ?? '')].join(','))
  const csv = [['time', ...Object.keys(columns)].join(','), ...lines, ''].join('\n')
  const headers = ['vary', 'Accept', ...freshnessHeaders({ source, fetchedAt, validUntil })]
  return renderBody(csv, `${FORMATS.csv}; charset=utf-8`, headers)
}
