import type { AlertContext } from '#features/alerts/context'
import { recentPublicAlerts } from '#features/alerts/recent-alerts'
import { cachedReader } from '#kernel/endpoint/cached'
import { described } from '#kernel/endpoint/data-endpoint'
import type { Endpoint } from '#kernel/endpoint/endpoint'
import { renderBody } from '#kernel/endpoint/representation'
import { text } from '#kernel/endpoint/schemas'
import { FOREVER, minutes } from '#kernel/kit/time'

const path = '/v1/alerts.atom'
const ttlMs = minutes(1)
/** Maximum number of entries in the feed. */
const MAX_ENTRIES = 200
const TYPE = 'application/atom+xml'
const EXAMPLE = '<?xml version="1.0" encoding="utf-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom">…</feed>\n'

/** Serves the public alerts as an Atom feed. */
export const alertsAtom: Endpoint<AlertContext> = {
  ...described({
    path,
    operationId: 'getAlertsFeed',
    summary: 'Public alerts of the last 30 days, as an Atom feed',
    description:
      'The newest 200 alerts, in plain text. Needs no key. Reading the feed counts as listening: the ' +
      'service then checks for alerts every minute instead of every hour.',
    tag: 'Alerts',
    access: 'public',
    ttlMs,
    source: { upstreams: [], stored: false },
  }),
  success: {
    status: 200,
    description: 'The feed',
    content: { [TYPE]: text('The feed', EXAMPLE) },
  },
  respond: cachedReader(path, ({ context }) => ({
    ttlMs,
    async load() {
      const fetchedAt = context.now()
      await context.alerts.listeners.mark()
      const { base } = context.settings
      const alerts = await recentPublicAlerts(MAX_ENTRIES, context)
      const id = await feedId(context)
      const { alertsFeed } = await import('#features/alerts/alerts-feed')
      const feed = alertsFeed({
        id,
        alerts,
        now: fetchedAt,
        base,
        sourceNote: context.upstreams.shownNote.text,
      })
      return { value: renderBody(feed, `${TYPE}; charset=utf-8`), fetchedAt }
    },
  })),
}

/** Returns the UUID of the feed of this store, which is created at the first request. */
async function feedId({ store, settings, now }: AlertContext): Promise<string> {
  return store.atomic.setIfAbsent(`alert-feed:${settings.originsId}`, crypto.randomUUID(), FOREVER, now())
}
