import { eventsUntil, type Kind } from '#donki/events'
import type { StormEvent } from '#donki/record'
import { json, notFound } from '#response'
import { stormClock } from '#storm'
import { DAY, withZone } from '#time'

const DEFAULT_DAYS = 30

/**
 * Responds as kauai.ccmc.gsfc.nasa.gov: events from `startDate` (default: 30 days ago) to `endDate` (default:
 * today), both inclusive, if they have been submitted.
 */
export function respondAsDonki(url: URL, now: number, present?: number): Response {
  const kind = /^\/DONKI\/WS\/get\/(CME|FLR|SEP)$/.exec(url.pathname)?.[1] as Kind | undefined
  if (!kind) return notFound('text/html', '<html><body>HTTP Status 404</body></html>')
  const from = url.searchParams.get('startDate') ?? withZone(now - DEFAULT_DAYS * DAY).slice(0, 10)
  const to = url.searchParams.get('endDate') ?? withZone(now).slice(0, 10)
  const within = (event: StormEvent) => {
    const day = String(event['startTime'] ?? event['beginTime'] ?? event['eventTime']).slice(0, 10)
    return day >= from && day <= to
  }
  return json(eventsUntil(stormClock(now, present), kind).filter(within), 0)
}
