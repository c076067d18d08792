import { passes, passesParameters } from '#features/passes/endpoints/passes'
import type { PassListData } from '#features/passes/pass-schemas'
import { PASSES_VALID_MS } from '#features/passes/pass-span'
import { asText, derive, inForm } from '#kernel/endpoint/derive'
import type { Endpoint } from '#kernel/endpoint/endpoint'
import { text } from '#kernel/endpoint/schemas'
import { signWith } from '#kernel/endpoint/signing/signed'
import { FRESHNESS_HEADERS } from '#kernel/endpoint/text-endpoint'
import { endOfTurn } from '#kernel/kit/end-of-turn'

const TYPE = 'text/calendar'
const PATH = '/v1/passes.ics'
const SIGNED = { path: PATH, ttlMs: PASSES_VALID_MS, queryParameters: passesParameters }

/** A calendar has no data of its own in the types of the paths. */
const withoutData = ({ data: _, ...listing }: typeof passes) => listing

const asCalendar = asText<PassListData>(TYPE, async (list, { fetchedAt }) => {
  const { passCalendar } = await import('#features/passes/computations')
  // After the turn in which the list was computed.
  await endOfTurn()
  return passCalendar(list.passes, fetchedAt)
})

/**
 * Serves the next passes of several objects as a calendar to subscribe to, from the same list as the JSON.
 */
export const passesIcs: Endpoint = {
  ...withoutData(passes),
  path: PATH,
  operationId: 'getPassCalendar',
  summary: 'Next passes over a location, as a calendar to subscribe to',
  description:
    'The list of /v1/passes as iCalendar (RFC 5545), with the same parameters. Needs no key, as calendar ' +
    'applications send none. A pass keeps its UID when newer elements change its time.',
  access: 'public',
  success: {
    status: 200,
    description: 'The calendar',
    content: { [TYPE]: text('The calendar', 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\n…\r\nEND:VCALENDAR') },
    headers: FRESHNESS_HEADERS,
  },
  respond: (call) =>
    derive(passes, call, call.params, (reply) =>
      inForm(reply, { form: TYPE, make: asCalendar, sign: signWith(call.context, SIGNED, call.params) }),
    ),
}
