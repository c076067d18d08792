import { minutes } from '#time'
import { mismatchIn } from '#upstreams/shape'
import { historyOf, type Measurement, type TimedRow, timedRows } from '#upstreams/swpc-rows'
import type { TellHistory } from '#upstreams/upstream'

/** The files hold a day of every spacecraft, 2.8 MB in 2026, and grow with their number. */
export const RTSW_MAX_BYTES = 8 * 1024 * 1024

/** The active spacecraft may be so far behind another one and still speaks. */
const SILENT_AFTER_MS = minutes(10)

/**
 * The newest readable row of good quality of the active spacecraft, or of any when that one has been silent for ten minutes.
 * The other flags do not count: `max_data_flag` is -9999 on every row of a healthy spacecraft. The history is chosen alike.
 */
export function newestActive<T extends { readonly at: number }>(
  body: string,
  now: number,
  measurement: Measurement<T>,
  tell: TellHistory = () => {},
): T {
  const rows = timedRows(body, now)
  const spoken = heard(rows, measurement)
  const newest = spoken.at(-1)
  if (newest === undefined) {
    const ofQuality = { overall_quality: (value: unknown) => value === 0, ...measurement.required }
    throw mismatchIn(
      rows.map(({ row }) => row),
      ofQuality,
    )
  }
  tell(historyOf(spoken, measurement))
  return newest
}

/** Of each instant, in ascending time, what the spacecraft said that counted then. */
function heard<T extends { readonly at: number }>(
  rows: readonly TimedRow[],
  { read }: Measurement<T>,
): readonly T[] {
  let activeAt = Number.NEGATIVE_INFINITY
  return rows.flatMap((timed) => {
    const value = timed.row['overall_quality'] === 0 ? read(timed) : null
    if (value === null) return []
    const isActive = timed.row['active'] === true || timed.row['active'] === 'true'
    if (isActive) activeAt = value.at
    return isActive || value.at - activeAt > SILENT_AFTER_MS ? [value] : []
  })
}
