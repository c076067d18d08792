import * as v from 'valibot'
import type { Alert } from '#features/alerts/alert'
import type { AlertContext } from '#features/alerts/context'
import { type StoredState, stateKind } from '#features/alerts/detector-states'
import { worldDetectors } from '#features/alerts/watches/watches'
import { seriesKind } from '#features/space-weather/series/series-day'
import { AtomicRecords } from '#kernel/storage/records/atomic-records'
import { type Exported, ofAllOrigins, withOrigins } from '#kernel/storage/records/exported'
import { listOriginsIds, partlyChecked } from '#kernel/storage/records/record-kind'

const PAGE = 200

/**
 * The log of alerts, by position, so that readers can continue at their position. It is imported only into a
 * store without a log.
 */
export const exportedAlerts: Exported<Alert, AlertContext> = {
  id: withOrigins(/\d{1,15}/),
  schema: partlyChecked<Alert>(
    v.object({ id: v.string(), type: v.string(), timestamp: v.string(), subject: v.string() }),
  ),
  encode: (alert) => alert,
  isSmall: true,
  async *entries(context) {
    for (const origins of await originsOf(context)) {
      for await (const page of context.alerts.logOf(origins).pages(PAGE))
        yield page.map(({ seq, ...alert }) => [`${origins}:${seq}`, alert])
    }
  },
  async restore(id, alert, { context, later }) {
    const at = id.lastIndexOf(':')
    const log = context.alerts.logOf(id.slice(0, at))
    if ((await log.head()) > 0) return
    await log.restore(Number(id.slice(at + 1)), alert)
    // No alert is visible until all are restored.
    later(() => log.openRestored())
  },
}

const states = ofAllOrigins(stateKind)

/** The states of the detectors, without which they would report events in progress again. */
export const exportedAlertStates: Exported<StoredState, AlertContext> = {
  ...states,
  async *entries(context) {
    for (const origins of await originsOf(context)) {
      const records = new AtomicRecords(stateKind, context, origins)
      for (const { id } of worldDetectors) {
        const state = await records.read(id)
        if (state) yield [[`${origins}:${id}`, state]]
      }
    }
  },
  restore: (id, state, { context }) => new AtomicRecords(states, context).merge(id, state),
}

/**
 * Logs and states are in a part of the store that cannot be listed. Series are recorded for the same origins.
 */
function originsOf({ store }: AlertContext): Promise<string[]> {
  return listOriginsIds(seriesKind(0), store)
}
