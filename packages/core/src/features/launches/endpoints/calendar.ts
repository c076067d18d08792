import { launchesSource, type UpcomingLaunches, upcoming } from '#features/launches/endpoints/upcoming'
import { described } from '#kernel/endpoint/data-endpoint'
import { asText, derive, inForm } from '#kernel/endpoint/derive'
import type { Endpoint } from '#kernel/endpoint/endpoint'
import { text } from '#kernel/endpoint/schemas'
import { signWith } from '#kernel/endpoint/signing/signed'
import { FRESHNESS_HEADERS } from '#kernel/endpoint/text-endpoint'
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

const asCalendar = asText<UpcomingLaunches>(TYPE, async ({ launches }, { fetchedAt }) => {
  const { launchCalendar } = await import('#features/launches/calendar')
  return launchCalendar(launches, fetchedAt)
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
    derive(upcoming, call, {}, (reply) =>
      inForm(reply, { form: TYPE, make: asCalendar, sign: signWith(call.context, common, {}) }),
    ),
}
