import { mismatchIn } from '#upstreams/shape'
import { historyOf, type Measurement, newestOf, timedRows } from '#upstreams/swpc-rows'
import type { TellHistory } from '#upstreams/upstream'

/** The files hold a day of every spacecraft, 2.8 MB in 2026, and grow with their number. */
export const RTSW_MAX_BYTES = 8 * 1024 * 1024

/**
 * The newest readable row of good quality of the active spacecraft, or of a standby one when there is none. The other
 * flags do not count: `max_data_flag` is -9999 on every row of a healthy spacecraft. The history is chosen alike.
 */
export function newestActive<T extends { readonly at: number }>(
  body: string,
  now: number,
  measurement: Measurement<T>,
  tell: TellHistory = () => {},
): T {
  const rows = timedRows(body, now)
  const good = rows.filter(({ row }) => row['overall_quality'] === 0)
  const active = good.filter(({ row }) => row['active'] === true)
  const ofActive = newestOf(active, measurement.read)
  const newest = ofActive ?? newestOf(good, measurement.read)
  if (newest === undefined) {
    const ofQuality = { overall_quality: (value: unknown) => value === 0, ...measurement.required }
    throw mismatchIn(
      rows.map(({ row }) => row),
      ofQuality,
    )
  }
  tell(historyOf(ofActive ? active : good, measurement))
  return newest
}
