import { OPERATOR } from '#accounts/operator'
import type { LoggedAlert } from '#alerts/alert'
import { matchesReceiver, matchesWebhook } from '#alerts/matches'
import { toWebhookRecord } from '#alerts/webhooks/operator-receivers'
import type { WebhookRecord } from '#alerts/webhooks/webhook-records'
import type { Context } from '#kit/context'
import { mapInBatches } from '#storage/records/batches'

/** A webhook of an account, or a receiver of the operator. */
export interface Target {
  readonly account: string
  readonly record: WebhookRecord
  /** Whether it is in the operator's configuration, and not in the store. */
  readonly isConfigured: boolean
}

/** Returns the receivers of the operator's configuration. */
function configuredTargets({ settings }: Context): Target[] {
  return settings.operatorReceivers.map((receiver) => {
    return { account: OPERATOR, record: toWebhookRecord(receiver), isConfigured: true }
  })
}

/** Returns the webhooks of an account, oldest first; the operator's with the configured receivers. */
export async function targetsOf(account: string, context: Context): Promise<Target[]> {
  const records = await context.alerts.webhooks.ofAccount(account)
  const stored = records.map((record) => ({ account, record, isConfigured: false }))
  return account === OPERATOR ? [...configuredTargets(context), ...stored] : stored
}

/** Returns all webhooks. */
export async function allTargets(context: Context): Promise<Target[]> {
  const accounts = new Set([OPERATOR, ...(await context.alerts.webhooks.accounts())])
  return (await mapInBatches([...accounts], (account) => targetsOf(account, context))).flat()
}

/** Whether an alert is to be sent there. */
export function isFor({ account, record, isConfigured }: Target, alert: LoggedAlert): boolean {
  return isConfigured ? matchesReceiver(alert, record) : matchesWebhook(alert, record, account)
}
