import {
  flareClasses,
  flareClassOf,
  geomagneticStorms,
  radiationStorms,
  radioBlackouts,
} from '#declare/scales'
import type { Line } from '#pages/plot'
import { decadeAbove, decadeBelow, decades, roundUp } from '#pages/plot-range'
import { powerOfTen, scientific, signed } from '#pages/readable-numbers'
import { stepOf, wordsOf } from '#pages/warning-scales'
import type { Reading, SeriesId } from '#store/readings'
import { hours, minutes } from '#time'

/** How a series of space weather is shown. */
export interface Figure {
  readonly series: SeriesId
  readonly name: string
  /** Behind the value: its unit, or what else is to be known of it. */
  readonly unit: (value: number) => string
  readonly meaning: string
  readonly format: (value: number) => string
  readonly logarithmic?: true
  readonly belowZero?: true
  readonly range: (values: readonly number[]) => readonly [low: number, high: number]
  readonly ticks: (range: readonly [low: number, high: number]) => readonly Line[]
  readonly thresholds?: readonly Line[]
  /** What a value amounts to, in a word or two: a step of a scale, or a direction. */
  readonly note?: (value: number) => string
}

const plain = (value: number): string => signed(String(value))

export const figures: readonly Figure[] = [
  {
    series: 'kp',
    name: 'Planetary K index',
    unit: () => 'Kp',
    meaning: 'How disturbed the Earth’s magnetic field is, 0 to 9; the estimate begins anew every 3 hours',
    format: (value) => value.toFixed(2),
    range: () => [0, 9],
    ticks: () => [0, 3, 6, 9].map((value) => ({ value, label: plain(value) })),
    thresholds: [{ value: geomagneticStorms[1].from, label: 'G1 minor storm' }],
    note: (value) => wordsOf(stepOf(geomagneticStorms, value)),
  },
  {
    series: 'bz_gsm_nt',
    name: 'Magnetic field Bz, GSM',
    unit: () => 'nT',
    meaning: 'North or south of the field that the wind carries; strongly southward drives storms',
    format: (value) => signed(value.toFixed(1)),
    belowZero: true,
    range: (values) => {
      const most = roundUp(Math.max(5, ...values.map(Math.abs)))
      return [-most, most]
    },
    ticks: ([low, high]) => [low, 0, high].map((value) => ({ value, label: plain(value) })),
    note: (value) => (value < 0 ? 'southward' : 'northward'),
  },
  {
    series: 'solar_wind_speed_km_s',
    name: 'Solar wind speed',
    unit: () => 'km/s',
    meaning: 'Half an hour to an hour before it reaches the Earth',
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
    unit: (value) => `${scientific(value)} W/m²`,
    meaning: 'Of the Sun at 0.1–0.8 nm, by which flares are classed',
    format: flareClassOf,
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
    note: (value) => wordsOf(stepOf(radioBlackouts, value)),
  },
  {
    series: 'proton_flux_pfu',
    name: 'Proton flux ≥ 10 MeV',
    unit: () => 'pfu',
    meaning: 'Energetic particles at geostationary orbit',
    format: (value) => (value < 10 ? value.toFixed(2) : String(Math.round(value))),
    logarithmic: true,
    range: (values) => [
      Math.min(1e-1, decadeBelow(Math.min(...values))),
      Math.max(1e3, decadeAbove(Math.max(...values))),
    ],
    ticks: ([low, high]) => decades(low, high).map((value) => ({ value, label: powerOfTen(value) })),
    thresholds: [{ value: radiationStorms[1].from, label: 'S1 minor storm' }],
    note: (value) => wordsOf(stepOf(radiationStorms, value)),
  },
]

/** Least and greatest of a day, if there are any. */
export function extremesOf(readings: readonly Reading[]): { min: number; max: number } | undefined {
  if (readings.length === 0) return undefined
  const values = readings.map(({ value }) => value)
  return { min: Math.min(...values), max: Math.max(...values) }
}

/** The time from the first of the readings until now, to the nearest hour: `24 h`, `6 h`; where that is coarse, in minutes. */
export function coveredBy(readings: readonly Reading[], now: number): string {
  const covered = Math.max(minutes(1), now - (readings[0]?.at ?? now))
  return covered < hours(1.5)
    ? `${Math.round(covered / minutes(1))} min`
    : `${Math.round(covered / hours(1))} h`
}
