import { Dispatcher } from '#alerts/webhooks/dispatcher'
import { pause } from '#kit/abort'
import type { Context } from '#kit/context'
import type { ScheduleContext, Stop } from '#kit/schedule'
import { seconds } from '#kit/time'

/** How often the log and the changes of webhooks are looked at, those of other processes included. */
const POLL_MS = seconds(2)

/** Sends alerts to webhooks until stopped; does nothing where none are offered. */
export function deliverWebhooks(context: ScheduleContext): Stop {
  const { settings, sleep = pause, random, onError } = context
  if (!settings.webhooks) return async () => {}
  const dispatcher = new Dispatcher(context, settings.webhooks, random)
  const controller = new AbortController()
  const { signal } = controller
  context.alerts.process.dispatcher = dispatcher
  const pollUntilStopped = async () => {
    while (!signal.aborted) {
      await dispatcher.poll().catch(onError)
      await sleep(POLL_MS, signal)
    }
  }
  const polling = pollUntilStopped()
  return async () => {
    controller.abort()
    context.alerts.process.dispatcher = undefined
    await Promise.all([polling, dispatcher.stop()])
  }
}

/**
 * Sends what is due and waits until it is sent. Where a schedule does so in this process, it is only told to
 * look now.
 */
export async function deliverDue(context: Context, signal?: AbortSignal): Promise<void> {
  const scheduled = context.alerts.process.dispatcher
  if (scheduled) return scheduled.poll()
  if (!context.settings.webhooks) return
  const dispatcher = new Dispatcher(context, context.settings.webhooks)
  const abort = () => dispatcher.abort()
  signal?.addEventListener('abort', abort)
  try {
    await dispatcher.poll()
    await dispatcher.idle()
  } finally {
    signal?.removeEventListener('abort', abort)
  }
}
