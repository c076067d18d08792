import { type Html, html } from '#endpoint/page/html'

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
