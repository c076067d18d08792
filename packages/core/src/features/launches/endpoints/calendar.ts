import { launchesSource, type UpcomingLaunches, upcoming } from '#features/launches/endpoints/upcoming'
import { described } from '#kernel/endpoint/data-endpoint'
import { inForm } from '#kernel/endpoint/derived'
import type { Endpoint, ServedRepresentation } from '#kernel/endpoint/endpoint'
import { servedIn } from '#kernel/endpoint/envelope'
import { type Representation, renderBody } from '#kernel/endpoint/representation'
import { text } from '#kernel/endpoint/schemas'
import { signWith } from '#kernel/endpoint/signing/signed'
import { FRESHNESS_HEADERS, freshnessHeaders } from '#kernel/endpoint/text-endpoint'
import { andThen } from '#kernel/kit/maybe-promise'
import { minutes } from '#kernel/kit/time'

const TYPE = 'text/calendar'
const EXAMPLE = 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\n…\r\nEND:VCALENDAR'

const common = described({
  path: '/v1/launches.ics',
  operationId: 'getLaunchCalendar',
  summary: 'Upcoming launches, as a calendar to subscribe to',
  description:
    'iCalendar (RFC 5545). A launch keeps its UID, and SEQUENCE grows with every change of its record. ' +
    'Launches known only to the day are all-day events. Launches known only to the month or less precisely ' +
    'are left out. Needs no key.',
  tag: 'Launches',
  access: 'public',
  ttlMs: minutes(60),
  // The list of launches declares the feed.
  source: { ...launchesSource, upstreams: [] },
})

/** Serves the upcoming launches as a calendar to subscribe to, from the same list as the JSON. */
export const launchesIcs: Endpoint = {
  ...common,
  success: {
    status: 200,
    description: 'The calendar',
    content: { [TYPE]: text('The calendar', EXAMPLE) },
    headers: FRESHNESS_HEADERS,
  },
  respond: (call) =>
    andThen(upcoming.respond({ ...call, params: {} }), (reply) => {
      if (!('snapshot' in reply)) return reply
      const make = async (whole: Representation, { snapshot }: ServedRepresentation) => {
        const { launchCalendar } = await import('#features/launches/calendar')
        const { data, source } = servedIn<UpcomingLaunches>(whole)
        const { fetchedAt, validUntil } = snapshot
        const times = freshnessHeaders({ source, fetchedAt, validUntil })
        return renderBody(launchCalendar(data.launches, fetchedAt), `${TYPE}; charset=utf-8`, times)
      }
      return inForm(reply, { form: TYPE, make, sign: signWith(call.context, common, {}) })
    }),
}
