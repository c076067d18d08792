import { type LoggedAlert, toMessage } from '#alerts/alert'
import { type AlertReader, visibleAlerts } from '#alerts/visible-alerts'
import { formatEvent } from '#endpoint/event-stream/event'
import type { ReadEvents } from '#endpoint/event-stream/event-stream'
import type { Context } from '#kit/context'

/** Alerts of one chunk at most; bounds what a slow reader makes a process keep. */
const BATCH = 50

/** Returns the reader of the alerts after a `seq` that a client may read and wants. */
export function alertEvents(after: number, reader: AlertReader, context: Context): ReadEvents {
  const head = context.alerts.head
  let position = after
  return async (signal) => {
    const last = await head.seq()
    while (position < last && !signal.aborted) {
      const until = Math.min(last, position + BATCH)
      const alerts = await context.alerts.log.readSlots(position + 1, until)
      const visible = await visibleAlerts(alerts, reader, context)
      position = until
      if (visible.length > 0) return visible.map(formatAlert).join('')
    }
    return ''
  }
}

function formatAlert(alert: LoggedAlert): string {
  return formatEvent({ id: String(alert.seq), event: alert.type, data: toMessage(alert) })
}
