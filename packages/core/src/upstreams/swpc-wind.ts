import { hours, seconds } from '#time'
import { numberOf, type Row, textOf } from '#upstreams/checked'
import { type Measurement, newestIn, type TimedRow } from '#upstreams/swpc-rows'
import { newestActive, RTSW_MAX_BYTES } from '#upstreams/swpc-rtsw'
import { measured } from '#upstreams/upstream'

/** Protons of the solar wind at L1 at one instant, in epoch milliseconds. */
export interface SolarWind {
  readonly at: number
  readonly speed_km_s: number
  readonly density_per_cm3: number | null
  readonly temperature_k: number | null
  readonly spacecraft: string | null
}

const common = {
  provider: 'swpc',
  probe: undefined,
  newest: ({ at }: SolarWind) => at,
  cadenceMs: seconds(200),
  currentMs: hours(3),
  series: 'solar_wind_speed_km_s',
} as const

const isSpeed = (value: unknown) => numberOf(value, 100, 3_500) !== null
const told = ({ speed_km_s }: SolarWind) => speed_km_s
const inObserved: Measurement<SolarWind> = { read: observed, told, required: { proton_speed: isSpeed } }
const inPropagated: Measurement<SolarWind> = { read: propagated, told, required: { speed: isSpeed } }

/** Speed alone, in whole km/s, without the spacecraft. */
export const solarWindSpeed = measured<SolarWind>({
  ...common,
  id: 'swpc-wind-summary',
  label: 'solar wind speed (summary)',
  target: () => '/products/summary/solar-wind-speed.json',
  parse: (body, now, tell) => newestIn(body, now, inObserved, tell),
})

/** The last hour as propagated to Earth, stamped with the instant of the observation at L1, without the spacecraft. */
export const propagatedSolarWind = measured<SolarWind>({
  ...common,
  id: 'swpc-wind-propagated',
  label: 'propagated solar wind (1 hour)',
  target: () => '/products/geospace/propagated-solar-wind-1-hour.json',
  parse: (body, now, tell) => newestIn(body, now, inPropagated, tell),
  fallback: solarWindSpeed,
})

/** The last day of every spacecraft at L1, of which the newest good row of the active one counts. */
export const solarWind = measured<SolarWind>({
  ...common,
  id: 'swpc-wind-1m',
  label: 'real-time solar wind (1 minute)',
  target: () => '/json/rtsw/rtsw_wind_1m.json',
  parse: (body, now, tell) => newestActive(body, now, inObserved, tell),
  maxBytes: RTSW_MAX_BYTES,
  fallback: propagatedSolarWind,
})

function observed({ at, row }: TimedRow): SolarWind | null {
  return protons(at, row, row['proton_speed'], row['proton_density'], row['proton_temperature'])
}

function propagated({ at, row }: TimedRow): SolarWind | null {
  return protons(at, row, row['speed'], row['density'], row['temperature'])
}

/** Without a possible speed the row is unusable. */
function protons(
  at: number,
  row: Row,
  speed: unknown,
  density: unknown,
  temperature: unknown,
): SolarWind | null {
  const speed_km_s = numberOf(speed, 100, 3_500)
  if (speed_km_s === null) return null
  return {
    at,
    speed_km_s,
    density_per_cm3: numberOf(density, 0, 500),
    temperature_k: numberOf(temperature, 0, 1e8),
    spacecraft: textOf(row['source']),
  }
}
