import type { AlertsRun } from '#alerts/watches/detect-alerts'
import type { Endpoint } from '#endpoint/endpoint'
import { abortable } from '#kit/abort'
import type { Context } from '#kit/context'
import { repeat, type ScheduleOptions, type Stop } from '#kit/schedule'
import { seconds } from '#kit/time'
import { isStoreFailure } from '#storage/store-failure'

/** Looks for alerts once. The detectors are loaded with the first look: a start needs none of them. */
export async function detectOnce(endpoints: readonly Endpoint[], context: Context): Promise<AlertsRun> {
  const { detectAlerts } = await import('#alerts/watches/detect-alerts')
  return detectAlerts(endpoints, context)
}

/** How often alerts are looked for, in milliseconds. */
const TICK_MS = seconds(30)

/** Looks for alerts every 30 seconds until stopped. A failure delays nothing: the next run may succeed. */
export function repeatDetection(
  endpoints: readonly Endpoint[],
  context: Context,
  options: ScheduleOptions = context,
): Stop {
  const work = (signal: AbortSignal) => abortable(detectOnce(endpoints, context), signal)
  // A store's failure is reported when it begins.
  const onError = (error: unknown) => {
    if (!isStoreFailure(error)) context.onError(error)
  }
  return repeat(work, () => TICK_MS, { ...options, onError })
}
