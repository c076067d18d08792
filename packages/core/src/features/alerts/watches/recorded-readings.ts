import type { AlertContext } from '#features/alerts/context'
import type { KpReading } from '#features/alerts/detectors/geomagnetic'
import type { Reading } from '#features/alerts/detectors/readings'
import { sourceOfRow } from '#features/space-weather/series/recorded-series'
import { SERIES, type SeriesColumn, type SeriesId } from '#features/space-weather/series/series-declarations'

/** Reads the recorded readings of the last day from a column of a series, in ascending time. */
type ReadRecorded = <Id extends SeriesId>(id: Id, column: SeriesColumn<Id>) => Promise<readonly Reading[]>

/**
 * Creates a reader of recorded readings. The endpoint of the newest value is loaded first if that is due, as
 * for a client that polls it, so that the rows of its feed are recorded. A failure of this load is ignored.
 */
export function createRecordedReader(context: AlertContext): ReadRecorded {
  const { settings, spaceWeather } = context
  return async (id, column) => {
    const rows = await spaceWeather.tails.of(id).rows({ context })
    return rows.flatMap(({ at, values, feed }) => {
      const value = (values as Readonly<Record<string, number | null>>)[column]
      if (typeof value !== 'number') return []
      return [{ at, value, source: sourceOfRow(id, feed, settings.sourceNote) }]
    })
  }
}

/** Reads both series of Kp: the minutes, and each completed window at the instant of its end. */
export async function readKpReadings(read: ReadRecorded, now: number): Promise<readonly KpReading[]> {
  const [minutes, windows] = await Promise.all([read('kp', 'kp'), read('kp_3h', 'kp')])
  const ended = windows
    .map((reading) => ({ ...reading, at: reading.at + SERIES.kp_3h.stepMs, windowStart: reading.at }))
    .filter(({ at }) => at <= now)
  // The sort is stable: a window comes after the minute at its end.
  return [...minutes, ...ended].sort((a, b) => a.at - b.at)
}
