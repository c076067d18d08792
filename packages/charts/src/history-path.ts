import { extent } from 'd3-array'
import { scaleLinear } from 'd3-scale'
import { line } from 'd3-shape'
import { relativePath } from '#relative-path'

/** A value at an instant in epoch milliseconds; `null` is a gap in the line. */
interface Point {
  readonly at: number
  readonly value: number | null
}

/**
 * Draws values over time as an SVG path that fills a box, with a gap where values are missing. The box spans
 * `ends`, by default round numbers around the values.
 */
export function historyPath(
  points: readonly Point[],
  { width, height }: { readonly width: number; readonly height: number },
  ends?: readonly [low: number, high: number],
): string {
  const [first = 0, last = 1] = extent(points, ({ at }) => at)
  const [low = 0, high = 1] = extent(points, ({ value }) => value ?? undefined)
  const x = scaleLinear([first, last], [0, width])
  const y = ends
    ? scaleLinear(ends, [height, 0])
    : scaleLinear(low < high ? [low, high] : [low - 1, high + 1], [height, 0]).nice()
  const path = line<Point>()
    .defined(({ value }) => value !== null)
    .x(({ at }) => x(at))
    .y(({ value }) => y(value ?? 0))
    .digits(1)
  return relativePath(path([...points]) ?? '')
}
