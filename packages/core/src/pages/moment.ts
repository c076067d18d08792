import { distanceOf } from '#figures/span'
import { type Html, html } from '#pages/html'
import { iso } from '#time'

/** `12 min ago`, with the instant itself in the element and under the pointer. */
export function ago(at: number, now: number): Html {
  return html`<time datetime="${iso(at)}" title="${minuteOf(at)}">${distanceOf(at, now)}</time>`
}

/** `12 min ago, 21 Nov 13:04 UTC`. */
export function moment(at: number, now: number): Html {
  return html`<time datetime="${iso(at)}">${distanceOf(at, now)}, ${minuteOf(at)}</time>`
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** `21 Nov 13:04 UTC`. */
export function minuteOf(at: number): string {
  const instant = new Date(at)
  return `${instant.getUTCDate()} ${MONTHS[instant.getUTCMonth()]} ${timeOf(at)} UTC`
}

/** `13:04`. */
export function timeOf(at: number): string {
  return iso(at).slice(11, 16)
}
