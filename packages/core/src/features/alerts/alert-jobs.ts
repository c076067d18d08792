import type { AlertContext } from '#features/alerts/context'
import type { AlertsRun } from '#features/alerts/watches/detect-alerts'
import { detectOnce, repeatDetection } from '#features/alerts/watches/repeat-detection'
import { type Stop, stopAll } from '#kernel/kit/schedule'

/** Runs the detection of alerts. */
export interface AlertJobs {
  /**
   * Checks for alerts once and sends due alerts to webhooks, for hosts that call it every minute. While
   * nobody receives alerts, it checks once an hour, and on a mirror not at all.
   * @throws Problem if the store fails.
   */
  run(): Promise<AlertsRun>
  /**
   * Checks for alerts every 30 seconds (once an hour while nobody receives any) and sends them to webhooks
   * every 2 seconds, until stopped or until the instance is closed, as `start` does.
   */
  start(): Stop
}

/** Creates the operations on the detection of alerts. */
export function createAlertJobs(context: AlertContext): AlertJobs {
  return {
    async run() {
      const run = await detectOnce(context)
      await context.alerts.process.delivery?.deliverDue()
      return run
    },
    start() {
      const delivering = context.alerts.process.delivery?.deliver()
      return context.stops.add(stopAll([repeatDetection(context), ...(delivering ? [delivering] : [])]))
    },
  }
}
