import type { TimeFrame } from '@space-data/charts'
import type { LoggedAlert } from '#features/alerts/alert'
import { matchesType } from '#features/alerts/alert-type'
import { describeAlert } from '#features/alerts/describe-alert'
import { markerAt } from '#features/pages/plots/time-chart'
import { type Html, html } from '#features/shared/page/html'
import { formatDateTime } from '#features/shared/page/timestamps'

/**
 * Marks alerts of a type above a plot, each as a link to its place on the page of alerts. `times` are the
 * ends of the plot.
 */
export function alertMarkers(
  alerts: readonly LoggedAlert[],
  pattern: string,
  frame: TimeFrame,
  [from, to]: readonly [number, number],
  root: string,
): Html[] {
  return alerts.flatMap((alert) => {
    const at = Date.parse(alert.timestamp)
    if (!matchesType(pattern, alert.type) || at < from || at > to) return []
    const words = `${formatDateTime(at)}: ${describeAlert(alert)}`
    return [
      markerAt(
        frame,
        at,
        -19,
        html`<a href="${root}alerts#${alert.id}" aria-label="${words}"><title>${words}</title><path d="M0 3l-5-9h10z"/></a>`,
      ),
    ]
  })
}
