import type { DayFacts } from '#features/pages/day-facts'
import { formatPfu } from '#features/pages/number-format'
import { formatDateTime } from '#features/shared/page/timestamps'
import { inForceByStep } from '#features/space-weather/notices/notices'
import { hours } from '#kernel/kit/time'

/** Columns of the terminal. */
const WIDTH = 80
/** Renders the day in numbers as lines of at most 80 columns. */
export function dayLines(day: DayFacts, now: number): string[] {
  return [sunLine(day), arrivalLine(day, now), noticeLine(day)]
}

function sunLine({ flux, sunspots, aIndex, electrons }: DayFacts): string {
  const figures = [
    `F10.7 ${flux ? `${Math.round(flux.flux_sfu)} sfu` : '–'}`,
    `sunspots ${sunspots?.sunspot_number ?? '–'}`,
    `A ${aIndex?.a_index ?? '–'}`,
    `electrons ${electrons ? `${formatPfu(electrons.flux_pfu)} pfu` : '–'}`,
  ]
  return `${'The Sun'.padEnd(12)}${figures.join('   ')}`
}

function arrivalLine({ arrivals }: DayFacts, now: number): string {
  const next = arrivals?.arrivals.find(({ arrival_time }) => Date.parse(arrival_time) > now)
  const words = next
    ? `${formatDateTime(Date.parse(next.arrival_time))} ± ${arrivals?.stated_error_hours ?? ''} h, ` +
      `in ${Math.round((Date.parse(next.arrival_time) - now) / hours(1))} h${next.kp_max === null ? '' : `; Kp up to ${next.kp_max}`}`
    : arrivals
      ? 'none predicted'
      : 'no data'
  return `${'CME arrival'.padEnd(12)}${words}`
}

/** Renders the number of notices in force and the strongest one. */
function noticeLine({ notices }: DayFacts): string {
  if (!notices) return `${'In force'.padEnd(12)}no data`
  const current = inForceByStep(notices)
  const [strongest] = current
  const words = strongest ? (strongest.headline ?? strongest.kind) : 'no NOAA notice'
  return `${`In force ${current.length}`.padEnd(11)} ${words}`.slice(0, WIDTH)
}
