import type { LoggedAlert } from '#alert'
import { OPERATOR } from '#alert'
import { matchesReceiver, matchesWebhook } from '#alerts/matches'
import type { Context } from '#context'
import { mapInBatches } from '#store/records/batches'
import type { WebhookRecord } from '#store/repositories/webhooks'
import { toWebhookRecord } from '#webhooks/operator-receivers'

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
  const records = await context.webhooks.ofAccount(account)
  const stored = records.map((record) => ({ account, record, isConfigured: false }))
  return account === OPERATOR ? [...configuredTargets(context), ...stored] : stored
}

/** Returns all webhooks. */
export async function allTargets(context: Context): Promise<Target[]> {
  const accounts = new Set([OPERATOR, ...(await context.webhooks.accounts())])
  return (await mapInBatches([...accounts], (account) => targetsOf(account, context))).flat()
}

/** Whether an alert is to be sent there. */
export function isFor({ account, record, isConfigured }: Target, alert: LoggedAlert): boolean {
  return isConfigured ? matchesReceiver(alert, record) : matchesWebhook(alert, record, account)
}
