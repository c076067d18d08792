import { type Html, html } from '#pages/html'
import type { StatusFacts } from '#pages/status-facts'
import { elapsedSince } from '#pages/timestamps'
import type { StatusReport } from '#status/report'

/** Renders how many webhooks there are and how many alerts wait for them; `null` where there are none. */
export function webhookSection({ report: { webhooks }, now }: StatusFacts): Html | null {
  if (!webhooks || webhooks.active + webhooks.disabled === 0) return null
  const { active, failing, disabled } = webhooks
  return html`<section aria-labelledby="webhooks"><h2 id="webhooks">Webhooks</h2>
<p class="intro">${waitingSummary(webhooks, now)}</p>
<dl class="facts">${[fact('Active', active), fact('Failing', failing), fact('Disabled', disabled)]}</dl></section>`
}

function waitingSummary(
  { pending, oldest_pending_at }: NonNullable<StatusReport['webhooks']>,
  now: number,
): Html {
  if (oldest_pending_at === null) return html`No alert waits for delivery.`
  const alerts = pending === 1 ? '1 alert waits' : `${pending} alerts wait`
  return html`${alerts} for delivery, the oldest ${elapsedSince(Date.parse(oldest_pending_at), now)}.`
}

function fact(name: string, value: number): Html {
  return html`<div><dt>${name}</dt><dd>${value}</dd></div>`
}
