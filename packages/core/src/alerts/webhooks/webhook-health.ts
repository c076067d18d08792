import type { WebhookContext } from '#alerts/webhooks/context'
import { summarize } from '#alerts/webhooks/summarize'
import type { Health } from '#endpoint/endpoint'

/** Reads the totals of all webhooks. */
export async function readWebhookHealth(context: WebhookContext): Promise<Health> {
  if (!context.settings.webhooks) return { members: {} }
  const { oldestPendingAt, ...counts } = await summarize(context)
  return { members: { webhooks: { ...counts, oldest_pending_at: oldestPendingAt } } }
}
