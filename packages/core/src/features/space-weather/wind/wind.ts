import * as v from 'valibot'
import { measurementEndpoint } from '#features/space-weather/series/at-instant'
import type { Measurement } from '#features/space-weather/series/series-declarations'
import { POSSIBLE } from '#features/space-weather/swpc/measurement'
import { solarWind } from '#features/space-weather/wind/swpc-wind'
import { instant, named, orNull, quantity, sourceLabel, text } from '#kernel/endpoint/schemas'
import { iso, minutes } from '#kernel/kit/time'

const data = v.strictObject({
  speed_km_s: quantity('Bulk speed of the protons, km/s', 436.1, ...POSSIBLE.speed_km_s),
  density_per_cm3: orNull(quantity('Proton density, per cm³', 2.28, ...POSSIBLE.density_per_cm3)),
  temperature_k: orNull(quantity('Proton temperature, K', 105643, ...POSSIBLE.temperature_k)),
  dynamic_pressure_npa: orNull(
    quantity(
      'Dynamic pressure of the protons, nPa: 1.6726e-6 × density × speed², rounded to 3 decimals; null if ' +
        'the density is null',
      0.725,
      0,
      20_000,
    ),
  ),
  spacecraft: orNull(
    text('Spacecraft that made the measurement; null if the upstream product does not name it', 'SOLAR1'),
  ),
  as_of: instant('Time of the measurement at L1'),
  source: sourceLabel('NOAA SWPC real-time solar wind (1 minute)'),
})

/** Serves the solar wind measured at L1, 30 to 60 minutes before it reaches Earth. */
export const wind = measurementEndpoint(
  solarWind,
  {
    path: '/v1/space-weather/wind',
    operationId: 'getSolarWind',
    summary: 'Real-time solar wind at L1',
    description:
      'Newest one-minute value of good quality from the spacecraft that NOAA SWPC marks as active, or ' +
      'otherwise from one on standby.',
    ttlMs: minutes(1),
    data: named('SolarWind', data),
  },
  toSolarWindData,
)

/** Converts a measurement to the payload and adds the dynamic pressure. */
export function toSolarWindData(
  { at, values, instrument }: Measurement<'wind'>,
  source: string,
): v.InferOutput<typeof data> {
  const { density_per_cm3: density, speed_km_s: speed } = values
  return {
    ...values,
    dynamic_pressure_npa: density === null ? null : dynamicPressureNpa(density, speed),
    spacecraft: instrument,
    as_of: iso(at),
    source,
  }
}

function dynamicPressureNpa(density_per_cm3: number, speed_km_s: number): number {
  return Math.round(1.6726e-6 * density_per_cm3 * speed_km_s ** 2 * 1_000) / 1_000
}
