import { groupThousands } from '@space-data/charts/text'
import { type Html, html } from '#features/shared/page/html'
import { formatDay } from '#features/shared/page/timestamps'
import type { Outcome } from '#features/status/uptime'
import { days, utcDay } from '#kernel/kit/time'

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

/**
 * Renders the outcome of an endpoint's requests on each of the last 90 days, oldest first; figures on hover.
 */
export function uptimeBars(outcomes: readonly Outcome[], now: number): Html {
  const known = new Map(outcomes.map((outcome) => [outcome.period, outcome]))
  const bars = Array.from({ length: DAYS }, (_, i) => {
    const outcome = known.get(utcDay(now - days(DAYS - 1 - i)))
    return { x: i * 4, outcome, kind: kindOf(outcome) }
  })
  const empty = bars.map(({ x, kind }) => (kind === 'none' ? `M${x} 0${SHAPES.none}` : '')).join('')
  return html`<svg class="strip${outcomes.length === 0 && ' idle'}" viewBox="0 0 ${DAYS * 4 - 1} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${describe(bars.map(({ kind }) => kind))}">${empty !== '' && html`<path class="none" d="${empty}"/>`}${bars.map(
    ({ x, outcome, kind }) =>
      outcome &&
      html`<path class="${kind}" d="M${x} 0${SHAPES[kind]}"><title>${titleOf(outcome)}</title></path>`,
  )}</svg>`
}

function kindOf(outcome: Outcome | undefined): DayKind {
  if (!outcome) return 'none'
  if (outcome.lost === 0) return 'good'
  return outcome.lost < outcome.total ? 'mixed' : 'bad'
}

function titleOf({ period, total, lost }: Outcome): string {
  return `${formatDay(Date.parse(period))}: ${groupThousands(total - lost)} of ${groupThousands(total)} requests succeeded`
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
