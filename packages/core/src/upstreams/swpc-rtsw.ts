import { newestOf, type TimedRow, timedRows, usable } from '#upstreams/swpc-rows'

/** The files hold a day of every spacecraft, 2.8 MB in 2026, and grow with their number. */
export const RTSW_MAX_BYTES = 8 * 1024 * 1024

/**
 * The newest readable row of good quality of the active spacecraft, or of a standby one when there is none. The other
 * flags do not count: `max_data_flag` is -9999 on every row of a healthy spacecraft.
 */
export function newestActive<T>(body: string, now: number, read: (timed: TimedRow) => T | null): T {
  const good = timedRows(body, now).filter(({ row }) => row['overall_quality'] === 0)
  const active = good.filter(({ row }) => row['active'] === true)
  return usable(newestOf(active, read) ?? newestOf(good, read))
}
