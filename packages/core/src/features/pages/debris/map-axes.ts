import type { Scale } from '@space-data/charts'
import { type Html, html } from '#features/shared/page/html'

/** A value of an axis with its label. */
type Tick = readonly [value: number, label: string]
type Ends = readonly [from: number, to: number]

/** Labels nearer to an end than this, in percent, are drawn inside it. */
const EDGE_PERCENT = 2

/** Renders the labels of a vertical axis; `ends` are the values at its top and its bottom. */
export function axisUp(ticks: readonly Tick[], ends: Ends): Html {
  return html`<svg class="ticks up" aria-hidden="true">${ticks.map(([value, label]) => {
    const y = percentOf(value, ends)
    return html`<text x="100%" y="${y}%" dy="${y < EDGE_PERCENT ? '.75em' : y > 100 - EDGE_PERCENT ? '0' : '.35em'}">${label}</text>`
  })}</svg>`
}

/** Renders the labels of a horizontal axis; `ends` are the values at its left and its right. */
export function axisAlong(ticks: readonly Tick[], ends: Ends): Html {
  return html`<svg class="ticks along" aria-hidden="true">${ticks.map(([value, label]) => {
    const x = percentOf(value, ends)
    const end = x < EDGE_PERCENT ? 'first' : x > 100 - EDGE_PERCENT ? 'last' : ''
    return html`<text x="${x}%" y="1em"${end && html` class="${end}"`}>${label}</text>`
  })}</svg>`
}

function percentOf(value: number, [from, to]: Ends): number {
  return Math.round(((value - from) / (to - from)) * 1_000) / 10
}

/**
 * Returns the densities of a scale, per km³, that are powers of ten per billion km³, or multiples of them by
 * 2 and 5 if there are too few.
 */
export function roundValues({ least, most }: Scale): number[] {
  if (least >= most) return []
  const powers = Array.from({ length: 16 }, (_, i) => 10 ** (i - 4))
  const within = (values: readonly number[]) =>
    values.map((value) => value / 1e9).filter((value) => value >= least && value <= most)
  const whole = within(powers)
  return whole.length >= 3 ? whole : within(powers.flatMap((power) => [power, 2 * power, 5 * power]))
}
