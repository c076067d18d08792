import { type Html, html } from '#pages/html'
import type { UpstreamDay } from '#store/upstream-states'
import { days, utcDay } from '#time'

const DAYS = 90
const HEIGHT = 24

type Kind = 'good' | 'mixed' | 'bad' | 'none'

/** Shapes differ as colours do: whole, cut in two, half as high, a line at the foot. */
const SHAPES: Readonly<Record<Kind, string>> = {
  good: `v${HEIGHT}h3v-${HEIGHT}z`,
  mixed: 'v9h3v-9zm0 13v11h3v-11z',
  bad: 'm0 12v12h3v-12z',
  none: 'm0 22v2h3v-2z',
}

/** How a feed's asks went on each of the last 90 days, oldest first, as one picture with its sum in words. */
export function dayStrip(history: readonly UpstreamDay[], now: number): Html {
  const known = new Map(history.map((day) => [day.day, kindOf(day)]))
  const kinds = Array.from(
    { length: DAYS },
    (_, i): Kind => known.get(utcDay(now - days(DAYS - 1 - i))) ?? 'none',
  )
  return html`<svg class="strip" viewBox="0 0 ${DAYS * 4 - 1} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${inWords(kinds)}">${(
    ['good', 'mixed', 'bad', 'none'] as const
  ).map((kind) => barsOf(kinds, kind))}</svg>`
}

function barsOf(kinds: readonly Kind[], kind: Kind): Html | null {
  const path = kinds.map((each, i) => (each === kind ? `M${i * 4} 0${SHAPES[kind]}` : '')).join('')
  return path === '' ? null : html`<path class="${kind}" d="${path}"/>`
}

function kindOf({ good, failed }: UpstreamDay): Kind {
  if (failed === 0) return good > 0 ? 'good' : 'none'
  return good > 0 ? 'mixed' : 'bad'
}

function inWords(kinds: readonly Kind[]): string {
  const count = (kind: Kind) => kinds.filter((each) => each === kind).length
  return `Last ${DAYS} days: good on ${count('good')}, some failures on ${count('mixed')}, all failed on ${count('bad')}, not asked on ${count('none')}`
}

/** What the bars of a strip mean. */
export function stripLegend(): Html {
  const sample = (kind: Kind, words: string) =>
    html`<li><svg class="swatch" viewBox="0 0 11 ${HEIGHT}" preserveAspectRatio="none" aria-hidden="true"><path class="${kind}" d="${[0, 4, 8].map((x) => `M${x} 0${SHAPES[kind]}`).join('')}"/></svg>${words}</li>`
  return html`<ul class="legend">${[
    sample('good', 'good'),
    sample('mixed', 'some asks failed'),
    sample('bad', 'all failed'),
    sample('none', 'not asked'),
  ]}</ul>`
}
