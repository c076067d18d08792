import { scaleLinear } from 'd3-scale'
import { formatLength, INK, type Label, type Mark, PALE_INK, RULE } from '#drawing'
import type { Rgb } from '#palette'

/** An axis from `least` to `most` with its labelled ticks. */
export interface Axis {
  readonly title: string
  readonly least: number
  readonly most: number
  readonly ticks: readonly number[]
  readonly format?: (value: number) => string
}

/** A rectangle of the drawing, in points, that both axes span. */
export interface Plot {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

const SIZE = 8
const TEXT = { size: SIZE, fill: PALE_INK } as const

/** Returns both axes with grid lines, and the functions from values to points. */
export function axes(plot: Plot, horizontal: Axis, vertical: Axis) {
  const [right, bottom] = [plot.x + plot.width, plot.y + plot.height]
  const xOf = scaleLinear([horizontal.least, horizontal.most], [plot.x, right])
  const yOf = scaleLinear([vertical.least, vertical.most], [bottom, plot.y])
  const marks: Mark[] = [
    ...vertical.ticks.flatMap((value): Mark[] => [
      ruleAlong(`M${formatLength(plot.x)} ${formatLength(yOf(value))}H${formatLength(right)}`),
      { x: plot.x - 5, y: yOf(value) + 2.8, text: textOf(vertical, value), anchor: 'end', ...TEXT },
    ]),
    ...horizontal.ticks.flatMap((value): Mark[] => [
      ruleAlong(`M${formatLength(xOf(value))} ${formatLength(plot.y)}V${formatLength(bottom)}`),
      { x: xOf(value), y: bottom + 11, text: textOf(horizontal, value), anchor: 'middle', ...TEXT },
    ]),
    {
      path: `M${formatLength(plot.x)} ${formatLength(bottom)}H${formatLength(right)}`,
      stroke: PALE_INK,
      thickness: 0.8,
    },
    {
      x: plot.x + plot.width / 2,
      y: bottom + 24,
      text: horizontal.title,
      anchor: 'middle',
      ...TEXT,
      fill: INK,
    },
    {
      x: 8,
      y: plot.y + plot.height / 2,
      text: vertical.title,
      anchor: 'middle',
      rotated: true,
      ...TEXT,
      fill: INK,
    },
  ]
  return { marks, xOf, yOf }
}

/** Returns a legend in one row above a plot: a square of each colour and its name. */
export function legend(x: number, y: number, entries: readonly (readonly [Rgb, string])[]): Mark[] {
  let at = x
  return entries.flatMap(([fill, text]): Mark[] => {
    const left = at
    at += 22 + text.length * SIZE * 0.54
    return [
      { x: left, y: y - 6, width: 7, height: 7, fill },
      { x: left + 11, y, text, ...TEXT, fill: INK } satisfies Label,
    ]
  })
}

function ruleAlong(path: string): Mark {
  return { path, stroke: RULE, thickness: 0.5 }
}

function textOf({ format = withThousands }: Axis, value: number): string {
  return format(value)
}

/** Formats a number with thousands separated by a comma and a true minus sign. */
export function withThousands(value: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: 6 }).replace('-', '−')
}
