import type { GenericSchema } from 'valibot'
import { documentEndpoint } from '#features/shared/page/document-endpoint'
import type { Context, Endpoint } from '#kernel/endpoint/endpoint'
import { renderBody } from '#kernel/endpoint/representation'
import { days } from '#kernel/kit/time'

/** Declaration of a file that browsers and robots request at a fixed path. */
interface SiteFile<In extends Context> extends Pick<Endpoint, 'path' | 'operationId' | 'summary'> {
  /** Media type without parameters. */
  readonly type: string
  /** `null` for bytes. */
  readonly schema: GenericSchema | null
  readonly content: (settings: In['settings']) => string | Uint8Array | Promise<Uint8Array>
}

/** Creates a public GET endpoint that responds with a file, valid for a day. */
export function siteFile<In extends Context = Context>({
  type,
  schema,
  content,
  ...declared
}: SiteFile<In>): Endpoint<In> {
  return documentEndpoint<In>({
    ...declared,
    tag: 'Pages',
    ttlMs: days(1),
    success: { description: declared.summary, content: { [type]: schema } },
    render: async ({ context: { settings } }) =>
      renderBody(await content(settings), type === 'text/plain' ? `${type}; charset=utf-8` : type),
  })
}
