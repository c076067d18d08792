import type { WebhookContext } from '#features/webhooks/context'
import { type Target, targetsIn, toTargets } from '#features/webhooks/target'

/** Returns the webhooks of an account, oldest first; for the operator, including the configured receivers. */
export async function targetsOf(account: string, context: WebhookContext): Promise<Target[]> {
  return toTargets(account, await context.alerts.webhooks.ofAccount(account), context)
}

/** Returns all webhooks by account. */
export async function allTargets(context: WebhookContext): Promise<Target[]> {
  return targetsIn(await context.alerts.webhooks.all(), context)
}
