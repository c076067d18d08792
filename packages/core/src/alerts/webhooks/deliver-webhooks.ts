import type { Dispatcher } from '#alerts/webhooks/dispatcher'
import type { Context, WebhookSettings } from '#kit/context'
import { repeat, type ScheduleOptions, type Stop } from '#kit/schedule'
import { seconds } from '#kit/time'

/** How often the log and the changes of webhooks are looked at, those of other processes included. */
const POLL_MS = seconds(2)

/** Sends alerts to webhooks until stopped; does nothing where none are offered. */
export function deliverWebhooks(context: Context, options: ScheduleOptions = context): Stop {
  const { settings, alerts } = context
  if (!settings.webhooks) return async () => {}
  const { webhooks } = settings
  let made: Promise<Dispatcher> | undefined
  const scheduled = () => {
    made ??= createDispatcher(context, webhooks, options.random)
    return made
  }
  alerts.process.dispatcher = scheduled
  const stop = repeat(
    async () => (await scheduled()).poll(),
    () => POLL_MS,
    options,
  )
  return async () => {
    alerts.process.dispatcher = undefined
    await Promise.all([stop(), made?.then((dispatcher) => dispatcher.stop())])
  }
}

/**
 * Sends what is due and waits until it is sent. Where a schedule does so in this process, it only polls
 * now.
 */
export async function deliverDue(context: Context): Promise<void> {
  const { settings, alerts } = context
  const scheduled = await alerts.process.dispatcher?.()
  if (scheduled) return scheduled.poll()
  if (!settings.webhooks) return
  const dispatcher = await createDispatcher(context, settings.webhooks)
  await dispatcher.poll()
  await dispatcher.idle()
}

async function createDispatcher(
  context: Context,
  settings: WebhookSettings,
  random?: () => number,
): Promise<Dispatcher> {
  const { Dispatcher } = await import('#alerts/webhooks/operations')
  return new Dispatcher(context, settings, random)
}
