import { type Html, html } from '#pages/html'
import type { UpstreamDay } from '#store/repositories/upstream-states'
import { days, utcDay } from '#time'

const DAYS = 90
const HEIGHT = 24

type DayKind = 'good' | 'mixed' | 'bad' | 'none'

/** A distinct shape per kind, so that colour is not needed: full bar, split bar, half bar, baseline. */
const SHAPES: Readonly<Record<DayKind, string>> = {
  good: `v${HEIGHT}h3v-${HEIGHT}z`,
  mixed: 'v9h3v-9zm0 13v11h3v-11z',
  bad: 'm0 12v12h3v-12z',
  none: 'm0 22v2h3v-2z',
}

/** Renders how a feed's requests went on each of the last 90 days, oldest first. */
export function uptimeBars(history: readonly UpstreamDay[], now: number): Html {
  const known = new Map(history.map((day) => [day.day, kindOf(day)]))
  const kinds = Array.from(
    { length: DAYS },
    (_, i): DayKind => known.get(utcDay(now - days(DAYS - 1 - i))) ?? 'none',
  )
  return html`<svg class="strip" viewBox="0 0 ${DAYS * 4 - 1} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${describe(kinds)}">${(
    ['good', 'mixed', 'bad', 'none'] as const
  ).map((kind) => barsOf(kinds, kind))}</svg>`
}

function barsOf(kinds: readonly DayKind[], kind: DayKind): Html | null {
  const path = kinds.map((each, i) => (each === kind ? `M${i * 4} 0${SHAPES[kind]}` : '')).join('')
  return path === '' ? null : html`<path class="${kind}" d="${path}"/>`
}

function kindOf({ good, failed }: UpstreamDay): DayKind {
  if (failed === 0) return good > 0 ? 'good' : 'none'
  return good > 0 ? 'mixed' : 'bad'
}

function describe(kinds: readonly DayKind[]): string {
  const count = (kind: DayKind) => kinds.filter((each) => each === kind).length
  return `Last ${DAYS} days: all requests succeeded on ${count('good')}, some failed on ${count('mixed')}, all failed on ${count('bad')}, no requests on ${count('none')}`
}

/** Renders the legend of the bars. */
export function uptimeLegend(): Html {
  const sample = (kind: DayKind, label: string) =>
    html`<li><svg class="swatch" viewBox="0 0 11 ${HEIGHT}" preserveAspectRatio="none" aria-hidden="true"><path class="${kind}" d="${[0, 4, 8].map((x) => `M${x} 0${SHAPES[kind]}`).join('')}"/></svg>${label}</li>`
  return html`<ul class="legend">${[
    sample('good', 'all requests succeeded'),
    sample('mixed', 'some failed'),
    sample('bad', 'all failed'),
    sample('none', 'no requests'),
  ]}</ul>`
}
