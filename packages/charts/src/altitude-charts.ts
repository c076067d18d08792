import { ticks } from 'd3-array'
import { axes, legend, withThousands } from '#axes'
import { type Drawing, formatLength, type Mark, PALE_INK } from '#drawing'
import type { Rgb } from '#palette'
import { BLUE, GREY, ORANGE } from '#palette'

/** A shell with its objects on the first and on the last day of a month. */
export interface ShellChange {
  readonly altitude_min_km: number
  readonly altitude_max_km: number
  readonly objects_start: number
  readonly objects_end: number
  readonly density_start_per_km3: number
  readonly density_end_per_km3: number
}

const WIDTH = 483
const PLOT = { x: 52, y: 18, width: WIDTH - 60 }
const PER_BILLION = 1e9

/** Draws the density by altitude on the first and on the last day, which may be one, per billion km³. */
export function altitudeProfileChart(
  shells: readonly ShellChange[],
  days: readonly [string, string],
): Drawing {
  const starts = shells.map(({ density_start_per_km3 }) => density_start_per_km3 * PER_BILLION)
  const ends = shells.map(({ density_end_per_km3 }) => density_end_per_km3 * PER_BILLION)
  const plot = { ...PLOT, height: 190 }
  const most = Math.max(0, ...starts, ...ends) * 1.05 || 1
  const { marks, xOf, yOf } = axes(plot, altitudeAxis(shells), {
    title: 'Objects per billion km³',
    least: 0,
    most,
    ticks: ticks(0, most, 6),
  })
  const line = (values: readonly number[], stroke: Rgb, thickness: number): Mark => {
    return { path: stepsOf(shells, values, xOf, yOf), stroke, thickness }
  }
  const [first, last] = days
  // A first line under the last one would be in the legend only.
  const isOneDay = first === last || starts.every((start, i) => Math.abs(start - (ends[i] ?? 0)) < most / 100)
  const densest = shells[ends.indexOf(Math.max(...ends))]
  return {
    width: WIDTH,
    height: 242,
    description: densest
      ? `Density by altitude from ${rangeOf(shells)} on ${isOneDay ? last : `${first} and ${last}, two lines`}; ` +
        `${isOneDay ? '' : 'on the last day '}it is highest from ${densest.altitude_min_km} to ${densest.altitude_max_km} km`
      : 'Density by altitude: no shells',
    marks: [
      ...marks,
      ...(densest && !isOneDay ? [line(starts, GREY, 1.4)] : []),
      ...(densest ? [line(ends, BLUE, 1.1)] : []),
      ...legend(plot.x, 9, [...(isOneDay ? [] : [[GREY, first] as const]), [BLUE, last]]),
    ],
  }
}

/** Draws the change of the number of objects in each shell as bars up and down. */
export function densityChangeChart(shells: readonly ShellChange[]): Drawing {
  const changes = shells.map(({ objects_start, objects_end }) => objects_end - objects_start)
  const [least, most] = [Math.min(0, ...changes) * 1.05, Math.max(0, ...changes) * 1.05]
  const plot = { ...PLOT, height: 104 }
  const { marks, xOf, yOf } = axes(plot, altitudeAxis(shells), {
    title: 'Change, objects',
    least,
    most: most > least ? most : 1,
    ticks: ticks(least, most > least ? most : 1, 6),
  })
  const [up, down] = [Math.max(0, ...changes), Math.min(0, ...changes)]
  const where = (change: number) => shells[changes.indexOf(change)]
  const bar = (shell: ShellChange, i: number): Mark => {
    const change = changes[i] ?? 0
    const [x, top] = [xOf(shell.altitude_min_km), yOf(Math.max(0, change))]
    const hint = `${shell.altitude_min_km} to ${shell.altitude_max_km} km: ${withThousands(Number(change.toFixed(1)))}`
    const width = Math.max(0.4, xOf(shell.altitude_max_km) - x - 0.3)
    return {
      x,
      y: top,
      width,
      height: yOf(Math.min(0, change)) - top,
      fill: change > 0 ? ORANGE : BLUE,
      hint,
    }
  }
  const extremes = [
    ...(up > 0 ? [`grew most from ${where(up)?.altitude_min_km} km`] : []),
    ...(down < 0 ? [`declined most from ${where(down)?.altitude_min_km} km`] : []),
  ]
  return {
    width: WIDTH,
    height: 156,
    description: `Change of the number of objects by altitude: ${extremes.join(' and ') || 'no change'}`,
    marks: [
      ...marks,
      ...shells.map(bar),
      {
        path: `M${plot.x} ${formatLength(yOf(0))}h${plot.width}`,
        stroke: PALE_INK,
        thickness: 0.6,
      },
      ...legend(plot.x, 9, [
        [ORANGE, 'more objects'],
        [BLUE, 'fewer objects'],
      ]),
    ],
  }
}

function altitudeAxis(shells: readonly ShellChange[]) {
  const [least, most] = [shells[0]?.altitude_min_km ?? 0, shells.at(-1)?.altitude_max_km ?? 2_000]
  return { title: 'Altitude, km', least, most, ticks: ticks(least, most, 10) }
}

function rangeOf(shells: readonly ShellChange[]): string {
  return `${shells[0]?.altitude_min_km} to ${shells.at(-1)?.altitude_max_km} km`
}

function stepsOf(
  shells: readonly ShellChange[],
  values: readonly number[],
  xOf: (km: number) => number,
  yOf: (value: number) => number,
): string {
  const steps = shells.map(({ altitude_min_km, altitude_max_km }, i) => {
    const y = formatLength(yOf(values[i] ?? 0))
    return `${formatLength(xOf(altitude_min_km))} ${y}H${formatLength(xOf(altitude_max_km))}`
  })
  return `M${steps.join('L')}`
}
