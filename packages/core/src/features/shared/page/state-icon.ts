import { type Html, html } from '#features/shared/page/html'
import type { FeedState } from '#kernel/upstreams/states/feed-state'

/** Renders a state as a coloured shape. Hidden from screen readers: a label always stands beside it. */
export function stateIcon(state: FeedState): Html {
  return html`<svg class="mark ${state}" viewBox="0 0 16 16" aria-hidden="true">${SHAPES[state]}</svg>`
}

const SHAPES: Readonly<Record<FeedState, Html>> = {
  operational: html`<circle cx="8" cy="8" r="7"/><path class="sign" d="M4.8 8.3 7 10.5 11.3 5.8"/>`,
  degraded: html`<path d="M8 1.2 15.4 14.4H.6z"/><path class="sign" d="M8 6v3.6M8 12v.1"/>`,
  down: html`<rect x="1" y="1" width="14" height="14" rx="2"/><path class="sign" d="M5 5l6 6M11 5l-6 6"/>`,
  unknown: html`<circle class="ring" cx="8" cy="8" r="6"/><path class="dash" d="M5.4 8h5.2"/>`,
}

/** The label of each feed state. */
export const STATE_LABELS: Readonly<Record<FeedState, string>> = {
  operational: 'operational',
  degraded: 'degraded',
  down: 'down',
  unknown: 'not checked yet',
}
