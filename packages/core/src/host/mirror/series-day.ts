import * as v from 'valibot'
import type { RecordedPart } from '#endpoint/endpoint'
import { parseEnvelope } from '#endpoint/envelope'
import { instant } from '#endpoint/schemas'
import { days, hours, iso, minutes, utcDay } from '#kit/time'
import { REVISED_MS, type SeriesDay, toRuns } from '#space-weather/series/series-day'
import { ShapeError } from '#upstreams/parse/shape'
import { SERIES, type SeriesId } from '#upstreams/recorded-series'

/** Returns the parameters that select the UTC day which begins at `startMs`, in the spelling that is kept. */
export function dayParams(startMs: number) {
  return { start: utcDay(startMs), stop: utcDay(startMs + days(1)) }
}

/** Whether parameters select a whole UTC day with its default step, in the spelling that is kept. */
export function isDay(params: Readonly<Record<string, unknown>>): boolean {
  const { start, stop, ...more } = params
  if (typeof start !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(start)) return false
  const isAlone = Object.values(more).every((value) => value === undefined)
  return isAlone && dayParams(Date.parse(start)).stop === stop
}

/** Whether a day that begins at `startMs` changes no more, unless a gap in it is filled. */
export function isClosed(startMs: number, now: number): boolean {
  return now >= startMs + days(1) + REVISED_MS
}

/**
 * Whether a copy of a day is recent enough for what need not have the last minutes: of a day that was not
 * over, one of the last quarter of an hour; of one that is still revised, of the last hour; then of the last
 * day.
 */
export function isRecentCopy(startMs: number, fetchedAt: number, now: number): boolean {
  const wasOver = fetchedAt >= startMs + days(1)
  const maxAgeMs = isClosed(startMs, fetchedAt) ? days(1) : wasOver ? hours(1) : minutes(15)
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
 * Parses the body of a day that begins at `startMs` into one of its series, with the labels of the feeds in
 * the place of their ids.
 *
 * @throws ShapeError or ValiError for a body that is not of this day, or not by the step of the series.
 */
export function parseDay(
  body: Uint8Array,
  startMs: number,
  id: SeriesId,
  parts: readonly RecordedPart[],
): SeriesDay {
  const data = v.parse(payload, parseEnvelope(body).data)
  const [own, others] = [parts.filter((part) => part.id === id), parts.filter((part) => part.id !== id)]
  const { stepMs } = SERIES[id]
  const every = stepMs / (data.step_seconds * 1_000)
  if (data.start !== iso(startMs) || !Number.isInteger(every))
    throw new ShapeError('it is not the day asked for')
  const columns = own
    .flatMap(({ names }) => Object.entries(names))
    .map(([name, inPayload]) => {
      const all = v.parse(values, data[inPayload])
      if (all.length * stepMs !== days(1) * every) throw new ShapeError('it is not a whole day')
      return [name, all.filter((_, row) => row % every === 0)] as const
    })
  const isOther = (source: string) => others.some(({ label }) => source.startsWith(label))
  const originOf = originFinder(data.provenance.filter(({ source }) => !isOther(source)))
  const origins = Array.from({ length: days(1) / stepMs }, (_, row) =>
    columns.some(([, rows]) => rows[row] !== null) ? originOf(startMs + row * stepMs) : undefined,
  )
  return { columns: Object.fromEntries(columns), runs: toRuns(origins) }
}

/** Returns a function that finds where the row of an instant comes from. */
function originFinder(provenance: readonly Provenance[]) {
  const runs = provenance.map(({ start, stop, source, instrument }) => ({
    startMs: Date.parse(start),
    stopMs: Date.parse(stop),
    origin: { feed: source, fetchedHour: 0, instrument },
  }))
  return (at: number) => {
    const run = runs.find(({ startMs, stopMs }) => at >= startMs && at < stopMs)
    if (run) return run.origin
    throw new ShapeError('a row has no provenance')
  }
}
