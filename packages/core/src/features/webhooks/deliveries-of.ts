import type { LoggedAlert } from '#features/alerts/alert'
import { EVERYBODY } from '#features/alerts/alert-lists'
import type { Deliveries } from '#features/alerts/alert-pruning'
import type { WebhookRecords } from '#features/alerts/webhook-records'
import { dropUnread } from '#features/webhooks/delivery-changes'
import { isUnread, roomIn } from '#features/webhooks/delivery-state'
import type { WebhookAlertSettings } from '#features/webhooks/settings'
import { matchesIn, targetsIn, toTargets } from '#features/webhooks/target'
import type { WebhookStates } from '#features/webhooks/webhook-states'
import type { Environment } from '#kernel/kit/environment'

interface DeliveryContext extends Pick<Environment<WebhookAlertSettings>, 'settings' | 'onEvent'> {
  readonly webhooks: WebhookRecords
  readonly webhookStates: WebhookStates
}

/** Returns the pending deliveries of an owner's alerts. The owner is everybody or an account. */
export async function deliveriesOf(owner: string, context: DeliveryContext): Promise<Deliveries> {
  const { settings, webhooks, webhookStates, onEvent } = context
  if (!settings.webhooks) return { isPending: () => false, drop: async () => {} }
  const all = await webhooks.all()
  const targets =
    owner === EVERYBODY ? targetsIn(all, context) : toTargets(owner, all.get(owner) ?? [], context)
  const states = await webhookStates.readAll(targets.map(({ record }) => record.id))
  const active = targets.flatMap((target, i) => {
    const stored = states[i]
    return stored?.state.status === 'active' ? { target, stored } : []
  })
  const matching = (target: (typeof targets)[number], alerts: readonly LoggedAlert[]) =>
    matchesIn(target, { alerts, after: 0, upTo: Infinity }).seqs
  const waiting = new Set(active.flatMap(({ stored }) => stored.state.pending.map(({ seq }) => seq)))
  const withRoom = active.filter(({ stored }) => roomIn(stored.state) > 0)
  return {
    isPending: (alert) =>
      waiting.has(alert.seq) ||
      withRoom.some(
        ({ target, stored }) => isUnread(stored.state, alert.seq) && matching(target, [alert]).length > 0,
      ),
    async drop(alerts) {
      for (const { target, stored } of active) {
        const seqs = matching(target, alerts)
        let dropped = 0
        await webhookStates.update(target.record.id, stored, (state) => {
          const changed = dropUnread(state, seqs)
          dropped = changed.dropped - state.dropped
          return changed
        })
        if (dropped > 0) onEvent({ type: 'webhook_dropped', webhook: target.record.id, count: dropped })
      }
    },
  }
}
