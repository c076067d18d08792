import * as v from 'valibot'
import { type DataEndpoint, dataEndpoint, type SchemaOf } from '#kernel/endpoint/data-endpoint'
import { asText, derive, inForm } from '#kernel/endpoint/derive'
import type { Endpoint } from '#kernel/endpoint/endpoint'
import { optional } from '#kernel/endpoint/query-parameters'
import { instant, sourceLabel, text } from '#kernel/endpoint/schemas'
import { signWith } from '#kernel/endpoint/signing/signed'
import { FRESHNESS_HEADERS } from '#kernel/endpoint/text-endpoint'

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

const asWritten = asText<Bulletin>('text/plain', ({ text }) => text)

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
      if (call.params['format'] !== 'text') return derive(endpoint, call, {})
      const sign = signWith(call.context, endpoint, call.params)
      return derive(endpoint, call, {}, (reply) => inForm(reply, { form: 'text', make: asWritten, sign }))
    },
  } satisfies Endpoint
}
