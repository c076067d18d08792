import type { Format } from '#features/hapi/formats'
import { type RenderedRecords, renderRecords } from '#features/hapi/render-records'
import type { SpaceWeatherContext } from '#features/space-weather/context'
import { type Provenance, provenanceOf } from '#features/space-weather/series/recorded-series'
import type { SeriesDay } from '#features/space-weather/series/series-day'
import type { SeriesId } from '#features/space-weather/series/series-declarations'
import type { DayOfSpan, SeriesSpan, Span } from '#features/space-weather/series/series-span'

export { piecesOf } from '#features/hapi/render-records'

/** Records to read. */
interface Wanted extends Span {
  readonly id: SeriesId
  /** Names of the columns. */
  readonly names: readonly string[]
  readonly format: Format
}

/** The records of a span and their provenance. */
interface ReadRecords extends Pick<SeriesSpan, 'fetchedAt' | 'copiedUntil'> {
  /** By day. */
  readonly records: readonly RenderedRecords[]
  readonly provenance: readonly Provenance[]
}

/** Reads and renders records; yields to the event loop after each day. Throws as `Series.read` does. */
export async function readRecords(
  { id, names, startMs, stopMs, format }: Wanted,
  { spaceWeather: { series }, settings }: SpaceWeatherContext,
): Promise<ReadRecords> {
  const records: RenderedRecords[] = []
  const provenance: Provenance[] = []
  let [fetchedAt, copiedUntil] = [0, Infinity]
  for await (const day of series.readByDay(id, startMs, stopMs)) {
    records.push(renderDay(format, day, names))
    provenance.push(...provenanceOf(id, day, settings.sourceNote))
    fetchedAt = Math.max(fetchedAt, day.fetchedAt ?? 0)
    copiedUntil = Math.min(copiedUntil, day.copiedUntil ?? Infinity)
  }
  return {
    records,
    provenance,
    ...(fetchedAt > 0 && { fetchedAt }),
    ...(copiedUntil < Infinity && { copiedUntil }),
  }
}

/** Number of rendered forms kept per day, of about 70 kB each. The forms in frequent use stay. */
const MAX_FORMS = 2

const rendered = new WeakMap<SeriesDay['columns'], Map<string, RenderedRecords>>()

/** Renders the records of a day. A complete day is rendered once while it is in memory. */
function renderDay(format: Format, day: DayOfSpan, names: readonly string[]): RenderedRecords {
  if (!day.whole) return renderRecords(format, day, names)
  const forms = rendered.get(day.whole) ?? new Map<string, RenderedRecords>()
  rendered.set(day.whole, forms)
  const form = `${format} ${names.join()}`
  const known = forms.get(form) ?? renderRecords(format, day, names)
  if (forms.size < MAX_FORMS) forms.set(form, known)
  return known
}
