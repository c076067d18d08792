import { absent, type Row, type SeriesFile, tableOf, textOf, valueIn } from '#features/swpc-files/swpc-file'
import { asOf2025WithFraction, withoutZone, withZone } from '#features/swpc-files/swpc-times'
import { days, hours } from '#kernel/kit/time'

/** Every row comes from the spacecraft in use and has good quality. */
const startOf = ({ at, instrument }: Row) => ({ time_tag: withoutZone(at), active: true, source: instrument })

const NO_MAG = absent(
  'range scale sensitivity manual_mode sample_size bx_gse by_gse bz_gse theta_gse phi_gse',
)
const NO_MAG_FLAGS = absent('max_telemetry_flag max_data_flag')
const NO_WIND = absent(
  'proton_vx_gse proton_vy_gse proton_vz_gse proton_vx_gsm proton_vy_gsm proton_vz_gsm proton_sample_size ' +
    'alpha_speed alpha_temperature alpha_density alpha_vx_gse alpha_vy_gse alpha_vz_gse alpha_vx_gsm ' +
    'alpha_vy_gsm alpha_vz_gsm alpha_sample_size max_convergence_flag max_data_flag max_error_count_flag ' +
    'max_processing_flag max_range_flag max_sample_count_flag max_telemetry_flag',
)

/** Returns the direction of the field in the x-y plane of GSM, from 0 to 360 degrees from the Sun. */
function longitudeDeg(row: Row): number | null {
  const [bx, by] = [valueIn(row, 'bx_gsm_nt'), valueIn(row, 'by_gsm_nt')]
  return bx === null || by === null ? null : (toDegrees(Math.atan2(by, bx)) + 360) % 360
}

/** Returns the angle of the field above that plane, in degrees. */
function latitudeDeg(row: Row): number | null {
  const [bx, by, bz] = [valueIn(row, 'bx_gsm_nt'), valueIn(row, 'by_gsm_nt'), valueIn(row, 'bz_gsm_nt')]
  return bx === null || by === null || bz === null ? null : toDegrees(Math.atan2(bz, Math.hypot(bx, by)))
}

const toDegrees = (radians: number) => (radians * 180) / Math.PI
const hundredths = (value: number | null) => value && Math.round(value * 100) / 100

/** The magnetic field at L1 by minute for the last day, newest row first. */
export const realTimeMag: SeriesFile = {
  id: 'mag',
  spanMs: days(1),
  write: ({ rows }) =>
    rows.toReversed().map((row) => ({
      ...startOf(row),
      bt: valueIn(row, 'bt_nt'),
      bx_gsm: valueIn(row, 'bx_gsm_nt'),
      by_gsm: valueIn(row, 'by_gsm_nt'),
      bz_gsm: valueIn(row, 'bz_gsm_nt'),
      ...NO_MAG,
      theta_gsm: hundredths(latitudeDeg(row)),
      phi_gsm: hundredths(longitudeDeg(row)),
      ...NO_MAG_FLAGS,
      overall_quality: 0,
    })),
}

/** The solar wind at L1 by minute for the last day, newest row first. */
export const realTimeWind: SeriesFile = {
  id: 'wind',
  spanMs: days(1),
  write: ({ rows }) =>
    rows.toReversed().map((row) => ({
      ...startOf(row),
      proton_speed: valueIn(row, 'speed_km_s'),
      proton_temperature: valueIn(row, 'temperature_k'),
      proton_density: valueIn(row, 'density_per_cm3'),
      ...NO_WIND,
      overall_quality: 0,
    })),
}

/** Maximum age of the newest value of a summary. */
const SUMMARY_MS = hours(3)

const rounded = (value: number | null) => value && Math.round(value)
const textOrNull = (value: number | null) => (value === null ? null : String(Math.round(value)))

/** The newest speed of the solar wind. */
export const speedSummary: SeriesFile = {
  id: 'wind',
  spanMs: SUMMARY_MS,
  write: ({ rows }) =>
    rows
      .slice(-1)
      .map((row) => ({ proton_speed: rounded(valueIn(row, 'speed_km_s')), time_tag: withZone(row.at) })),
  write2025: ({ rows }) =>
    lastOf(rows, (row) => ({
      WindSpeed: textOrNull(valueIn(row, 'speed_km_s')),
      TimeStamp: asOf2025WithFraction(row.at),
    })),
}

/** The newest magnetic field at L1. */
export const fieldSummary: SeriesFile = {
  id: 'mag',
  spanMs: SUMMARY_MS,
  write: ({ rows }) =>
    rows.slice(-1).map((row) => ({
      bt: rounded(valueIn(row, 'bt_nt')),
      bz_gsm: rounded(valueIn(row, 'bz_gsm_nt')),
      time_tag: withZone(row.at),
    })),
  write2025: ({ rows }) =>
    lastOf(rows, (row) => ({
      Bt: textOrNull(valueIn(row, 'bt_nt')),
      Bz: textOrNull(valueIn(row, 'bz_gsm_nt')),
      TimeStamp: asOf2025WithFraction(row.at),
    })),
}

/** Returns an empty object if there are no rows. */
function lastOf(rows: readonly Row[], write: (row: Row) => object): object {
  const last = rows.at(-1)
  return last ? write(last) : {}
}

/** A table of the magnetic field, which SWPC removed in 2026. */
export function magTable(spanMs: number): SeriesFile {
  const columns = [
    ['time_tag', ({ at }: Row) => asOf2025WithFraction(at)],
    ['bx_gsm', textOf('bx_gsm_nt', 2)],
    ['by_gsm', textOf('by_gsm_nt', 2)],
    ['bz_gsm', textOf('bz_gsm_nt', 2)],
    ['lon_gsm', (row: Row) => longitudeDeg(row)?.toFixed(2) ?? null],
    ['lat_gsm', (row: Row) => latitudeDeg(row)?.toFixed(2) ?? null],
    ['bt', textOf('bt_nt', 2)],
  ] as const
  return { id: 'mag', spanMs, write: ({ rows }) => tableOf(columns, rows) }
}

/** A table of the solar wind, which SWPC removed in 2026. */
export function plasmaTable(spanMs: number): SeriesFile {
  const columns = [
    ['time_tag', ({ at }: Row) => asOf2025WithFraction(at)],
    ['density', textOf('density_per_cm3', 2)],
    ['speed', textOf('speed_km_s', 1)],
    ['temperature', textOf('temperature_k', 0)],
  ] as const
  return { id: 'wind', spanMs, write: ({ rows }) => tableOf(columns, rows) }
}
