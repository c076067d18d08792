import type { WebhookRecord } from '#features/alerts/webhook-records'
import { inConfiguration, WebhookAccess } from '#features/webhooks/access'
import { addWebhook } from '#features/webhooks/add-webhook'
import { changeWebhook } from '#features/webhooks/change-webhook'
import type { WebhookContext } from '#features/webhooks/context'
import { initialState } from '#features/webhooks/delivery-state'
import { listDeliveries } from '#features/webhooks/list-deliveries'
import { sendTest } from '#features/webhooks/ping'
import { present } from '#features/webhooks/present'
import { replayAlerts } from '#features/webhooks/replay-alerts'
import { targetsOf } from '#features/webhooks/targets'
import type { Webhook, Webhooks, WebhookWithSecret } from '#features/webhooks/webhook'
import { iso } from '#kernel/kit/time'

/** Code for webhooks other than their endpoints, loaded with the first operation or delivery. */

export { Dispatcher } from '#features/webhooks/dispatcher'

/** Implements the operations on webhooks, except the counts over all of them. */
export function webhookOperations(context: WebhookContext): Omit<Webhooks, 'summary'> {
  const access = () => new WebhookAccess(context)
  return {
    list: async (account) => list(account, access()),
    show: async (account, id) => show(account, id, access()),
    add: async (account, input, limit) =>
      withSecret(await addWebhook(account, input, limit, access()), access()),
    change: async (account, id, changes) => {
      const isFound = await changeWebhook(account, id, changes, access())
      return isFound ? show(account, id, access()) : undefined
    },
    delete: async (account, id) => remove(account, id, access()),
    test: async (account, id) => sendTest(account, id, access()),
    rotate: async (account, id) => rotate(account, id, access()),
    deliveries: async (account, id, page = {}) => listDeliveries(account, id, page, access()),
    replay: async (account, id, options = {}) => replayAlerts(account, id, options, access()),
  }
}

async function list(account: string, { context, settings }: WebhookAccess): Promise<Webhook[]> {
  const targets = await targetsOf(account, context)
  const states = await context.webhooks.states.readAll(targets.map(({ record }) => record.id))
  const webhooks = targets.map(async ({ record }, i) => {
    const state = states[i]?.state
    return state && (await present(record, state, settings)).webhook
  })
  return (await Promise.all(webhooks)).filter((each) => each !== undefined)
}

async function show(account: string, id: string, access: WebhookAccess): Promise<Webhook | undefined> {
  const found = await access.find(account, id)
  return found && (await present(found.target.record, found.stored.state, access.settings)).webhook
}

async function withSecret(
  record: WebhookRecord,
  { context, settings }: WebhookAccess,
): Promise<WebhookWithSecret> {
  const stored = await context.webhooks.states.read(record.id)
  const state = stored?.state ?? initialState(context.settings.originsId, 0)
  return (await present(record, state, settings)).withSecret
}

async function remove(account: string, id: string, access: WebhookAccess): Promise<boolean> {
  const { webhooks } = access.context.alerts
  const { states: webhookStates } = access.context.webhooks
  const target = await access.target(account, id)
  if (!target) return false
  if (target.isConfigured) throw inConfiguration()
  await webhooks.update(account, (records) => records.filter((each) => each.id !== id))
  await webhookStates.delete(id)
  return true
}

async function rotate(
  account: string,
  id: string,
  access: WebhookAccess,
): Promise<WebhookWithSecret | undefined> {
  const target = await access.target(account, id)
  if (!target) return undefined
  if (target.isConfigured) throw inConfiguration()
  const rotatedAt = iso(access.context.now())
  const record = await access.updateRecord(account, id, (each) => {
    return { ...each, secretVersion: each.secretVersion + 1, rotatedAt }
  })
  return record && withSecret(record, access)
}
