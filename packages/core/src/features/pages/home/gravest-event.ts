import { levelNumber } from '#features/alerts/alert-scale'
import { describeAlert } from '#features/alerts/describe-alert'
import { isNoaas } from '#features/alerts/types/notices'
import type { AlertEvent } from '#features/pages/alerts/alert-events'
import { formatDay, formatTime } from '#features/shared/page/timestamps'
import { days, utcDay } from '#kernel/kit/time'

/**
 * Returns the event with the highest level of the last 24 hours; a storm that continues counts. Of equal levels
 * an event that this service detected comes first, then the newest. Without one, returns the newest event.
 */
export function gravestEvent(events: readonly AlertEvent[], now: number): AlertEvent | undefined {
  const isCurrent = (event: AlertEvent) =>
    Date.parse(event.newest.timestamp) > now - days(1) || storm(event)?.isOver === false
  const rank = ({ scale, newest }: AlertEvent) => 2 * levelNumber(scale) - (isNoaas(newest.type) ? 1 : 0)
  const [gravest] = events.filter(isCurrent).toSorted((a, b) => rank(b) - rank(a))
  return gravest ?? events[0]
}

/** Describes an event: a storm by its level and start, any other event by its newest alert. */
export function eventWords(event: AlertEvent, now: number): string {
  const { newest } = event
  const found = storm(event)
  if (!found) return describeAlert(newest)
  const at = Date.parse(found.isOver ? newest.timestamp : found.startedAt)
  const time = utcDay(at) === utcDay(now) ? formatTime(at) : `${formatDay(at)} ${formatTime(at)}`
  return found.isOver ? `${found.name} until ${time}` : `${found.name} since ${time}`
}

function storm({ newest: { type, data } }: AlertEvent) {
  const name = type.startsWith('geomagnetic.') ? 'storm' : 'radiation storm'
  if (name !== 'storm' && type !== 'solar.radiation_storm') return undefined
  const isOver = type === 'geomagnetic.storm_ended' || data['phase'] === 'ended'
  return { name, isOver, startedAt: String(data['started_at']) }
}
