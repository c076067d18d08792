import type { WebhookContext } from '#features/webhooks/context'
import type { Dispatcher } from '#features/webhooks/dispatcher'
import type { WebhookSettings } from '#features/webhooks/settings'
import { repeat, type ScheduleOptions, type Stop } from '#kernel/kit/schedule'
import { seconds } from '#kernel/kit/time'

/** Interval at which the log and changes of webhooks are read, including changes by other processes. */
const POLL_MS = seconds(2)

/** Sends alerts to webhooks until stopped. Does nothing if webhooks are not offered. */
export function deliverWebhooks(context: WebhookContext, options: ScheduleOptions = context): Stop {
  const { settings } = context
  const { process } = context.webhooks
  if (!settings.webhooks) return async () => {}
  const { webhooks } = settings
  let made: Promise<Dispatcher> | undefined
  const scheduled = () => {
    made ??= createDispatcher(context, webhooks, options.random)
    return made
  }
  process.dispatcher = scheduled
  const stop = repeat(
    async () => (await scheduled()).poll(),
    () => POLL_MS,
    options,
  )
  return async () => {
    process.dispatcher = undefined
    await Promise.all([stop(), made?.then((dispatcher) => dispatcher.stop())])
  }
}

/**
 * Sends due alerts and waits until they are sent. If a schedule sends alerts in this process, only triggers a
 * poll.
 */
export async function deliverDue(context: WebhookContext): Promise<void> {
  const { settings, webhooks } = context
  const scheduled = await webhooks.process.dispatcher?.()
  if (scheduled) return scheduled.poll()
  if (!settings.webhooks) return
  const dispatcher = await createDispatcher(context, settings.webhooks)
  await dispatcher.poll()
  await dispatcher.idle()
}

async function createDispatcher(
  context: WebhookContext,
  settings: WebhookSettings,
  random?: () => number,
): Promise<Dispatcher> {
  const { Dispatcher } = await import('#features/webhooks/operations')
  return new Dispatcher(context, settings, random)
}
