import { ticks } from 'd3-array'
import { axes, legend } from '#axes'
import type { Drawing, Mark } from '#drawing'
import { BLUE, ORANGE } from '#palette'

/** An orbit in a Gabbard plot: period in minutes, altitudes in km. */
export interface GabbardOrbit {
  readonly period_min: number
  readonly perigee_km: number
  readonly apogee_km: number
}

const WIDTH = 483
const PLOT = { x: 52, y: 18, width: WIDTH - 60, height: 86 }
const DOT = 2.4

/** Draws apogee and perigee of each object over its period. */
export function gabbardPlot(orbits: readonly GabbardOrbit[], name: string): Drawing {
  const periods = rangeWithMargin(orbits.map(({ period_min }) => period_min))
  const altitudes = rangeWithMargin(orbits.flatMap(({ perigee_km, apogee_km }) => [perigee_km, apogee_km]))
  const { marks, xOf, yOf } = axes(
    PLOT,
    { title: 'Period, minutes', ...periods, ticks: ticks(periods.least, periods.most, 10) },
    { title: 'Altitude, km', ...altitudes, ticks: ticks(altitudes.least, altitudes.most, 7) },
  )
  const dot = (period: number, altitude: number, fill: typeof BLUE): Mark => {
    return { x: xOf(period) - DOT / 2, y: yOf(altitude) - DOT / 2, width: DOT, height: DOT, fill }
  }
  return {
    width: WIDTH,
    height: 138,
    description:
      `Gabbard plot of ${name}: apogee and perigee of ${orbits.length} objects over their periods` +
      (orbits.length > 0 ? `, ${altitudeRange(orbits)}` : ''),
    marks: [
      ...marks,
      ...orbits.map(({ period_min, perigee_km }) => dot(period_min, perigee_km, BLUE)),
      ...orbits.map(({ period_min, apogee_km }) => dot(period_min, apogee_km, ORANGE)),
      ...legend(PLOT.x, 9, [
        [ORANGE, 'apogee'],
        [BLUE, 'perigee'],
      ]),
    ],
  }
}

/** An apogee this many times the 95th percentile is an outlier, which would squeeze all other objects. */
const OUTLIER = 2

/** Returns the altitude in km, rounded up to hundreds, above which an apogee is an outlier. */
export function gabbardLimitKm(orbits: readonly GabbardOrbit[]): number {
  const apogees = orbits.map(({ apogee_km }) => apogee_km).sort((a, b) => a - b)
  const percentile = apogees[Math.floor(0.95 * (apogees.length - 1))] ?? 0
  return Math.ceil((OUTLIER * percentile) / 100) * 100
}

function altitudeRange(orbits: readonly GabbardOrbit[]): string {
  const perigee = Math.min(...orbits.map(({ perigee_km }) => perigee_km))
  const apogee = Math.max(...orbits.map(({ apogee_km }) => apogee_km))
  return `from ${Math.round(perigee)} to ${Math.round(apogee)} km`
}

function rangeWithMargin(values: readonly number[]): { least: number; most: number } {
  if (values.length === 0) return { least: 0, most: 1 }
  const [least, most] = [Math.min(...values), Math.max(...values)]
  const margin = Math.max((most - least) * 0.06, most * 0.002)
  return { least: least - margin, most: most + margin }
}
