import type { DayChanges, DaySummary } from '#features/debris/diff/day-summary'
import type { ListedObject } from '#features/debris/diff/diff-schemas'

/** Input of a report. */
export interface ReportInput {
  /** Month, such as `2026-11`. */
  readonly month: string
  /** Today, such as `2026-12-01`: later days of the month are not missing. */
  readonly until: string
  /** Summaries of the days of the month that have a run, oldest first; at least one. */
  readonly summaries: readonly DaySummary[]
  /** The last summary before the month, of any age. */
  readonly before: DaySummary | undefined
  /** Changes on the days of the month, oldest first. */
  readonly changes: readonly ChangesOfDay[]
  readonly catalogue: ReportCatalogue
}

/** Changes by the runs of a day, compared with the previous run. */
export interface ChangesOfDay extends DayChanges {
  readonly day: string
}

/** The catalogue for launches and orbits. */
export interface ReportCatalogue {
  /** Time of the fetch, in epoch milliseconds. */
  readonly fetchedAt: number
  readonly objects: readonly ReportObject[]
  /** Median age of the elements when they were fetched; `null` without objects. */
  readonly medianAgeDays: number | null
  /** Returns SATCAT's date of decay of an object, in the catalogue or not; `null` if it has none. */
  readonly decayDateOf: (norad_id: number) => string | null
}

/** An object in orbit. Altitudes are above 6378.137 km; `null` means unknown. */
export interface ReportObject extends Omit<ListedObject, 'inclination_deg'> {
  readonly period_min: number
  /** SATCAT owner code. */
  readonly owner: string | null
  /** ISO 8601 date, UTC. */
  readonly launch_date: string | null
}
