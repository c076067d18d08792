import type { WebhookAccess } from '#alerts/webhooks/access'
import { attemptRecord, attemptStart } from '#alerts/webhooks/present'
import type { DeliveryAttempt } from '#alerts/webhooks/webhook'
import type { PendingAlert } from '#alerts/webhooks/webhook-states'
import type { Context } from '#kit/context'

/** Attempts on a page, and at most. */
const [PAGE, MAX_PAGE] = [50, 100]

/** Which attempts to list: those with numbers below `before`, at most `limit`. */
export interface DeliveryPage {
  readonly before?: number
  readonly limit?: number
}

/**
 * Returns attempts to deliver, newest first, with those that never had an outcome; `undefined` if the account
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
  const stored = await access.states.attempts(id, newest, count)
  const isStored = new Set(stored.map(({ attempt }) => attempt))
  const others = pending.filter(({ attempt }) => attempt > 0 && attempt <= newest && !isStored.has(attempt))
  const unknown = await Promise.all(others.map((each) => describeUnknown(each, access.context)))
  return [...stored, ...unknown].sort((a, b) => b.attempt - a.attempt).slice(0, count)
}

/** Returns an attempt that is under way, or that never had an outcome. */
async function describeUnknown(
  pending: PendingAlert,
  { alerts: { log: alertLog } }: Context,
): Promise<DeliveryAttempt> {
  const [alert] = await alertLog.read(pending.seq - 1, 1)
  return attemptRecord(attemptStart(pending, alert), undefined)
}
