import * as v from 'valibot'
import { type DataEndpoint, dataEndpoint, type SchemaOf } from '#kernel/endpoint/data-endpoint'
import { inForm } from '#kernel/endpoint/derived'
import type { Endpoint } from '#kernel/endpoint/endpoint'
import { servedIn } from '#kernel/endpoint/envelope'
import { optional } from '#kernel/endpoint/query-parameters'
import { type Representation, renderBody } from '#kernel/endpoint/representation'
import { instant, sourceLabel, text } from '#kernel/endpoint/schemas'
import { signWith } from '#kernel/endpoint/signing/signed'
import { FRESHNESS_HEADERS, freshnessHeaders } from '#kernel/endpoint/text-endpoint'
import { andThen } from '#kernel/kit/maybe-promise'

interface Bulletin {
  readonly text: string
}

/** Members of every bulletin. `label` is the label of its feed. */
export const bulletinMembers = (label: string) => ({
  issued_at: instant('When NOAA issued it', '2026-11-21T12:30:00.000Z'),
  text: text('Full text of the bulletin', ':Product: …\n:Issued: 2026 Nov 21 1230 UTC\n…'),
  as_of: instant('When NOAA issued it', '2026-11-21T12:30:00.000Z'),
  source: sourceLabel(`NOAA SWPC ${label}`),
})

const queryParameters = {
  format: optional(
    v.pipe(
      v.picklist(['json', 'text']),
      v.description('Format: json, in the envelope; text, only the text of the bulletin. Default json'),
      v.examples(['text']),
    ),
  ),
}

/** Creates the endpoint of a bulletin, as JSON in the envelope or as the text that NOAA wrote. */
export function bulletinEndpoint<const Path extends string, Data extends Bulletin>(
  declaration: Omit<DataEndpoint<Record<never, never>, SchemaOf<Data>, Path>, 'tag' | 'access'>,
) {
  const endpoint = dataEndpoint({
    ...declaration,
    tag: 'Space weather',
    access: 'optional_key',
    queryParameters,
  })
  const { success } = endpoint
  return {
    ...endpoint,
    success: {
      ...success,
      content: { ...success.content, 'text/plain': text('The bulletin', ':Product: …\n') },
      optionalHeaders: FRESHNESS_HEADERS,
    },
    respond(call) {
      const whole = endpoint.respond({ ...call, params: {} })
      if (call.params['format'] !== 'text') return whole
      const sign = signWith(call.context, endpoint, call.params)
      return andThen(whole, (reply) => {
        if (!('snapshot' in reply)) return reply
        const make = (original: Representation) => {
          const { source, data } = servedIn<Bulletin>(original)
          const { fetchedAt, validUntil } = reply.snapshot
          const headers = freshnessHeaders({ source, fetchedAt, validUntil })
          return renderBody(data.text, 'text/plain; charset=utf-8', headers)
        }
        return inForm(reply, { form: 'text', make, sign })
      })
    },
  } satisfies Endpoint
}
