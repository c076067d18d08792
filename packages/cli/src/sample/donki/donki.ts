import { json, notFound } from '#sample/answer'
import { eventsUntil, type Kind } from '#sample/donki/events'
import type { StormEvent } from '#sample/donki/record'
import { DAY, withZone } from '#sample/time'

const DEFAULT_DAYS = 30

/**
 * Answers as kauai.ccmc.gsfc.nasa.gov: the events whose begin lies from `startDate` (30 days ago unless
 * given) to `endDate` (today), both inclusive, as far as they were submitted by now.
 */
export function answerAsDonki(url: URL, now: number): Response {
  const kind = /^\/DONKI\/WS\/get\/(CME|FLR|SEP)$/.exec(url.pathname)?.[1] as Kind | undefined
  if (!kind) return notFound('text/html', '<html><body>HTTP Status 404</body></html>')
  const from = url.searchParams.get('startDate') ?? withZone(now - DEFAULT_DAYS * DAY).slice(0, 10)
  const to = url.searchParams.get('endDate') ?? withZone(now).slice(0, 10)
  const within = (event: StormEvent) => {
    const day = String(event['startTime'] ?? event['beginTime'] ?? event['eventTime']).slice(0, 10)
    return day >= from && day <= to
  }
  return json(eventsUntil(now, kind).filter(within), 0)
}
