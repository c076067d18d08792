import { absorptionGrid as absorptionGridEndpoint } from '#features/space-weather/absorption/absorption-grid'
import { threeDayForecast as threeDayForecastEndpoint } from '#features/space-weather/bulletins/3-day-forecast'
import { discussion as discussionEndpoint } from '#features/space-weather/bulletins/discussion'
import { outlook as outlookEndpoint } from '#features/space-weather/bulletins/outlook'
import { aIndex as aIndexEndpoint } from '#features/space-weather/kp/a-index'
import { sunspots as sunspotsEndpoint } from '#features/space-weather/solar/sunspots'
import { servedFile } from '#features/swpc-files/served-file'
import { parseUtc } from '#kernel/kit/time'

/** Line that replaces the author of a file. */
const MADE_BY = '# Made by Space-Data of data of NOAA SWPC; not a service of NOAA'

/** The unchanged text of the forecasters. */
export const threeDayForecastFile = servedFile(threeDayForecastEndpoint, ({ text }) => text)
export const discussionFile = servedFile(discussionEndpoint, ({ text }) => text)

/** The outlook for 27 days. */
export const outlookFile = servedFile(outlookEndpoint, ({ issued_at, days }) =>
  toText([
    ':Product: 27-day Space Weather Outlook Table 27DO.txt',
    `:Issued: ${stampOf(issued_at)}`,
    MADE_BY,
    '#',
    '#',
    '#',
    '#      27-day Space Weather Outlook Table',
    `#                Issued ${issued_at.slice(0, 10)}`,
    '#',
    '#   UTC      Radio Flux   Planetary   Largest',
    '#  Date       10.7 cm      A Index    Kp Index',
    ...days.map(
      ({ date, f107_sfu, ap, kp_max }) =>
        partsOf(date).label + right(f107_sfu, 8) + right(ap, 12) + right(kp_max, 11),
    ),
  ]),
)

/** Sunspots, regions and flares of the last 30 days. */
export const dailySolarFile = servedFile(sunspotsEndpoint, ({ issued_at, days: list }) => {
  const { year, month, day, time } = partsOf(issued_at)
  return toText([
    ':Product: Daily Solar Data            DSD.txt',
    `:Issued: ${time} UT ${day} ${month} ${year}`,
    '#',
    MADE_BY,
    '#',
    '#',
    '#                Last 30 Days Daily Solar Data',
    '#',
    '#                         Sunspot       Stanford GOES15',
    '#           Radio  SESC     Area          Solar  X-Ray  ------ Flares ------',
    '#           Flux  Sunspot  10E-6   New     Mean  Bkgd    X-Ray      Optical',
    '#  Date     10.7cm Number  Hemis. Regions Field  Flux   C  M  X  S  1  2  3',
    `#${'-'.repeat(75)} `,
    ...list.map((each) => {
      const date = each.day.replaceAll('-', ' ')
      const flares = [each.flares_c, each.flares_m, each.flares_x].map((count) => right(count, 3))
      return [
        date,
        right(each.flux_sfu, 5),
        right(each.sunspot_number, 7),
        right(each.sunspot_area_millionths, 9),
        right(each.new_regions, 7),
        right(null, 8),
        (each.xray_background ?? '*').padStart(7),
        ' ',
        ...flares,
        // Flares in visible light are not recorded.
        ' -999 -999 -999 -999',
      ].join('')
    }),
  ])
})

/** The message of the radio station WWV, without its text about storms. */
export const wwvFile = servedFile(aIndexEndpoint, (data) => {
  const [ofDay, ofKp] = [partsOf(data.day), partsOf(data.kp_at)]
  return toText([
    ':Product: Geophysical Alert Message wwv.txt',
    `:Issued: ${stampOf(data.as_of)}`,
    MADE_BY,
    '#',
    '#          Geophysical Alert Message',
    '#',
    `Solar-terrestrial indices for ${ofDay.day} ${ofDay.longMonth} follow.`,
    `Solar flux ${data.flux_sfu} and estimated planetary A-index ${data.a_index}.`,
    `The estimated planetary K-index at ${ofKp.time} UTC on ${ofKp.day} ${ofKp.longMonth} was ${data.kp.toFixed(2)}.`,
  ])
})

/** The absorption of HF radio, from north to south. */
export const absorptionFile = servedFile(absorptionGridEndpoint, (data) => {
  const longitudes = data.longitude_deg.map((longitude) => right(longitude, 5)).join('')
  const rows = data.latitude_deg.map((latitude, row) => {
    const cells = data.frequency_mhz[row]?.map((mhz) => mhz.toFixed(1).padStart(5)) ?? []
    return `${right(latitude, 3)} |${cells.join('')}`
  })
  return toText([
    '# DRAP Tabular Values',
    '# Product: D-Region Absorption         /images/drap2_tab.txt',
    `# Product Valid At : ${data.as_of.slice(0, 16).replace('T', ' ')} UTC`,
    '#',
    MADE_BY,
    '#',
    '#',
    `# Estimated Recovery Time : ${data.recovery_time ?? 'No Estimate'}`,
    '#',
    `#  X-RAY Message : ${data.xray_message ?? ''}`,
    '#',
    `#  X-RAY Warning : ${data.xray_warning ?? ''}`,
    '#',
    `#  Proton Message : ${data.proton_message ?? ''}`,
    '#',
    `#  Proton Warning : ${data.proton_warning ?? ''}`,
    '#',
    '# Frequency (MHz) as a function of Latitude and Longitude',
    '#',
    `     ${longitudes}`,
    '-'.repeat(6 + longitudes.length),
    ...rows.toReversed(),
  ])
})

function toText(lines: readonly string[]): string {
  return `${lines.join('\n')}\n`
}

/** Writes a number right-aligned in a column; -999 is NOAA's value for none. */
function right(value: number | null, width: number): string {
  return String(value ?? -999).padStart(width)
}

/** Formats an instant as `2026 Aug 20 0305 UTC`. */
function stampOf(at: string): string {
  const { label, time } = partsOf(at)
  return `${label} ${time} UTC`
}

/** Returns the parts of an instant or a day for the texts. */
function partsOf(at: string) {
  const ms = parseUtc(at) ?? Number.NaN
  const [, day = '', month = '', year = '', clock = ''] = new Date(ms).toUTCString().split(' ')
  const longMonth = new Date(ms).toLocaleString('en-GB', { month: 'long', timeZone: 'UTC' })
  const time = clock.slice(0, 5).replace(':', '')
  return { year, month, longMonth, day, time, label: `${year} ${month} ${day}` }
}
