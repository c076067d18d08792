import { dayLabel } from '#swpc/kp-forecast'
import { DAY, floorTo, HOUR, MINUTE } from '#time'

/** An invented rotation of the Sun: Ap of each day, and the largest Kp for it. */
const AP = [5, 5, 5, 8, 20, 12, 8, 5, 5, 5, 5, 8, 5, 5, 5, 12, 20, 15, 8, 5, 5, 5, 5, 5, 8, 5, 5]
const KP: Readonly<Record<number, number>> = { 5: 2, 8: 3, 12: 4, 15: 4, 20: 5 }
/** A Monday. */
const MONDAY = Date.UTC(2024, 4, 6)

/** `27-day-outlook`: issued on Mondays at 01:53, so that an issue never changes. No storm is predicted. */
export function outlook(now: number): string {
  const lead = HOUR + 53 * MINUTE
  const monday = MONDAY + floorTo(7 * DAY, now - lead - MONDAY)
  const rows = AP.map((_, i) => {
    const day = monday + i * DAY
    const phase = floorTo(DAY, day) / DAY
    const ap = AP[((phase % AP.length) + AP.length) % AP.length] ?? 5
    const flux = 5 * Math.round((215 + 15 * Math.sin((2 * Math.PI * phase) / AP.length)) / 5)
    const cells = [String(flux).padStart(8), String(ap).padStart(12), String(KP[ap]).padStart(11)]
    return `${labelOf(day)}${cells.join('')}`
  })
  return `:Product: 27-day Space Weather Outlook Table 27DO.txt
:Issued: ${labelOf(monday)} 0153 UTC
# Prepared by the US Dept. of Commerce, NOAA, Space Weather Prediction Center
# Product description and SWPC contact on the Web
# https://www.swpc.noaa.gov/content/subscription-services
#
#      27-day Space Weather Outlook Table
#                Issued ${new Date(monday).toISOString().slice(0, 10)}
#
#   UTC      Radio Flux   Planetary   Largest
#  Date       10.7 cm      A Index    Kp Index
${rows.join('\n')}
`
}

/** Formats a day as `2026 Nov 22`. */
function labelOf(day: number): string {
  return `${new Date(day).getUTCFullYear()} ${dayLabel(day)}`
}
