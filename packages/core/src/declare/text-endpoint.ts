import type { GenericSchema } from 'valibot'
import {
  type Checked,
  type DataEndpoint,
  described,
  representationKind,
  representationReader,
} from '#declare/data-endpoint'
import type { Endpoint, Parameters } from '#declare/endpoint'
import { renderBody } from '#declare/representation'
import { iso } from '#time'

/** Plain text with its response headers. */
interface TextData {
  readonly text: string
  readonly headers: Readonly<Record<string, string>>
}

/** Declaration of an endpoint whose payload is plain text. */
interface TextEndpoint<Path extends Parameters>
  extends Omit<DataEndpoint<Path, GenericSchema<TextData>>, 'data'> {
  /** Descriptions of the headers in `TextData`. */
  readonly headers: Readonly<Record<string, string>>
}

const freshness = {
  'x-source': 'Upstream provenance label',
  'x-fetched-at': 'When the service pulled the data from upstream, ISO 8601 UTC',
  'x-valid-until': 'The response is stale after this instant, ISO 8601 UTC',
}

/**
 * Creates a GET endpoint that responds with plain text; provenance and validity are in headers, not in an
 * envelope.
 */
export function textEndpoint<Path extends Parameters>(declaration: TextEndpoint<Path>): Endpoint {
  const { path, source, ttlMs } = declaration
  return {
    ...described(declaration),
    success: {
      status: 200,
      description: declaration.summary,
      content: { 'text/plain': null },
      headers: { ...freshness, ...declaration.headers },
    },
    respond: representationReader(path, ({ params, context }) =>
      representationKind({ ...source, ttlMs }, async () => {
        const { data, source: label, fetchedAt } = await source.load(params as Checked<Path>, context)
        const facts = {
          'x-source': label,
          'x-fetched-at': iso(fetchedAt),
          'x-valid-until': iso(fetchedAt + ttlMs),
          ...data.headers,
        }
        const headers = Object.entries(facts).flat()
        return { value: renderBody(data.text, 'text/plain; charset=utf-8', headers), fetchedAt }
      }),
    ),
  }
}
