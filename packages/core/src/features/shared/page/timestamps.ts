import { distanceOf, durationText } from '@space-data/charts/text'
import { type Html, html } from '#features/shared/page/html'
import { iso, seconds, utcDay } from '#kernel/kit/time'

/** Renders `12 min ago`, with the exact time as a tooltip. Instants are epoch milliseconds. */
export function relativeTime(at: number, now: number): Html {
  return html`<time datetime="${iso(at)}" title="${formatDateTime(at)}">${distanceOf(at, now)}</time>`
}

/** Renders `12 min ago, 21 Nov 13:04 UTC`. */
export function relativeAndAbsoluteTime(at: number, now: number): Html {
  return html`<time datetime="${iso(at)}">${distanceOf(at, now)}, ${formatDateTime(at)}</time>`
}

/** Renders `for 3 h (since 09:00 UTC)`, with the date if `at` is not on the UTC day of `now`. */
export function elapsedSince(at: number, now: number): Html {
  const start = utcDay(at) === utcDay(now) ? `${formatTime(at)} UTC` : formatDateTime(at)
  return html`for ${durationText(Math.max(seconds(1), now - at))} (since <time datetime="${iso(at)}">${start}</time>)`
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** Formats an instant as `21 Nov 13:04 UTC`. */
export function formatDateTime(at: number): string {
  return `${formatDay(at)} ${formatTime(at)} UTC`
}

/** Formats the UTC day of an instant as `21 Nov`. */
export function formatDay(at: number): string {
  const instant = new Date(at)
  return `${instant.getUTCDate()} ${MONTHS[instant.getUTCMonth()]}`
}

/** Formats an instant as `13:04`, in UTC. */
export function formatTime(at: number): string {
  return iso(at).slice(11, 16)
}
