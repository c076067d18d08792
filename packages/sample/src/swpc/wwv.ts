import { apOfKp, kpOfBin } from '#model/kp'
import { radioFluxAt } from '#model/sun'
import type { StormClock } from '#storm'
import { formatKp } from '#swpc/kp'
import { DAY, floorTo, HOUR, MINUTE } from '#time'

const BIN = 3 * HOUR
const months = new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' })

/**
 * `wwv`: issued five minutes after every window of three hours; from 21:05 with the A index of the same day.
 */
export function wwv({ at, shiftMs }: StormClock): string {
  const window = floorTo(BIN, at - 5 * MINUTE)
  const day = floorTo(DAY, window - 21 * HOUR)
  const bins = Array.from({ length: 8 }, (_, i) => day + i * BIN).filter((start) => start < window)
  const a = bins.reduce((sum, start) => sum + apOfKp(kpOfBin(start)), 0) / bins.length
  const k = formatKp(Math.round(kpOfBin(window - BIN) * 3))
  const [, , month, year, time = ''] = new Date(window + 5 * MINUTE + shiftMs).toUTCString().split(' ')
  const [issuedDay] = dayOf(window + shiftMs).split(' ')
  return `:Product: Geophysical Alert Message wwv.txt
:Issued: ${year} ${month} ${issuedDay} ${time.slice(0, 5).replace(':', '')} UTC
# Prepared by the US Dept. of Commerce, NOAA, Space Weather Prediction Center
#
#          Geophysical Alert Message
#
Solar-terrestrial indices for ${dayOf(day + shiftMs)} follow.
Solar flux ${radioFluxAt(day + 20 * HOUR).flux} and estimated planetary A-index ${Math.round(a)}.
The estimated planetary K-index at ${time.slice(0, 2)}00 UTC on ${dayOf(window + shiftMs)} was ${k.toFixed(2)}.

Space weather for the past 24 hours has been extreme.
Geomagnetic storms reaching the G5 level occurred.
Solar radiation storms reaching the S2 level occurred.
Radio blackouts reaching the R3 level occurred.

Space weather for the next 24 hours is predicted to be severe.
Geomagnetic storms reaching the G4 level are likely.
`
}

/** Formats a day as `20 August`. */
function dayOf(at: number): string {
  return `${String(new Date(at).getUTCDate()).padStart(2, '0')} ${months.format(at)}`
}
