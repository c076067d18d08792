import type { AlertContext } from '#features/alerts/context'
import type { AlertsRun } from '#features/alerts/watches/detect-alerts'
import { abortable } from '#kernel/kit/abort'
import { repeat, type ScheduleOptions, type Stop } from '#kernel/kit/schedule'
import { seconds } from '#kernel/kit/time'
import { isStoreFailure } from '#kernel/storage/store-failure'

/** Checks for alerts once. The detectors are loaded with the first check, as the start does not need them. */
export async function detectOnce(context: AlertContext): Promise<AlertsRun> {
  const { detectAlerts } = await import('#features/alerts/watches/detect-alerts')
  return detectAlerts(context)
}

/** Interval of checks for alerts, in milliseconds. */
const TICK_MS = seconds(30)

/**
 * Checks for alerts every 30 seconds until stopped. A failure causes no delay, as the next run may succeed.
 */
export function repeatDetection(context: AlertContext, options: ScheduleOptions = context): Stop {
  const work = (signal: AbortSignal) => abortable(detectOnce(context), signal)
  // A failure of the store is reported when it begins.
  const onError = (error: unknown) => {
    if (!isStoreFailure(error)) context.onError(error)
  }
  return repeat(work, () => TICK_MS, { ...options, onError })
}
