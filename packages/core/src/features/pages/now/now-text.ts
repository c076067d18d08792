import { sparkline } from '@space-data/charts'
import { countdown, groupThousands } from '@space-data/charts/text'
import { shareAbove } from '#features/debris/density/shell-counts'
import { densityByShell } from '#features/debris/density/shell-density'
import { shellEdgesKm } from '#features/debris/density/shell-grid'
import { leftOutWords } from '#features/pages/left-out-words'
import { dayLines } from '#features/pages/now/day-text'
import type { NowFacts, PassFacts } from '#features/pages/now/now-facts'
import { passLines } from '#features/pages/now/passes-text'
import { scaleLines } from '#features/pages/now/scales-text'
import { formatPfu } from '#features/pages/number-format'
import { formatDateTime, formatTime } from '#features/shared/page/timestamps'
import { toFlareClass } from '#features/space-weather/scales/noaa-scales'
import type { Quantity, Reading } from '#features/space-weather/series/readings'
import { days, hours, utcDay } from '#kernel/kit/time'

/** Columns of the terminal. */
const WIDTH = 80
/** Points of a sparkline: one for each hour. */
const POINTS = 24

interface Row {
  readonly quantity: Quantity
  readonly name: string
  readonly format: (value: number) => string
  readonly logarithmic?: true
  readonly range?: readonly [number, number]
}

const ROWS: readonly Row[] = [
  { quantity: 'kp', name: 'Kp index', format: (value) => value.toFixed(2), range: [0, 9] },
  { quantity: 'solar_wind_speed_km_s', name: 'Solar wind', format: (value) => `${Math.round(value)} km/s` },
  { quantity: 'bz_gsm_nt', name: 'Bz (GSM)', format: (value) => `${value.toFixed(1)} nT` },
  { quantity: 'xray_flux_w_m2', name: 'X-rays', format: toFlareClass, logarithmic: true },
  {
    quantity: 'proton_flux_pfu',
    name: 'Protons',
    format: (value) => `${formatPfu(value)} pfu`,
    logarithmic: true,
  },
]

/** Renders the overview as text of at most 80 columns, with the passes over a location if one is given. */
export function nowText(facts: NowFacts, passes: PassFacts | undefined): string {
  const { now, sourceNote } = facts
  const title = `Space-Data${sourceNote && ` ${sourceNote}`}`
  return [
    `${title}  ${formatDateTime(now)}`,
    ...scaleLines(facts),
    '',
    `${''.padEnd(12)}${'now'.padEnd(12)}${'at (UTC)'.padEnd(10)}last 24 hours`,
    ...ROWS.map((row) => seriesLine(row, facts)),
    '',
    ...dayLines(facts.day, now),
    `${'Next launch'.padEnd(12)}${launchWords(facts)}`.slice(0, WIDTH).trimEnd(),
    debrisLine(facts),
    ...(passes ? ['', ...passLines(passes, now)] : []),
    '',
    ...askLines(facts, passes !== undefined),
    '',
  ].join('\n')
}

function seriesLine({ quantity, name, format, logarithmic, range }: Row, facts: NowFacts): string {
  const value = facts.values.get(quantity)
  const day = facts.days.get(quantity) ?? []
  const points = hourly(day, facts.now).map((each) =>
    each !== null && logarithmic ? Math.log10(each) : each,
  )
  const now = value ? format(value.value) : 'no data'
  const at = value ? formatTime(value.at) : ''
  const line = `${name.padEnd(12)}${now.padEnd(12)}${at.padEnd(10)}${sparkline(points, range)}`
  return (quantity === 'kp' ? `${line.padEnd(60)}${gfzWords(facts)}` : line).trimEnd()
}

/** Formats the newest Kp of GFZ Potsdam, shown beside NOAA's estimate, with the end of its window. */
function gfzWords({ day: { kpGfz } }: NowFacts): string {
  return kpGfz ? `GFZ ${kpGfz.kp.toFixed(2)} to ${formatTime(Date.parse(kpGfz.stop))}` : ''
}

/** Returns the mean of each hour of the last 24, `null` without a reading. */
function hourly(readings: readonly Reading[], now: number): (number | null)[] {
  return Array.from({ length: POINTS }, (_, i) => {
    const from = now - days(1) + i * hours(1)
    const within = readings.filter(({ at }) => at > from && at <= from + hours(1))
    if (within.length === 0) return null
    return within.reduce((sum, { value }) => sum + value, 0) / within.length
  })
}

function launchWords({ launches, now }: NowFacts): string {
  if (launches === null) return 'no data'
  const [next] = launches
  if (!next) return 'none announced'
  const { name, at, knownTo, text } = next
  const when = knownTo === 'time' ? `${formatDateTime(at)}  ${countdown(at - now)}` : `${text}, time open`
  return `${when}  ${name}`
}

function debrisLine({ run }: NowFacts): string {
  if (!run) return 'Catalogued objects  no run of the shells yet'
  const profile = densityByShell(run)
  const shell = profile.indexOf(Math.max(...profile))
  const { lowerKm, upperKm } = shellEdgesKm(run.grid, shell)
  const density = groupThousands(Math.round((profile[shell] ?? 0) * 1e9))
  const above = `${(100 * shareAbove(run.counts)).toFixed(0)} % of them above ${groupThousands(run.grid.maxKm)} km`
  return (
    `Catalogued objects  ${groupThousands(run.counts.catalogue)} on ${utcDay(run.t0)}, ${leftOutWords(run.counts)},\n` +
    `                    ${above};\n` +
    `                    densest at ${lowerKm}–${upperKm} km: ${density} per billion km³`
  )
}

function askLines({ base }: NowFacts, hasPasses: boolean): string[] {
  return [
    `Ask  curl HOST${base}/v1/tle/stations                   no key needed`,
    `     curl -d '{"label":"me"}' -H 'content-type: application/json' HOST${base}/v1/keys`,
    `     curl -H 'x-api-key: KEY' HOST${base}/v1/space-weather/kp`,
    ...(hasPasses ? [] : [`     curl 'HOST${base}/?at=48.1,11.6'                   passes of the ISS there`]),
  ]
}
