import { decadeAbove, decadeBelow, decades, roundUpToNice } from '#pages/axis-range'
import type { PlotLine } from '#pages/line-plot'
import { scaleStepLabel, scaleStepOf } from '#pages/noaa-scales'
import { formatPowerOfTen, formatScientific, withMinusSign } from '#pages/number-format'
import {
  flareClasses,
  geomagneticStorms,
  radiationStorms,
  radioBlackouts,
  toFlareClass,
} from '#reference/scales'
import type { SeriesId } from '#store/repositories/readings'

/** Defines how the card of a space-weather series is shown. */
export interface WeatherCard {
  readonly series: SeriesId
  readonly name: string
  /** The text after the value: its unit, or the value in other terms. */
  readonly unit: (value: number) => string
  readonly meaning: string
  readonly format: (value: number) => string
  readonly logarithmic?: true
  readonly belowZero?: true
  readonly range: (values: readonly number[]) => readonly [low: number, high: number]
  readonly ticks: (range: readonly [low: number, high: number]) => readonly PlotLine[]
  readonly thresholds?: readonly PlotLine[]
  /** The meaning of a value in a word or two: a step of a NOAA scale, or a direction. */
  readonly note?: (value: number) => string
}

const plain = (value: number): string => withMinusSign(String(value))

/** The cards of the status page, in order. */
export const weatherCards: readonly WeatherCard[] = [
  {
    series: 'kp',
    name: 'Planetary K index',
    unit: () => 'Kp',
    meaning: 'Disturbance of the Earth’s magnetic field, 0 to 9; the estimate restarts every 3 hours',
    format: (value) => value.toFixed(2),
    range: () => [0, 9],
    ticks: () => [0, 3, 6, 9].map((value) => ({ value, label: plain(value) })),
    thresholds: [{ value: geomagneticStorms[1].from, label: 'G1 minor storm' }],
    note: (value) => scaleStepLabel(scaleStepOf(geomagneticStorms, value)),
  },
  {
    series: 'bz_gsm_nt',
    name: 'Magnetic field Bz (GSM)',
    unit: () => 'nT',
    meaning: 'North–south component of the solar wind’s magnetic field; strongly negative drives storms',
    format: (value) => withMinusSign(value.toFixed(1)),
    belowZero: true,
    range: (values) => {
      const limit = roundUpToNice(Math.max(5, ...values.map(Math.abs)))
      return [-limit, limit]
    },
    ticks: ([low, high]) => [low, 0, high].map((value) => ({ value, label: plain(value) })),
    note: (value) => (value < 0 ? 'southward' : 'northward'),
  },
  {
    series: 'solar_wind_speed_km_s',
    name: 'Solar wind speed',
    unit: () => 'km/s',
    meaning: 'Measured at L1, 30 to 60 minutes before it reaches the Earth',
    format: (value) => String(Math.round(value)),
    range: (values) => {
      const low = Math.floor(Math.min(300, ...values) / 100) * 100
      return [low, Math.max(low + 400, Math.ceil(Math.max(0, ...values) / 200) * 200)]
    },
    ticks: ([low, high]) =>
      [low, (low + high) / 2, high].map((value) => ({ value, label: plain(Math.round(value)) })),
  },
  {
    series: 'xray_flux_w_m2',
    name: 'X-ray flux',
    unit: (value) => `${formatScientific(value)} W/m²`,
    meaning: 'Solar X-rays at 0.1–0.8 nm, the measure of flare classes',
    format: toFlareClass,
    logarithmic: true,
    range: (values) => [
      Math.min(1e-8, decadeBelow(Math.min(...values))),
      Math.max(1e-3, decadeAbove(Math.max(...values))),
    ],
    ticks: ([low]) =>
      flareClasses
        .filter(({ from }) => from >= low)
        .map(({ letter, from }) => ({ value: from, label: letter })),
    thresholds: [{ value: radioBlackouts[1].from, label: 'R1 minor blackout' }],
    note: (value) => scaleStepLabel(scaleStepOf(radioBlackouts, value)),
  },
  {
    series: 'proton_flux_pfu',
    name: 'Proton flux ≥ 10 MeV',
    unit: () => 'pfu',
    meaning: 'Energetic protons at geostationary orbit',
    format: (value) => (value < 10 ? value.toFixed(2) : String(Math.round(value))),
    logarithmic: true,
    range: (values) => [
      Math.min(1e-1, decadeBelow(Math.min(...values))),
      Math.max(1e3, decadeAbove(Math.max(...values))),
    ],
    ticks: ([low, high]) => decades(low, high).map((value) => ({ value, label: formatPowerOfTen(value) })),
    thresholds: [{ value: radiationStorms[1].from, label: 'S1 minor storm' }],
    note: (value) => scaleStepLabel(scaleStepOf(radiationStorms, value)),
  },
]
