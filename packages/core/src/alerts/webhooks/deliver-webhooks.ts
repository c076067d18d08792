import { Dispatcher } from '#alerts/webhooks/dispatcher'
import type { Context } from '#kit/context'
import { repeat, type ScheduleOptions, type Stop } from '#kit/schedule'
import { seconds } from '#kit/time'

/** How often the log and the changes of webhooks are looked at, those of other processes included. */
const POLL_MS = seconds(2)

/** Sends alerts to webhooks until stopped; does nothing where none are offered. */
export function deliverWebhooks(context: Context, options: ScheduleOptions = context): Stop {
  if (!context.settings.webhooks) return async () => {}
  const dispatcher = new Dispatcher(context, context.settings.webhooks, options.random)
  context.alerts.process.dispatcher = dispatcher
  const stop = repeat(
    () => dispatcher.poll(),
    () => POLL_MS,
    options,
  )
  return async () => {
    context.alerts.process.dispatcher = undefined
    await Promise.all([stop(), dispatcher.stop()])
  }
}

/**
 * Sends what is due and waits until it is sent. Where a schedule does so in this process, it only polls
 * now.
 */
export async function deliverDue(context: Context): Promise<void> {
  const scheduled = context.alerts.process.dispatcher
  if (scheduled) return scheduled.poll()
  if (!context.settings.webhooks) return
  const dispatcher = new Dispatcher(context, context.settings.webhooks)
  await dispatcher.poll()
  await dispatcher.idle()
}
