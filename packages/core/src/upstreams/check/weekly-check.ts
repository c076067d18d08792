import { runSchedule, type ScheduleContext, type Stop } from '#kit/schedule'
import { minutes } from '#kit/time'
import {
  type CheckUpstreamsOptions,
  checkIfDue,
  isCheckDue,
  nextCheckDueAt,
} from '#upstreams/check/check-upstreams'
import type { Feed } from '#upstreams/feed'

/** Keeps short-lived processes, and those that restart every few minutes, from requesting every feed. */
const START_DELAY_MS = [minutes(5), minutes(6)] as const

/**
 * Checks the upstreams a week after the last check by any instance, until stopped. Does nothing on a mirror.
 */
export function weeklyCheck(
  feeds: readonly Feed[],
  context: ScheduleContext,
  options: Pick<CheckUpstreamsOptions, 'instanceName'> = {},
): Stop {
  if (context.settings.mirror) return async () => {}
  // Other instances only move the due time later, so the store is read again when it has come.
  let dueAt: number | null = null
  const isDueNow = () => isCheckDue(dueAt, context.now())
  const job = {
    async due() {
      if (isDueNow()) dueAt = await nextCheckDueAt(context)
      return isDueNow() ? { at: dueAt ?? 0, startDelayMs: START_DELAY_MS } : undefined
    },
    run: (_: number, signal: AbortSignal) => checkIfDue(feeds, context, { ...options, signal }),
  }
  return runSchedule(job, context)
}
