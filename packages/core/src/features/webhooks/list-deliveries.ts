import type { WebhookAccess } from '#features/webhooks/access'
import { toAttempt } from '#features/webhooks/present'
import type { DeliveryAttempt } from '#features/webhooks/webhook'

/** Default and maximum number of attempts on a page. */
const [PAGE, MAX_PAGE] = [50, 100]

/** Attempts to list: attempts with numbers below `before`, at most `limit`. */
export interface DeliveryPage {
  readonly before?: number
  readonly limit?: number
}

/**
 * Returns delivery attempts, newest first, including attempts without an outcome; `undefined` if the account
 * has no such webhook.
 */
export async function listDeliveries(
  account: string,
  id: string,
  { before = Infinity, limit = PAGE }: DeliveryPage,
  access: WebhookAccess,
): Promise<DeliveryAttempt[] | undefined> {
  const found = await access.find(account, id)
  if (!found) return undefined
  const { attempts, pending } = found.stored.state
  const newest = Math.min(before - 1, attempts)
  const count = Math.max(0, Math.min(limit, MAX_PAGE))
  const { log } = access.context.alerts
  const { states: webhookStates } = access.context.webhooks
  const stored = await webhookStates.attempts(id, newest, count)
  const isStored = new Set(stored.map(({ attempt }) => attempt))
  const others = pending.filter(({ attempt }) => attempt > 0 && attempt <= newest && !isStored.has(attempt))
  // These attempts are in progress, or never had an outcome.
  const unknown = await Promise.all(
    others.map(async (each) => toAttempt(each, await log.find(each.seq), undefined)),
  )
  return [...stored, ...unknown].sort((a, b) => b.attempt - a.attempt).slice(0, count)
}
