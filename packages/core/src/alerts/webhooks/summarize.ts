import { initialState } from '#alerts/webhooks/delivery-state'
import { allTargets } from '#alerts/webhooks/target'
import type { WebhookSummary } from '#alerts/webhooks/webhook'
import { WebhookStates } from '#alerts/webhooks/webhook-states'
import type { Context } from '#kit/context'
import { iso, isWithin, seconds } from '#kit/time'
import { mapInBatches } from '#storage/records/batches'

/** How long a summary is served again: it reads the state of every webhook. */
const KEPT_MS = seconds(10)

/** Counts over all webhooks, at most ten seconds old. */
export function summarize(context: Context): Promise<WebhookSummary> {
  const { process } = context.alerts
  const known = process.summary
  const now = context.now()
  if (known && isWithin(known.at, known.at + KEPT_MS, now)) return known.counted
  const counted = count(context)
  process.summary = { at: now, counted }
  counted.catch(() => {
    process.summary = undefined
  })
  return counted
}

async function count(context: Context): Promise<WebhookSummary> {
  const states = new WebhookStates(context.store, context.now)
  const initial = initialState(context.settings.originsId, 0)
  const targets = await allTargets(context)
  const read = await mapInBatches(targets, ({ record }) => states.read(record.id, initial))
  const known = read.flatMap((stored) => stored?.state ?? [])
  const active = known.filter(({ status }) => status === 'active')
  const waiting = known.flatMap(({ pending }) => pending)
  const oldest = waiting.reduce((least, { since }) => Math.min(least, since), Infinity)
  return {
    active: active.length,
    disabled: known.length - active.length,
    failing: active.filter(({ failingSince }) => failingSince !== null).length,
    pending: waiting.length,
    oldestPendingAt: oldest === Infinity ? null : iso(oldest),
  }
}
