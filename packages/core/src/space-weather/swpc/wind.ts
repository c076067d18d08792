import type { Measurement } from '#space-weather/swpc/rows'
import { propagated7Days, type RtswInstrument, rtswFeed } from '#space-weather/swpc/rtsw'
import { parseNumber, parseText } from '#upstreams/parse/fields'

/** Solar wind protons at L1 at one instant, in epoch milliseconds. */
export interface SolarWind {
  readonly at: number
  readonly speed_km_s: number
  readonly density_per_cm3: number | null
  readonly temperature_k: number | null
  readonly spacecraft: string | null
}

const instrument: RtswInstrument<SolarWind> = {
  id: 'swpc-wind',
  label: 'solar wind',
  file: 'rtsw_wind_1m.json',
  summaryLabel: 'solar wind speed',
  summaryFile: 'solar-wind-speed.json',
  seriesId: 'wind',
  observed: protons('proton_speed', 'proton_density', 'proton_temperature'),
  propagated: protons('speed', 'density', 'temperature'),
}

/**
 * Speed, density and temperature of the solar wind at L1. The summary product has the speed alone, in whole
 * km/s.
 */
export const solarWind = rtswFeed(instrument)

/** The solar wind of the last 7 days, for the history. */
export const solarWind7Days = propagated7Days(instrument)

/** Returns the parser of rows with these field names; a row without a possible speed is unusable. */
function protons(speed: string, density: string, temperature: string): Measurement<SolarWind> {
  return {
    parseRow({ at, row }) {
      const speed_km_s = parseSpeed(row[speed])
      if (speed_km_s === null) return null
      return {
        at,
        speed_km_s,
        density_per_cm3: parseNumber(row[density], 0, 500),
        temperature_k: parseNumber(row[temperature], 0, 1e8),
        spacecraft: parseText(row['source']),
      }
    },
    toSeriesRow: ({ at, spacecraft, ...values }) => ({ at, values, instrument: spacecraft }),
    required: { [speed]: (value) => parseSpeed(value) !== null },
  }
}

function parseSpeed(value: unknown): number | null {
  return parseNumber(value, 100, 3_500)
}
