import * as v from 'valibot'
import { dataEndpoint } from '#declare/data-endpoint'
import { fromMeasured } from '#declare/measured'
import { instant, orNull, quantity, sourceLabel, text } from '#declare/schemas'
import { iso, minutes } from '#time'
import { type SolarWind, solarWind } from '#upstreams/swpc-wind'

const data = v.strictObject({
  speed_km_s: quantity('Bulk speed of the protons in km/s', 436.1, 100, 3_500),
  density_per_cm3: orNull(quantity('Protons per cubic centimetre', 2.28, 0, 500)),
  temperature_k: orNull(quantity('Temperature of the protons in kelvin', 105643, 0, 1e8)),
  dynamic_pressure_npa: orNull(
    quantity(
      'Dynamic pressure in nPa, of the protons alone: 1.6726e-6 × density × speed², rounded to 3 decimals; null ' +
        'without a density',
      0.725,
      0,
      20_000,
    ),
  ),
  spacecraft: orNull(
    text('Spacecraft that measured it; null when the upstream product does not tell', 'SOLAR1'),
  ),
  as_of: instant('Instant of the measurement at L1'),
  source: sourceLabel('NOAA SWPC real-time solar wind (1 minute)'),
})

/** The solar wind half an hour to an hour before it reaches Earth. */
export const wind = dataEndpoint({
  path: '/v1/space-weather/wind',
  summary: 'Real-time solar wind at L1',
  description:
    'The newest minute of good quality from the spacecraft that NOAA SWPC holds active, else from one on standby.',
  tag: 'Space weather',
  access: 'key',
  ttlMs: minutes(1),
  data,
  source: fromMeasured(solarWind, toData),
})

export function toData({ at, ...protons }: SolarWind, source: string): v.InferOutput<typeof data> {
  const { speed_km_s, density_per_cm3, temperature_k, spacecraft } = protons
  return {
    speed_km_s,
    density_per_cm3,
    temperature_k,
    dynamic_pressure_npa: density_per_cm3 === null ? null : dynamicPressureNpa(density_per_cm3, speed_km_s),
    spacecraft,
    as_of: iso(at),
    source,
  }
}

function dynamicPressureNpa(density_per_cm3: number, speed_km_s: number): number {
  return Math.round(1.6726e-6 * density_per_cm3 * speed_km_s ** 2 * 1_000) / 1_000
}
