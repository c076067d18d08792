import { readSubscribers } from '#alerts/subscribers'
import type { Context } from '#context'
import { days, hours, iso, isWithin } from '#time'

/** How long alerts are looked for after somebody has read them, in milliseconds. */
const LISTENING_MS = days(1)
/** How often a reader renews that, in milliseconds. */
const RENEWAL_MS = hours(1)

const renewedAt = new WeakMap<Context, number>()

/**
 * Stores that somebody reads alerts, so that they are looked for during the next 24 hours. Writes at most
 * once an hour. Never rejects: a failing store is reported.
 */
export async function markListening(context: Context): Promise<void> {
  const now = context.now()
  const last = renewedAt.get(context)
  if (last !== undefined && isWithin(last, last + RENEWAL_MS, now)) return
  renewedAt.set(context, now)
  try {
    await context.store.set(keyOf(context), { at: iso(now) }, LISTENING_MS)
  } catch (error) {
    renewedAt.delete(context)
    context.onError(error)
  }
}

/** Whether anybody receives alerts: a webhook, the operator, or a reader of the last 24 hours. */
export async function isAnybodyListening(context: Context): Promise<boolean> {
  if (context.settings.operatorReceivers.length > 0) return true
  return (await readSubscribers(context)).size > 0 || (await isRead(context))
}

async function isRead(context: Context): Promise<boolean> {
  const marked = await context.store.get<{ at: string }>(keyOf(context))
  const at = Date.parse(marked?.at ?? '')
  return isWithin(at, at + LISTENING_MS, context.now())
}

function keyOf({ settings }: Context): string {
  return `alert-readers:${settings.originsId}`
}
