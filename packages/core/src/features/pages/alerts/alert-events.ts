import type { LoggedAlert } from '#features/alerts/alert'
import { levelNumber, scaleOf } from '#features/alerts/alert-scale'
import { isNoaas } from '#features/alerts/types/notices'
import { groupIndexOf } from '#features/pages/alerts/alert-groups'

/** An event with the alerts about it, such as the start, the rise and the end of a flare. */
export interface AlertEvent {
  readonly newest: LoggedAlert
  /** The alerts before the newest one, latest first. */
  readonly earlier: readonly LoggedAlert[]
  /** The highest level that an alert states, such as `G4`; `null` without one. */
  readonly scale: string | null
}

/** Groups alerts by event; the event with the newest alert comes first. */
export function foldAlerts(alerts: readonly LoggedAlert[]): readonly AlertEvent[] {
  const events = new Map<string, LoggedAlert[]>()
  for (const alert of alerts.toSorted((a, b) => a.timestamp.localeCompare(b.timestamp) || a.seq - b.seq)) {
    const [own, before] = keysOf(alert)
    const event = events.get(before) ?? []
    event.unshift(alert)
    events.set(own, event)
  }
  return [...new Set(events.values())]
    .flatMap(([newest, ...earlier]) => {
      if (!newest) return []
      const scales = [newest, ...earlier].map(scaleOf).filter((scale) => scale !== null)
      const scale = scales.toSorted((a, b) => levelNumber(b) - levelNumber(a))[0] ?? null
      return [{ newest, earlier, scale }]
    })
    .sort((a, b) => b.newest.timestamp.localeCompare(a.newest.timestamp) || b.newest.seq - a.newest.seq)
}

/** Returns the key of an alert, and the key of an earlier alert about the same event. */
function keysOf({ id, type, data }: LoggedAlert): readonly [own: string, before: string] {
  const { code, serial, extends_serial, cancels_serial } = data
  if (isNoaas(type))
    return [`${code} ${serial ?? id}`, `${code} ${extends_serial ?? cancels_serial ?? serial ?? id}`]
  const subject = data['launch_id'] ?? data['event_id'] ?? data['started_at'] ?? data['failing_since'] ?? id
  const key = [groupIndexOf(type), subject, data['feed']].join(' ')
  return [key, key]
}
