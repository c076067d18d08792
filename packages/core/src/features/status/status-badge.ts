import { html } from '#features/shared/page/html'
import { endpointHealths } from '#features/status/endpoint-health'
import { headlineOf } from '#features/status/headline'
import type { HealthFacts } from '#features/status/health-facts'
import type { FeedState } from '#kernel/upstreams/states/feed-state'

const NAME = 'space-data'
const HEIGHT = 20
const PADDING = 7
/** Mean width of a character at 11 px; `textLength` makes it exact in every font. */
const CHAR_WIDTH = 6.3

/** White text has a contrast of at least 5:1 on each. */
const COLOURS: Readonly<Record<FeedState, string>> = {
  operational: '#17703c',
  degraded: '#8a5300',
  down: '#b3261e',
  unknown: '#586070',
}

/** Renders the state of the service as a badge: an SVG image with text. */
export function statusBadge(facts: HealthFacts): string {
  const { state, text } = headlineOf(facts, endpointHealths(facts))
  const words = state === 'unknown' ? text.toLowerCase() : state
  const [left, right] = [widthOf(NAME), widthOf(words)]
  const label = (x: number, width: number, content: string) =>
    html`<text x="${x + PADDING}" y="14" textLength="${width - 2 * PADDING}">${content}</text>`
  const title = `Space-Data: ${text}`
  return html`<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="${HEIGHT}" viewBox="0 0 ${left + right} ${HEIGHT}" role="img" aria-label="${title}"><title>${title}</title>
<rect width="${left + right}" height="${HEIGHT}" rx="4" fill="${COLOURS[state]}"/><path d="M4 0h${left - 4}v${HEIGHT}h-${left - 4}a4 4 0 0 1-4-4v-${HEIGHT - 8}a4 4 0 0 1 4-4z" fill="#333a47"/>
<g fill="#fff" font-family="Verdana,DejaVu Sans,Geneva,sans-serif" font-size="11">${label(0, left, NAME)}${label(left, right, words)}</g></svg>
`.markup
}

function widthOf(text: string): number {
  return Math.round(text.length * CHAR_WIDTH) + 2 * PADDING
}
