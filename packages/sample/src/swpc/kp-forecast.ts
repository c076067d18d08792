import { kpOfBin } from '#model/kp'
import { stormClock } from '#storm'
import { label, lastIssue, stampOf } from '#swpc/issues'
import { formatKp } from '#swpc/kp'
import { expected } from '#swpc/probabilities'
import { DAY, floorTo, HOUR, withoutZone } from '#time'

const BIN = 3 * HOUR
/** Kp in thirds that NOAA forecast at 00:30 on 11 May 2024 for the next two days. */
const NEXT_DAYS = [
  [14, 17, 14, 12, 11, 8, 8, 11],
  [10, 10, 10, 10, 10, 10, 11, 11],
] as const
/** Lowest Kp of each G level in thirds; NOAA counts 9- as G4. */
const G_SCALE = [14, 17, 20, 23, 27]

/**
 * `3-day-forecast`: issued at 00:30 and 12:30 of the current day, so that an issue never changes. The first
 * day is the storm as replayed on that day; then it fades.
 * @param present For an earlier instant: the forecast matches the actual values until this one.
 */
export function threeDayForecast(now: number, present?: number): string {
  const issued = lastIssue(now)
  const today = floorTo(DAY, issued)
  const days = [0, 1, 2].map((day) => dayLabel(today + day * DAY))
  const period = `${days[0]}-${days[2]} ${new Date(today + 2 * DAY).getUTCFullYear()}`
  const highest = Math.max(...[0, 1, 2].map((day) => highestThirds(today + day * DAY, today, present)))
  const rows = Array.from({ length: 8 }, (_, i) => {
    const cells = [0, 1, 2].map((day) => cell(forecastThirds(today + day * DAY + i * BIN, today, present)))
    return `${hour(3 * i)}-${hour((3 * i + 3) % 24)}UT       ${cells.map((text) => text.padEnd(13)).join('')}`
  })
  return `:Product: 3-Day Forecast
:Issued: ${stampOf(issued)} UTC
# Prepared by the U.S. Dept. of Commerce, NOAA, Space Weather Prediction Center
#
A. NOAA Geomagnetic Activity Observation and Forecast

The greatest expected 3 hr Kp for ${period} is ${formatKp(highest).toFixed(2)} (NOAA Scale
${markOf(highest)}).

NOAA Kp index breakdown ${period}

             ${days.join('       ')}
${rows.join('\n')}

Rationale: G4 (Severe) or greater geomagnetic storming is expected as
coronal mass ejections continue to arrive.

B. NOAA Solar Radiation Activity Observation and Forecast

Solar Radiation Storm Forecast for ${period}

              ${days.join('  ')}
S1 or greater   ${percents(expected['10mev_protons'])}

Rationale: Protons of the flares of Region 3664 continue to arrive.

C. NOAA Radio Blackout Activity and Forecast

Radio blackouts reaching the R3 levels were observed over the past 24
hours.

Radio Blackout Forecast for ${period}

              ${days.join('        ')}
R1-R2           ${percents(expected.m_class)}
R3 or greater   ${percents(expected.x_class)}

Rationale: Region 3664 remains large and complex.
`
}

/** `noaa-planetary-k-index-forecast`: observed, estimated and predicted bins, oldest first. */
export function kpForecastRows(now: number, present?: number): unknown[] {
  const today = floorTo(DAY, now)
  const current = floorTo(BIN, now)
  return Array.from({ length: 81 }, (_, i) => {
    const start = today - 7 * DAY + i * BIN
    const { shiftMs } = stormClock(now, present)
    const thirds =
      start < today ? Math.round(kpOfBin(start - shiftMs) * 3) : forecastThirds(start, today, present)
    return {
      time_tag: withoutZone(start),
      kp: formatKp(thirds),
      observed: start < current ? 'observed' : start < today + DAY ? 'estimated' : 'predicted',
      noaa_scale: markOf(thirds) ?? null,
    }
  })
}

/** Returns the mark of the highest Kp forecast for a day, if it has one. */
export function highestMark(day: number, today: number, present?: number): string | undefined {
  return markOf(highestThirds(day, today, present))
}

function highestThirds(day: number, today: number, present?: number): number {
  return Math.max(...Array.from({ length: 8 }, (_, i) => forecastThirds(day + i * BIN, today, present)))
}

/** Formats the percents of three days as a row of a table. */
function percents(days: readonly number[]): string {
  return days
    .map((percent) => `${percent}%`.padEnd(14))
    .join('')
    .trimEnd()
}

function forecastThirds(start: number, today: number, present?: number): number {
  if (present !== undefined && start <= present) return Math.round(kpOfBin(stormClock(start, present).at) * 3)
  const later = NEXT_DAYS[Math.floor((start - today) / DAY) - 1]
  return later?.[((start - today) % DAY) / BIN] ?? Math.round(kpOfBin(stormClock(start).at) * 3)
}

/** Returns the mark of a Kp in thirds, such as `G4`, if it has one. */
export function markOf(thirds: number): string | undefined {
  const level = G_SCALE.findLastIndex((from) => thirds >= from) + 1
  return level > 0 ? `G${level}` : undefined
}

/** Formats as `8.00 (G4)`. */
function cell(thirds: number): string {
  const mark = markOf(thirds)
  return `${formatKp(thirds).toFixed(2)}${mark ? ` (${mark})` : ''}`
}

/** Formats a day as `Nov 22`. */
export function dayLabel(at: number): string {
  return label(at).slice(5)
}

function hour(value: number): string {
  return String(value).padStart(2, '0')
}
