import { formatDateTime } from '#endpoint/page/timestamps'
import { hours } from '#kit/time'
import type { DayFacts } from '#site/day-facts'
import { formatPfu } from '#site/number-format'
import { highestAhead } from '#space-weather/endpoints/outlook'
import { byArea } from '#space-weather/endpoints/regions'

/** Columns of the terminal. */
const WIDTH = 80
/** Notices that are named; their number is given. */
const MAX_NOTICES = 2

/** Renders the day in numbers and what NOAA says as lines of at most 80 columns. */
export function dayLines(day: DayFacts, now: number): string[] {
  return [sunLine(day), ...noaaLines(day, now), arrivalLine(day, now), ...noticeLines(day)]
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

function noaaLines({ probabilities, outlook, regions }: DayFacts, now: number): string[] {
  const [first] = probabilities?.days ?? []
  const expected = first
    ? `flares M ${percent(first.m_class_percent)}, X ${percent(first.x_class_percent)}, ` +
      `protons ${percent(first.protons_percent)} (${probabilities?.date.slice(5)})`
    : 'no forecast'
  const highest = outlook && highestAhead(outlook.days, now)
  const [largest] = byArea(regions?.regions ?? [])
  const further = [
    ...(highest ? [`27-day outlook: Kp up to ${highest.kp_max}, on ${highest.date}`] : []),
    ...(regions && largest ? [`${regions.count} regions, largest ${largest.active_region}`] : []),
  ].join('; ')
  return [`${'NOAA says'.padEnd(12)}${expected}`, ...(further ? [`${''.padEnd(12)}${further}`] : [])]
}

function percent(value: number | null): string {
  return value === null ? '–' : `${value} %`
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

function noticeLines({ notices }: DayFacts): string[] {
  if (!notices) return [`${'In force'.padEnd(12)}no data`]
  const current = notices.notices.filter(({ in_force }) => in_force)
  const lines = current.slice(0, MAX_NOTICES).map(({ headline, kind }) => headline ?? kind)
  return (lines.length > 0 ? lines : ['none of NOAA’s notices']).map((line, i) =>
    `${(i > 0 ? '' : `In force ${current.length}`).padEnd(11)} ${line}`.slice(0, WIDTH),
  )
}
