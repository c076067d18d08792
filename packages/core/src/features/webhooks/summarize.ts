import type { WebhookContext } from '#features/webhooks/context'
import { allTargets } from '#features/webhooks/targets'
import type { WebhookSummary } from '#features/webhooks/webhook'
import { iso, isWithin, seconds } from '#kernel/kit/time'

/** Time for which a summary is cached, as it reads the state of every webhook. */
const KEPT_MS = seconds(10)

/** Returns counts over all webhooks, at most ten seconds old. */
export function summarize(context: WebhookContext): Promise<WebhookSummary> {
  const { process } = context.webhooks
  const last = process.summary
  const now = context.now()
  if (last && isWithin(last.at, last.at + KEPT_MS, now)) return last.counted
  const counted = count(context)
  process.summary = { at: now, counted }
  counted.catch(() => {
    process.summary = undefined
  })
  return counted
}

async function count(context: WebhookContext): Promise<WebhookSummary> {
  const targets = await allTargets(context)
  const read = await context.webhooks.states.readAll(targets.map(({ record }) => record.id))
  const states = read.flatMap((stored) => stored?.state ?? [])
  const active = states.filter(({ status }) => status === 'active')
  const waiting = states.flatMap(({ pending }) => pending)
  const oldest = waiting.reduce((least, { since }) => Math.min(least, since), Infinity)
  return {
    active: active.length,
    disabled: states.length - active.length,
    failing: active.filter(({ failingSince }) => failingSince !== null).length,
    pending: waiting.length,
    oldestPendingAt: oldest === Infinity ? null : iso(oldest),
  }
}
