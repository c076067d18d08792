import { scaleQuantize } from 'd3-scale'

const BLOCKS = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█']

/**
 * Draws values as one line of block characters, from the lowest to the highest of `range` (the lowest and
 * highest value by default). A missing value (`null`) becomes a space.
 */
export function sparkline(
  values: readonly (number | null)[],
  range?: readonly [low: number, high: number],
): string {
  const known = values.filter((value) => value !== null)
  const [low, high] = range ?? [Math.min(...known), Math.max(...known)]
  const block = scaleQuantize(BLOCKS).domain(low < high ? [low, high] : [low - 1, low + 1])
  return values.map((value) => (value === null ? ' ' : block(value))).join('')
}
