import type { WebhookRecord } from '#alerts/webhooks/webhook-records'
import type { Context } from '#kit/context'
import { isWithin, minutes } from '#kit/time'

/** How long the webhooks are remembered while none seems to change, in milliseconds. */
const MAX_AGE_MS = minutes(10)

/** The webhooks of every account that has any. */
export type Subscribers = ReadonlyMap<string, readonly WebhookRecord[]>

interface Remembered {
  readonly version: number
  readonly readAt: number
  readonly subscribers: Subscribers
}

const remembered = new WeakMap<Context, Remembered>()

/** Returns the webhooks of all accounts, read again when one has changed. */
export async function readSubscribers(context: Context): Promise<Subscribers> {
  const version = await context.webhooks.version()
  const now = context.now()
  const last = remembered.get(context)
  if (last?.version === version && isWithin(last.readAt, last.readAt + MAX_AGE_MS, now)) {
    return last.subscribers
  }
  const subscribers = new Map<string, readonly WebhookRecord[]>()
  for (const account of await context.webhooks.accounts()) {
    const webhooks = await context.webhooks.ofAccount(account)
    if (webhooks.length > 0) subscribers.set(account, webhooks)
  }
  remembered.set(context, { version, readAt: now, subscribers })
  return subscribers
}
