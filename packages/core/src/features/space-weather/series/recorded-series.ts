import { electronFlux, protonFlux, xrayFlux } from '#features/space-weather/goes/swpc-goes'
import { gfzKp } from '#features/space-weather/kp/gfz-kp'
import { planetaryKIndex, threeHourlyKIndex } from '#features/space-weather/kp/swpc-kp'
import { geophysicalAlert } from '#features/space-weather/kp/swpc-wwv'
import { REVISED_MS } from '#features/space-weather/series/series-day'
import { isDaily, type SeriesId } from '#features/space-weather/series/series-declarations'
import type { SeriesSpan } from '#features/space-weather/series/series-span'
import { dailySolarData } from '#features/space-weather/solar/swpc-daily-solar'
import { radioFlux } from '#features/space-weather/solar/swpc-radio-flux'
import { interplanetaryMagneticField, magneticField7Days } from '#features/space-weather/wind/swpc-mag'
import { solarWind, solarWind7Days } from '#features/space-weather/wind/swpc-wind'
import { days, hours, iso, minutes } from '#kernel/kit/time'
import { joinLabels, type LabelledFeed, sourceOf } from '#kernel/upstreams/source-label'

/** Returns the longest span of a request, in days. */
export function maxSpanDays(id: SeriesId): number {
  return isDaily(id) ? 366 : 31
}

/** Days after its end during which a day may still be filled, by 7-day products and by 41-day lists. */
const [FILLED_DAYS, FILLED_DAILY_DAYS] = [8, 42]
/**
 * Days after its end during which a day of GFZ's Kp may become definitive. Revisions are requested once a
 * day.
 */
const DEFINITIVE_DAYS = 94

/** Returns the number of days after its end at which a day of a series is final. */
export function settledDays(id: SeriesId): number {
  return id === 'kp_gfz' ? DEFINITIVE_DAYS : filledDays(id)
}

function filledDays(id: SeriesId): number {
  return isDaily(id) ? FILLED_DAILY_DAYS : FILLED_DAYS
}

const CLOSED_TTL_MS = hours(1)
/** Validity of rows that feeds still contain, and of rows that are final. */
export const [OPEN_TTL_MS, SETTLED_TTL_MS] = [minutes(1), days(7)]

interface RecordedFeed extends LabelledFeed {
  readonly fallback?: RecordedFeed | undefined
}

/** The feeds that record each series with their fallbacks, the best first. */
const FEEDS: Readonly<Record<SeriesId, readonly [RecordedFeed, ...RecordedFeed[]]>> = {
  kp: [planetaryKIndex],
  kp_3h: [threeHourlyKIndex],
  kp_gfz: [gfzKp],
  wind: [solarWind, solarWind7Days],
  mag: [interplanetaryMagneticField, magneticField7Days],
  xray: [xrayFlux],
  proton: [protonFlux],
  electrons: [electronFlux],
  flux: [radioFlux],
  sunspots: [dailySolarData],
  a_index: [geophysicalAlert],
}

/** Time at which rows were read or fetched, and the end of their validity, in epoch milliseconds. */
export interface Validity {
  readonly fetchedAt: number
  readonly validUntil: number
}

/**
 * Returns the validity of rows of a series that end at `endMs`. If feeds no longer contain a span, its
 * validity starts at a full hour or day, so that every read returns the same bytes.
 */
export function validityOf(id: SeriesId, endMs: number, now: number): Validity {
  const age = now - Math.ceil(endMs / days(1)) * days(1)
  const [gridMs, ttlMs] =
    age < REVISED_MS
      ? [1, OPEN_TTL_MS]
      : age < days(filledDays(id))
        ? [CLOSED_TTL_MS, CLOSED_TTL_MS]
        : [days(1), age < days(settledDays(id)) ? days(1) : SETTLED_TTL_MS]
  const fetchedAt = Math.floor(now / gridMs) * gridMs
  return { fetchedAt, validUntil: fetchedAt + ttlMs }
}

/** Origin of successive rows. */
export interface Provenance {
  readonly start: string
  readonly stop: string
  readonly source: string
  readonly instrument: string | null
}

/**
 * Returns the origins of the rows of a span, as runs of one origin. Gaps do not end a run. `note` is the
 * suffix of every label.
 */
export function provenanceOf(
  id: SeriesId,
  { startMs, stepMs, feeds, instruments }: SeriesSpan,
  note: string,
): Provenance[] {
  const runs: { first: number; last: number; feed: string; instrument: string | null }[] = []
  for (const [row, feed] of feeds.entries()) {
    if (feed === null) continue
    const instrument = instruments[row] ?? null
    const run = runs.at(-1)
    if (run?.feed === feed && run.instrument === instrument) run.last = row
    else runs.push({ first: row, last: row, feed, instrument })
  }
  return runs.map(({ first, last, feed, instrument }) => ({
    start: iso(startMs + first * stepMs),
    stop: iso(startMs + (last + 1) * stepMs),
    source: sourceOfRow(id, feed, note),
    instrument,
  }))
}

/**
 * Returns the label of a row by the id of its feed. Copies on a mirror have a label instead of the id, with
 * the note of the central instance.
 */
export function sourceOfRow(id: SeriesId, feed: string, note: string): string {
  const known = findFeed(FEEDS[id], feed)
  return known ? sourceOf(known, note) : feed
}

/** Returns the label of rows: the labels of all their feeds, or `otherwise` if there are no rows. */
export function sourceLabelOf(provenance: readonly Provenance[], otherwise: string): string {
  return provenance.length > 0 ? joinLabels(provenance.map(({ source }) => source)) : otherwise
}

/** Returns the labels of the feeds that record a series, the best first. */
export function feedLabels(id: SeriesId, note: string): readonly [string, ...string[]] {
  const [best, ...others] = FEEDS[id]
  return [sourceOf(best, note), ...others.map((feed) => sourceOf(feed, note))]
}

/** Called for each row, so it allocates nothing. */
function findFeed(feeds: readonly RecordedFeed[], id: string): RecordedFeed | undefined {
  for (const feed of feeds) {
    for (let each: RecordedFeed | undefined = feed; each; each = each.fallback)
      if (each.id === id) return each
  }
  return undefined
}
