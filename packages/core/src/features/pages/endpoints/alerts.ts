import * as v from 'valibot'
import type { LoggedAlert } from '#features/alerts/alert'
import { RECENT_MS, recentPublicAlerts } from '#features/alerts/recent-alerts'
import { isNoaas } from '#features/alerts/types/notices'
import type { PagesContext } from '#features/pages/context'
import { linkRoot } from '#features/shared/page/link-root'
import { negotiatedEndpoint } from '#features/shared/page/negotiated'
import { count, instant, named, oneOf, orNull, text } from '#kernel/endpoint/schemas'
import { iso, minutes } from '#kernel/kit/time'

/** Maximum number of alerts. */
const MAX_ALERTS = 1_000

const row = v.strictObject({
  id: text('Id of the alert', 'evt_00112233445566778899aabbccddeeff'),
  type: text('Type of the alert', 'geomagnetic.storm_started'),
  timestamp: instant('Time of the event'),
  sequence: count('Position in the log of this instance', 42),
  text: text('Description in plain words', 'G3 geomagnetic storm began: Kp 7.0'),
  by: oneOf('Origin: detected by this service, or a notice of NOAA', ['space_data', 'noaa']),
})

const data = v.strictObject({
  window_start: instant('Start of the period: 30 days ago', '2026-10-22T12:00:00.000Z'),
  window_end: instant('End of the period', '2026-11-21T12:00:00.000Z'),
  listening: v.pipe(
    v.boolean(),
    v.description(
      'Whether alerts have receivers. If so, the service checks for alerts every minute; otherwise once an ' +
        'hour, and on a mirror not at all',
    ),
    v.examples([true]),
  ),
  monitoring_since: orNull(
    instant('Time of the first check for alerts; null before it', '2026-09-01T12:00:00.000Z'),
  ),
  count: count('Number of alerts listed', 1),
  alerts: v.pipe(
    v.array(named('RecentAlert', row)),
    v.description(`Public alerts, newest first, at most ${MAX_ALERTS}`),
  ),
})

/** Serves the public alerts of the last 30 days, as JSON or as a page. */
export const recentAlerts = negotiatedEndpoint<PagesContext>({
  path: '/alerts',
  operationId: 'getRecentAlerts',
  summary: 'Public alerts of the last 30 days, in words',
  description:
    'JSON, or HTML for clients that prefer it. Programs should use `/v1/alerts`, which has all data.',
  ttlMs: minutes(1),
  data: named('RecentAlerts', data),
  async toData({ context }): Promise<v.InferOutput<typeof data>> {
    const now = context.now()
    const alerts = await recentPublicAlerts(MAX_ALERTS, context)
    const { describeAlert } = await import('#features/pages/pages')
    return {
      window_start: iso(now - RECENT_MS),
      window_end: iso(now),
      listening: await context.alerts.listeners.isAnybody(),
      monitoring_since: await context.alerts.listeners.monitoredSince(),
      count: alerts.length,
      alerts: alerts.map((alert) => toRow(alert, describeAlert(alert))),
    }
  },
  async toPage({ context }) {
    const { webhooks, base, mirror } = context.settings
    const facts = {
      alerts: await recentPublicAlerts(MAX_ALERTS, context),
      isListening: await context.alerts.listeners.isAnybody(),
      isMirror: mirror,
      monitoringSince: await context.alerts.listeners.monitoredSince(),
      hasWebhooks: webhooks !== undefined,
      sourceNote: context.upstreams.shownNote.text,
      now: context.now(),
    }
    const { alertsPage } = await import('#features/pages/pages')
    return alertsPage(facts, linkRoot(base))
  },
})

function toRow({ id, type, timestamp, seq }: LoggedAlert, words: string): v.InferOutput<typeof row> {
  return { id, type, timestamp, sequence: seq, text: words, by: isNoaas(type) ? 'noaa' : 'space_data' }
}
