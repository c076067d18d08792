import type { AlertFacts } from '#alerts/alert'
import type { Detection, Detector } from '#alerts/detector'

/** A row of a recorded series, as detectors read it. */
export interface Reading {
  /** Epoch milliseconds: when it was measured. */
  readonly at: number
  readonly value: number
  /** Provenance of the value. */
  readonly source: string
}

/** A reading in the state of a detector: its instant in epoch milliseconds, and its value. */
export type RecentReading = readonly [at: number, value: number]

/** How a detector reads a series. */
interface ReadingDetector<State, Row extends Reading> {
  readonly id: string
  readonly initial: State
  /** Returns the instant of the last reading that a state has seen, 0 before the first. */
  readonly lastAt: (state: State) => number
  /** How long before the newest reading the first look begins, in milliseconds: to see what is going on. */
  readonly beginMs: number
  /** Returns the state after one more reading, and its alerts. */
  readonly next: (state: State, reading: Row) => Detection<State>
}

/**
 * Creates a detector that reads a series one reading after the other, each once: those after the last one
 * that it has seen, however many came at once. So an outage of a feed changes no alert once its rows are
 * recorded; nor does what is recorded behind the last reading. The first look begins with as many readings as
 * show what is going on: what happened before is no news.
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
