import type { GenericSchema } from 'valibot'
import { representationKind, representationReader } from '#endpoint/data-endpoint'
import type { Endpoint } from '#endpoint/endpoint'
import { renderBody } from '#endpoint/representation'
import type { Settings } from '#kit/context'
import { days } from '#kit/time'

const ttlMs = days(1)

/** Declaration of a file that browsers and robots look for at a fixed path. */
interface SiteFile {
  readonly path: string
  readonly operationId: string
  readonly summary: string
  /** Media type without parameters. */
  readonly type: string
  /** `null` for bytes. */
  readonly schema: GenericSchema | null
  readonly content: (settings: Settings) => string | Uint8Array | Promise<Uint8Array>
}

/** Creates a public GET endpoint that responds with a file, valid for a day. */
export function siteFile({ path, operationId, summary, type, schema, content }: SiteFile): Endpoint {
  return {
    method: 'GET',
    path,
    operationId,
    summary,
    tag: 'Pages',
    access: 'public',
    ttlMs,
    upstreams: [],
    pathParameters: {},
    queryParameters: {},
    success: { status: 200, description: summary, content: { [type]: schema } },
    problems: [],
    respond: representationReader(path, ({ context: { settings, now } }) =>
      representationKind({ ttlMs, stored: false }, async () => ({
        value: renderBody(await content(settings), type === 'text/plain' ? `${type}; charset=utf-8` : type),
        fetchedAt: now(),
      })),
    ),
  }
}
