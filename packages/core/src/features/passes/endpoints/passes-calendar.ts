import { passes, passesParameters } from '#catalogue/sky/endpoints/passes'
import type { PassListData } from '#catalogue/sky/pass-schemas'
import { PASSES_VALID_MS } from '#catalogue/sky/pass-span'
import { inForm } from '#endpoint/derived'
import type { Endpoint, ServedRepresentation } from '#endpoint/endpoint'
import { servedIn } from '#endpoint/envelope'
import { type Representation, renderPieces } from '#endpoint/representation'
import { text } from '#endpoint/schemas'
import { signWith } from '#endpoint/signing/signed'
import { FRESHNESS_HEADERS, freshnessHeaders } from '#endpoint/text-endpoint'
import { andThen } from '#kit/maybe-promise'

const TYPE = 'text/calendar'
const PATH = '/v1/passes.ics'
const SIGNED = { path: PATH, ttlMs: PASSES_VALID_MS, queryParameters: passesParameters }

/** A calendar has no data of its own in the types of the paths. */
const withoutData = ({ data: _, ...listing }: typeof passes) => listing

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
    andThen(passes.respond(call), (reply) => {
      if (!('snapshot' in reply)) return reply
      const make = async (whole: Representation, { snapshot }: ServedRepresentation) => {
        const { passCalendar } = await import('#catalogue/sky/computations')
        const { data, source } = servedIn<PassListData>(whole)
        const { fetchedAt, validUntil } = snapshot
        const times = freshnessHeaders({ source, fetchedAt, validUntil })
        return renderPieces(passCalendar(data.passes, fetchedAt), `${TYPE}; charset=utf-8`, times)
      }
      return inForm(reply, { form: TYPE, make, sign: signWith(call.context, SIGNED, call.params) })
    }),
}
