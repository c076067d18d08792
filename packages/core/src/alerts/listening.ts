import { readSubscribers } from '#alerts/subscribers'
import type { Context } from '#kit/context'
import { days, FOREVER, hours, iso, isWithin } from '#kit/time'

/** How long a reader of alerts counts as listening, in milliseconds. */
const LISTENING_MS = days(1)
/** How often alerts are looked for while nobody listens, in milliseconds: as often as series are recorded. */
const IDLE_MS = hours(1)
/** How often a reader renews that, in milliseconds. */
const RENEWAL_MS = hours(1)

const renewedAt = new WeakMap<Context, number>()

/**
 * Stores that somebody reads alerts, so that they are looked for every 30 seconds during the next 24 hours.
 * Writes at most once an hour. Never rejects: a failing store is reported.
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

/**
 * Whether this process is to look for alerts although nobody listens: one of those on a store does once an
 * hour. A mirror does not, because each of its requests counts against the quota of its key.
 */
export async function acquireIdleLook(context: Context): Promise<boolean> {
  const { store, settings, now } = context
  if (settings.mirror) return false
  const claim = crypto.randomUUID()
  const key = `alert-look:${settings.originsId}`
  return (await store.counters.acquire(key, claim, now() + IDLE_MS, now())) === claim
}

const monitored = new WeakSet<Context>()

/** Stores since when alerts are looked for: the first look of any process on the store. */
export async function markMonitored(context: Context): Promise<void> {
  if (monitored.has(context)) return
  const { store, now } = context
  await store.counters.acquire(monitoredKey(context), iso(now()), FOREVER, now())
  monitored.add(context)
}

/** Returns since when alerts are looked for, ISO 8601 UTC; `null` before the first look. */
export async function monitoredSince(context: Context): Promise<string | null> {
  const { store, now } = context
  return (await store.counters.owner(monitoredKey(context), now(), FOREVER)) || null
}

function monitoredKey({ settings }: Context): string {
  return `alert-since:${settings.originsId}`
}

async function isRead(context: Context): Promise<boolean> {
  const marked = await context.store.get<{ at: string }>(keyOf(context))
  const at = Date.parse(marked?.at ?? '')
  return isWithin(at, at + LISTENING_MS, context.now())
}

function keyOf({ settings }: Context): string {
  return `alert-readers:${settings.originsId}`
}
