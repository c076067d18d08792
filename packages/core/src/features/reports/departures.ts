import type { Balance } from '#features/reports/balance'
import type { MonthlyReport } from '#features/reports/report'
import type { ReportCatalogue } from '#features/reports/report-input'

type Departures = Pick<MonthlyReport, 'decays_count' | 'gone_count' | 're_entries'>

/**
 * Returns the objects that left the catalogue in the month and had not returned by its end. An object with a
 * decay date by now has decayed, even if it had none on the day it left.
 */
export function departures(
  removed: Balance['left'],
  { decayDateOf }: Pick<ReportCatalogue, 'decayDateOf'>,
): Departures {
  const left = removed.map((object) => {
    const decay_date = decayDateOf(object.norad_id)
    return { ...object, decay_date, hasDecayed: object.reason === 'decayed' || decay_date !== null }
  })
  const decayed = left.filter(({ hasDecayed }) => hasDecayed)
  return {
    decays_count: decayed.length,
    gone_count: left.length - decayed.length,
    re_entries: decayed
      .filter(({ object_type }) => object_type === 'payload' || object_type === 'rocket_body')
      .map(({ norad_id, name, international_designator, object_type, decay_date }) => {
        return { norad_id, name, international_designator, object_type, decay_date }
      })
      .sort((one, other) => compare(dateOf(one), dateOf(other)) || one.norad_id - other.norad_id),
  }
}

/** Returns a date that sorts last if there is none. */
function dateOf({ decay_date }: { readonly decay_date: string | null }): string {
  return decay_date ?? '9999'
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}
