import type { WebhookContext } from '#features/webhooks/context'
import { summarize } from '#features/webhooks/summarize'
import type { Health } from '#kernel/endpoint/endpoint'

/** Reads the totals of all webhooks. */
export async function readWebhookHealth(context: WebhookContext): Promise<Health> {
  if (!context.settings.webhooks) return { members: {} }
  const totals = await summarize(context)
  const { oldestPendingAt, ...counts } = totals
  return {
    members: { webhooks: { ...counts, oldest_pending_at: oldestPendingAt } },
    async shown() {
      const { showWebhookHealth } = await import('#features/webhooks/show-webhook-health')
      return showWebhookHealth(totals, context.now())
    },
  }
}
