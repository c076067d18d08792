import { radioFluxAt, solarDayOf } from '#model/sun'
import type { StormClock } from '#storm'
import { DAY, floorTo, HOUR, MINUTE, withoutZone } from '#time'

/** `daily-solar-indices`: the last 30 days, issued at 02:25, 08:25, 14:25 and 20:25 of the next day. */
export function dailySolarData({ at, shiftMs }: StormClock): string {
  const first = 2 * HOUR + 25 * MINUTE
  const issued = floorTo(6 * HOUR, at - first) + first
  const [, day, month, year, time = ''] = new Date(issued + shiftMs).toUTCString().split(' ')
  const newest = floorTo(DAY, issued) - DAY
  const rows = Array.from({ length: 30 }, (_, i) => newest - (29 - i) * DAY).map((start) => {
    const { flux } = radioFluxAt(start + 20 * HOUR)
    const { number, area, newRegions, background, c, m, x } = solarDayOf(start)
    const cells = [
      withoutZone(start + shiftMs)
        .slice(0, 10)
        .replaceAll('-', ' '),
      padded(flux, 5),
      padded(number, 7),
      padded(area, 9),
      padded(newRegions, 7),
      padded(-999, 8),
      padded(background ?? '*', 7),
      padded(c, 4),
      ...[m, x, c + m, m, x, 0].map((count) => padded(count, 3)),
    ]
    return cells.join('')
  })
  return `:Product: Daily Solar Data            DSD.txt
:Issued: ${time.slice(0, 5).replace(':', '')} UT ${day} ${month} ${year}
#
#  Prepared by the U.S. Dept. of Commerce, NOAA, Space Weather Prediction Center
#  Please send comments and suggestions to SWPC.Webmaster@noaa.gov
#
#                Last 30 Days Daily Solar Data
#
#                         Sunspot       Stanford GOES15
#           Radio  SESC     Area          Solar  X-Ray  ------ Flares ------
#           Flux  Sunspot  10E-6   New     Mean  Bkgd    X-Ray      Optical
#  Date     10.7cm Number  Hemis. Regions Field  Flux   C  M  X  S  1  2  3
#---------------------------------------------------------------------------
${rows.join('\n')}
`
}

function padded(cell: number | string, width: number): string {
  return String(cell).padStart(width)
}
