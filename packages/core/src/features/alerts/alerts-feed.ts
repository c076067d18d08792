import type { LoggedAlert } from '#features/alerts/alert'
import { describeAlert } from '#features/alerts/describe-alert'
import { isNoaas } from '#features/alerts/types/notices'
import { html } from '#features/shared/page/html'
import { digest } from '#kernel/kit/digest'
import { iso, utcDay } from '#kernel/kit/time'

/** Content of an Atom feed of alerts. */
export interface AlertsFeed {
  /** UUID of the feed. */
  readonly id: string
  /** Newest first. */
  readonly alerts: readonly LoggedAlert[]
  /** Epoch milliseconds. */
  readonly now: number
  /** Path under which the API is mounted; may be empty. */
  readonly base: string
  /** Suffix that marks every source, such as `(sample)`; empty for the real providers. */
  readonly sourceNote: string
}

/** Renders an Atom feed (RFC 4287); it changes only when there is a new alert. */
export function alertsFeed({ id, alerts, now, base, sourceNote }: AlertsFeed): string {
  const newest = alerts
    .map(({ timestamp }) => timestamp)
    .sort()
    .at(-1)
  const feed = html`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
<id>urn:uuid:${id}</id>
<title>Space-Data alerts${sourceNote && ` ${sourceNote}`}</title>
<subtitle>Space weather, launches and the catalogue of objects: the last 30 days</subtitle>
<updated>${newest ?? iso(Date.parse(utcDay(now)))}</updated>
<author><name>Space-Data</name></author>
<link rel="self" type="application/atom+xml" href="${base}/v1/alerts.atom"/>
<link rel="alternate" type="text/html" href="${base}/alerts"/>
${alerts.map((alert) => entry(alert, base))}</feed>
`
  return feed.markup
}

function entry(alert: LoggedAlert, base: string) {
  const { id, type, timestamp, data } = alert
  const words = describeAlert(alert)
  const { source } = data
  return html`<entry>
<id>urn:uuid:${entryUuid(id)}</id>
<title>${words}</title>
${
  isNoaas(type) &&
  html`<author><name>NOAA SWPC</name></author>
`
}<published>${timestamp}</published>
<updated>${timestamp}</updated>
<category term="${type}"/>
<link rel="alternate" type="text/html" href="${base}/alerts#${id}"/>
<content type="text">${words}, at ${timestamp}.${typeof source === 'string' && ` Source: ${source}.`}${isNoaas(type) && `\n\n${data['text']}`}</content>
</entry>
`
}

/** Derives the UUID of an entry, version 8 (RFC 9562), from the id of an alert. */
function entryUuid(id: string): string {
  const hex = digest(id, 'hex').slice(0, 32)
  const variant = '89ab'[Number.parseInt(hex.slice(16, 17), 16) % 4]
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`]
  return [...parts, `${variant}${hex.slice(17, 20)}`, hex.slice(20)].join('-')
}
