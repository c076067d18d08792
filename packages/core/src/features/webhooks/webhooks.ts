import type { WebhookContext } from '#features/webhooks/context'
import { summarize } from '#features/webhooks/summarize'
import type { Webhooks } from '#features/webhooks/webhook'

/** Creates the operations on webhooks. They reject with an InvalidOptionError if webhooks are not offered. */
export function createWebhooks(context: WebhookContext): Webhooks {
  const load = async () => (await import('#features/webhooks/operations')).webhookOperations(context)
  return {
    list: async (...given) => (await load()).list(...given),
    show: async (...given) => (await load()).show(...given),
    add: async (...given) => (await load()).add(...given),
    change: async (...given) => (await load()).change(...given),
    delete: async (...given) => (await load()).delete(...given),
    test: async (...given) => (await load()).test(...given),
    rotate: async (...given) => (await load()).rotate(...given),
    deliveries: async (...given) => (await load()).deliveries(...given),
    replay: async (...given) => (await load()).replay(...given),
    summary: () => summarize(context),
  }
}
