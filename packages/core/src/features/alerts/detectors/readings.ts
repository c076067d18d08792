import type { AlertFacts } from '#features/alerts/alert'
import type { Detection, Detector } from '#features/alerts/detector'

/** A row of a recorded series for detectors. */
export interface Reading {
  /** Time of the measurement in epoch milliseconds. */
  readonly at: number
  readonly value: number
  /** Provenance of the value. */
  readonly source: string
}

/** A reading in the state of a detector: its instant in epoch milliseconds, and its value. */
export type RecentReading = readonly [at: number, value: number]

/** Functions of a detector that reads a series. */
interface ReadingDetector<State, Row extends Reading> {
  readonly id: string
  readonly initial: State
  /** Returns the instant of the last reading in a state, 0 before the first. */
  readonly lastAt: (state: State) => number
  /**
   * Time before the newest reading at which the first run begins, in milliseconds, to detect events in
   * progress.
   */
  readonly beginMs: number
  /** Returns the state after one more reading, and its alerts. */
  readonly next: (state: State, reading: Row) => Detection<State>
}

/**
 * Creates a detector that processes the readings of a series one after the other, each once, starting after
 * the last processed reading. So an outage of a feed changes no alert once its rows are recorded, and rows
 * recorded before the last reading have no effect. The first run begins with enough readings to detect events
 * in progress. Earlier events are not reported.
 */
export function readingDetector<State, Row extends Reading = Reading>({
  id,
  initial,
  lastAt,
  beginMs,
  next,
}: ReadingDetector<State, Row>): Detector<State, readonly Row[]> {
  return {
    id,
    initial,
    detect(before, readings) {
      const last = lastAt(before) || (readings.at(-1)?.at ?? 0) - beginMs - 1
      const alerts: AlertFacts[] = []
      let state = before
      for (const reading of readings.filter(({ at }) => at > last)) {
        const found = next(state, reading)
        state = found.state
        alerts.push(...found.alerts)
      }
      return { state, alerts }
    },
  }
}
