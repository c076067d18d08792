import { twoDigits } from '@space-data/charts/text'
import { dayRanges } from '#debris/reports/day-ranges'
import { fixed, whole } from '#debris/reports/pdf/numbers'
import type { MonthlyReport } from '#debris/reports/report'

/** Returns whether a report compares two days; in a first month with one day of data there is nothing to. */
export function isCompared({ start_day, last_day }: Pick<MonthlyReport, 'start_day' | 'last_day'>): boolean {
  return start_day !== last_day
}

/** What is said instead of changes where no two days are compared. */
export const NOTHING_COMPARED = 'There is no earlier day to compare with, so that no change is known.'

/** Says which days of the month have data. */
export function daysSentence({ first_day, last_day, days_with_data, missing_days }: MonthlyReport): string {
  const days =
    days_with_data === 1
      ? `1 day with data, ${last_day}.`
      : `${days_with_data} days with data, from ${first_day} to ${last_day}.`
  return `${days} ${missing_days.length === 0 ? 'No day is missing.' : `Without data: ${dayRanges(missing_days)}.`}`
}

/** Says which changes are in none of the figures, a sentence for each span. */
export function notAttributedSentences({ not_attributed }: MonthlyReport): string[] {
  return not_attributed.map(({ from, to, added_count, removed_count }) => {
    const span = from === null ? `before ${to}` : `between ${from} and ${to}`
    return (
      `Changes ${span} are not attributed to the month: ${whole(added_count)} objects added and ` +
      `${whole(removed_count)} removed.`
    )
  })
}

/** Says what entered the catalogue in the month and what left it. */
export function balanceSentence(report: MonthlyReport): string {
  const { newly_numbered, returned_count, decays_count, gone_count } = report
  if (!isCompared(report)) return NOTHING_COMPARED
  return (
    `${whole(newly_numbered.count)} objects were newly numbered, and ${whole(returned_count)} that were numbered ` +
    `before were added. ${whole(decays_count)} left the catalogue and have a decay date; ${whole(gone_count)} left ` +
    'it without one: decayed, lost, withheld or renumbered.'
  )
}

/** Says which part of the catalogue the shells leave out. */
export function coverageSentence({ coverage, last_day }: MonthlyReport): string {
  const { altitude_min_km, altitude_max_km, above_percent } = coverage
  const { objects_in_shells, objects_above, objects_below, objects_not_propagated } = coverage
  return (
    `The shells, from ${altitude_min_km} to ${whole(altitude_max_km)} km, hold ${whole(objects_in_shells)} objects at ` +
    `a time on ${last_day}. Above them are ${whole(objects_above)}, ${fixed(above_percent, 1)}\u00a0% of the catalogue; ` +
    `${whole(objects_below)} are below, and ${whole(objects_not_propagated)} have no usable elements.`
  )
}

/** Says how old the elements are. */
export function ageSentence({ elements_age_median_days: days }: MonthlyReport): string {
  if (days === null) return ''
  return (
    `Half of the elements were less than ${fixed(days, 2)} days old when they were fetched; positions from them err ` +
    'by about a kilometre at their epoch, and by one to three more each day.'
  )
}

/** Formats the mean time to a collision: `9.2 days`. */
function collisionDays({ no_manoeuvre_collision_days: days }: Rates): string {
  return days === null ? 'no number of days' : `${twoDigits(days)} days`
}

/** Says how often objects would collide, and what moves the figure. */
export function collisionSentences({ collisions, last_day }: MonthlyReport): string[] {
  const { rates, by_bin, without_own_pairs } = collisions
  const figures = by_bin.flatMap(({ no_manoeuvre_collision_days: days }) => days ?? [])
  const range =
    figures.length > 1
      ? ` The thickness of the shells alone moves it from ${twoDigits(Math.min(...figures))} to ` +
        `${twoDigits(Math.max(...figures))} days, and radii half as large make it four times as long.`
      : ''
  return [
    `If nothing manoeuvred, two catalogued objects would collide once in ${collisionDays(rates)} on average, by ` +
      `kinetic theory in shells of ${rates.bin_km} km on ${last_day}.${range} It is a measure of crowding, not a ` +
      'forecast: operators do manoeuvre.',
    'Satellites of one constellation keep their stations, so that they do not meet at random. Without their own ' +
      `pairs it is once in ${collisionDays(without_own_pairs)}.`,
  ]
}

type Rates = MonthlyReport['collisions']['rates']
