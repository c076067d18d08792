import { geomagneticStorms, scaleFor } from '#features/space-weather/scales/noaa-scales'
import {
  type KpWindow,
  type Row,
  type SeriesFile,
  type SwpcContent,
  tableOf,
  textOf,
  valueIn,
} from '#features/swpc-files/swpc-file'
import { asOf2025, asOf2025WithFraction, withoutZone } from '#features/swpc-files/swpc-times'
import { days, hours } from '#kernel/kit/time'

const kpOf = (row: Row) => valueIn(row, 'kp') ?? Number.NaN

/** The running estimate by minute for the last six hours. */
export const kpByMinute: SeriesFile = {
  id: 'kp',
  spanMs: hours(6),
  write: ({ rows }) =>
    rows.map((row) => ({
      time_tag: withoutZone(row.at),
      kp_index: Math.round(kpOf(row)),
      estimated_kp: kpOf(row),
      kp: lettersOf(kpOf(row)),
    })),
}

/** Writes 0.67 as `1M`, 1 as `1Z` and 1.33 as `1P`: minus, zero and plus. */
function lettersOf(kp: number): string {
  const thirds = Math.round(kp * 3)
  const whole = Math.round(thirds / 3)
  return `${whole}${['M', 'Z', 'P'][thirds - 3 * whole + 1]}`
}

/** The index a by thirds of Kp, from 0 to 9. */
const A_OF_KP = [
  0, 2, 3, 4, 5, 6, 7, 9, 12, 15, 18, 22, 27, 32, 39, 48, 56, 67, 80, 94, 111, 132, 154, 179, 207, 236, 300,
  400,
]

const aOf = (row: Row) => A_OF_KP[Math.round(kpOf(row) * 3)] ?? null

/** The three-hour index for the last seven days. */
export const kpByThreeHours: SeriesFile = {
  id: 'kp_3h',
  spanMs: days(7),
  isOfWholeDays: true,
  write: ({ rows }) =>
    rows.map((row) => ({
      time_tag: withoutZone(row.at),
      Kp: kpOf(row),
      a_running: aOf(row),
      station_count: null,
    })),
  write2025: ({ rows }) =>
    tableOf(
      [
        ['time_tag', ({ at }) => asOf2025WithFraction(at)],
        ['Kp', textOf('kp', 2)],
        ['a_running', (row) => String(aOf(row))],
        ['station_count', () => null],
      ],
      rows,
    ),
}

/** The three-hour index for the last seven days, then the forecast. */
export const kpForecastFile: SeriesFile = {
  id: 'kp_3h',
  spanMs: days(7),
  isOfWholeDays: true,
  hasForecast: true,
  write: (content) => windowsOf(content).map(({ at, ...rest }) => ({ time_tag: withoutZone(at), ...rest })),
  write2025: (content) => [
    ['time_tag', 'kp', 'observed', 'noaa_scale'],
    ...windowsOf(content).map(({ at, kp, observed, noaa_scale }) => [
      asOf2025(at),
      kp.toFixed(2),
      observed,
      noaa_scale,
    ]),
  ],
}

/**
 * Returns the windows of the forecast. The rest of the current UTC day is `estimated`, as in NOAA's file;
 * later windows are `predicted`.
 */
function windowsOf({ rows, forecast, now }: SwpcContent) {
  const observed = rows.map((row) => ({ at: row.at, kp: kpOf(row), observed: 'observed' }))
  const last = observed.at(-1)?.at ?? Number.NEGATIVE_INFINITY
  const midnight = (Math.floor(now / days(1)) + 1) * days(1)
  const later = forecast
    .filter(({ at }) => at > last)
    .map(({ at, kp, scale }: KpWindow) => ({
      at,
      kp,
      observed: at < midnight ? 'estimated' : 'predicted',
      scale,
    }))
  return [
    ...observed.map((each) => ({ ...each, scale: scaleFor(geomagneticStorms, each.kp) })),
    ...later,
  ].map(({ scale, ...rest }) => ({ ...rest, noaa_scale: scale === 'G0' ? null : scale }))
}
