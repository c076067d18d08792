import * as v from 'valibot'
import { REVISED_MS, type SeriesDay, toRuns } from '#features/space-weather/series/series-day'
import { SERIES, type SeriesId, toSeriesId } from '#features/space-weather/series/series-declarations'
import { requestedPart, type Span } from '#features/space-weather/series/series-span'
import type { RecordedPart } from '#kernel/endpoint/endpoint'
import { parseEnvelope } from '#kernel/endpoint/envelope'
import { instant } from '#kernel/endpoint/schemas'
import { days, hours, iso, minutes, utcDay } from '#kernel/kit/time'
import { ShapeError } from '#kernel/upstreams/parse/shape'

/** Returns the parameters that select a part of a series, in the stored spelling. */
export function partParams({ startMs, stopMs }: Span) {
  return { start: utcDay(startMs), stop: utcDay(stopMs) }
}

/**
 * Returns whether parameters select a complete part of a series with its default step, in the stored
 * spelling.
 */
export function isPart(
  [recorded]: readonly RecordedPart[],
  params: Readonly<Record<string, unknown>>,
): boolean {
  const { start, stop, ...more } = params
  if (!recorded || typeof start !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(start)) return false
  const isAlone = Object.values(more).every((value) => value === undefined)
  const part = partParams(requestedPart(toSeriesId(recorded.id), Date.parse(start)))
  return isAlone && part.start === start && part.stop === stop
}

/** Returns whether a part of a series is final, unless a gap in it is filled. */
export function isClosed({ stopMs }: Span, now: number): boolean {
  return now >= stopMs + REVISED_MS
}

/**
 * Returns whether a copy of a part is recent enough for readers that do not need the last minutes. For a part
 * that has not ended, that is a copy of the last quarter of an hour; for a part that is still revised, of the
 * last hour; for other parts, of the last day.
 */
export function isRecentCopy(part: Span, fetchedAt: number, now: number): boolean {
  const wasOver = fetchedAt >= part.stopMs
  const maxAgeMs = isClosed(part, fetchedAt) ? days(1) : wasOver ? hours(1) : minutes(15)
  return now < fetchedAt + maxAgeMs
}

const values = v.array(v.nullable(v.number()))
const payload = v.looseObject({
  start: v.string(),
  step_seconds: v.number(),
  provenance: v.array(
    v.object({
      start: instant(''),
      stop: instant(''),
      source: v.string(),
      instrument: v.nullable(v.string()),
    }),
  ),
})

type Provenance = v.InferOutput<typeof payload>['provenance'][number]

/**
 * Parses the UTC day that begins at `dayMs` of one of the series in the body of a part, with the labels of
 * the feeds instead of their ids.
 *
 * @throws ShapeError or ValiError for a body with another part or another step.
 */
export function parseDay(
  body: Uint8Array,
  { startMs, stopMs }: Span,
  dayMs: number,
  id: SeriesId,
  parts: readonly RecordedPart[],
): SeriesDay {
  const { fetchedAt, data: received } = parseEnvelope(body)
  const data = v.parse(payload, received)
  const [own, others] = [parts.filter((part) => part.id === id), parts.filter((part) => part.id !== id)]
  const { stepMs } = SERIES[id]
  const every = stepMs / (data.step_seconds * 1_000)
  if (data.start !== iso(startMs) || !Number.isInteger(every))
    throw new ShapeError('it is not the requested part')
  const columns = own
    .flatMap(({ names }) => Object.entries(names))
    .map(([name, inPayload]) => {
      const all = v.parse(values, data[inPayload])
      if (all.length * stepMs !== (stopMs - startMs) * every)
        throw new ShapeError('it is not the complete part')
      const ofSeries = all.filter((_, row) => row % every === 0)
      const first = (dayMs - startMs) / stepMs
      return [name, ofSeries.slice(first, first + days(1) / stepMs)] as const
    })
  const isOther = (source: string) => others.some(({ label }) => source.startsWith(label))
  const provenance = data.provenance.filter(({ source }) => !isOther(source))
  const originOf = originFinder(provenance, Date.parse(fetchedAt))
  const origins = Array.from({ length: days(1) / stepMs }, (_, row) =>
    columns.some(([, rows]) => rows[row] !== null) ? originOf(dayMs + row * stepMs) : undefined,
  )
  return { columns: Object.fromEntries(columns), runs: toRuns(origins) }
}

/** Returns a function that finds the origin of the row at an instant. */
function originFinder(provenance: readonly Provenance[], fetchedAt: number) {
  const runs = provenance.map(({ start, stop, source, instrument }) => ({
    startMs: Date.parse(start),
    stopMs: Date.parse(stop),
    origin: { feed: source, fetchedHour: 0, instrument, fetchedAt },
  }))
  return (at: number) => {
    const run = runs.find(({ startMs, stopMs }) => at >= startMs && at < stopMs)
    if (run) return run.origin
    throw new ShapeError('a row has no provenance')
  }
}
