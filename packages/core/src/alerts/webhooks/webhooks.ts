import { inConfiguration, WebhookAccess } from '#alerts/webhooks/access'
import { addWebhook } from '#alerts/webhooks/add-webhook'
import { changeWebhook } from '#alerts/webhooks/change-webhook'
import { listDeliveries } from '#alerts/webhooks/list-deliveries'
import { present } from '#alerts/webhooks/present'
import { replayAlerts } from '#alerts/webhooks/replay-alerts'
import { sendTest } from '#alerts/webhooks/send-test'
import { summarize } from '#alerts/webhooks/summarize'
import { targetsOf } from '#alerts/webhooks/target'
import type { Webhook, Webhooks, WebhookWithSecret } from '#alerts/webhooks/webhook'
import type { Context } from '#kit/context'
import { iso } from '#kit/time'

/**
 * Creates the operations on webhooks. They reject with an InvalidOptionError where none are offered.
 */
export function createWebhooks(context: Context): Webhooks {
  const access = () => new WebhookAccess(context)
  return {
    list: async (account) => list(account, access()),
    show: async (account, id) => show(account, id, access()),
    add: async (account, input, limit) => addWebhook(account, input, limit, access()),
    change: async (account, id, changes) => {
      const isFound = await changeWebhook(account, id, changes, access())
      return isFound ? show(account, id, access()) : undefined
    },
    delete: async (account, id) => remove(account, id, access()),
    test: async (account, id) => sendTest(account, id, access()),
    rotate: async (account, id) => rotate(account, id, access()),
    deliveries: async (account, id, page = {}) => listDeliveries(account, id, page, access()),
    replay: async (account, id, options = {}) => replayAlerts(account, id, options, access()),
    summary: () => summarize(context),
  }
}

async function list(account: string, access: WebhookAccess): Promise<Webhook[]> {
  const targets = await targetsOf(account, access.context)
  const webhooks = targets.map(async (target) => {
    const found = await access.read(target)
    return found && (await present(target.record, found.stored.state, access.settings)).webhook
  })
  return (await Promise.all(webhooks)).filter((each) => each !== undefined)
}

async function show(account: string, id: string, access: WebhookAccess): Promise<Webhook | undefined> {
  const found = await access.find(account, id)
  return found && (await present(found.target.record, found.stored.state, access.settings)).webhook
}

async function remove(account: string, id: string, access: WebhookAccess): Promise<boolean> {
  const target = await access.target(account, id)
  if (!target) return false
  if (target.isConfigured) throw inConfiguration()
  await access.context.alerts.webhooks.update(account, (records) => records.filter((each) => each.id !== id))
  await access.states.delete(id)
  return true
}

async function rotate(
  account: string,
  id: string,
  access: WebhookAccess,
): Promise<WebhookWithSecret | undefined> {
  const found = await access.find(account, id)
  if (!found) return undefined
  if (found.target.isConfigured) throw inConfiguration()
  const rotatedAt = iso(access.context.now())
  const record = await access.updateRecord(account, id, (each) => {
    return { ...each, secretVersion: each.secretVersion + 1, rotatedAt }
  })
  return record && (await present(record, found.stored.state, access.settings)).withSecret
}
