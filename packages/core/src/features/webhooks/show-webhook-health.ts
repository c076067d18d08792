import { type Html, html } from '#features/shared/page/html'
import type { ShownHealth } from '#features/shared/page/shown-health'
import { elapsedSince } from '#features/shared/page/timestamps'
import type { WebhookSummary } from '#features/webhooks/webhook'

/** Renders the totals of all webhooks. `now` is in epoch milliseconds. */
export function showWebhookHealth(totals: WebhookSummary, now: number): ShownHealth {
  const { active, failing } = totals
  return {
    line: { name: 'Webhooks', words: wordsOf(totals, now) },
    ...(failing > 0 && {
      problem: {
        title: 'Webhooks',
        what: `${failing} of ${active} receivers did not accept their last alert.`,
        effect: 'Alerts to them are sent again. Other receivers are not affected.',
      },
    }),
  }
}

function wordsOf(
  { active, disabled, failing, pending, oldestPendingAt }: WebhookSummary,
  now: number,
): Html | string {
  if (active + disabled === 0) return 'None registered.'
  const counts = [
    `${active} active`,
    ...(failing ? [`${failing} failing`] : []),
    ...(disabled ? [`${disabled} disabled`] : []),
  ]
  const waiting =
    oldestPendingAt === null
      ? 'No alert waits for delivery.'
      : html`${pending} ${pending === 1 ? 'alert waits' : 'alerts wait'} for delivery, the oldest ${elapsedSince(Date.parse(oldestPendingAt), now)}.`
  return html`${counts.join(', ')}. ${waiting}`
}
