import type { GenericSchema } from 'valibot'
import type { HtmlPage } from '#features/shared/page/layout'
import { pageSnapshot } from '#features/shared/page/page-endpoint'
import { readCached, snapshotKey } from '#kernel/endpoint/cached'
import { declareEndpoint } from '#kernel/endpoint/declare-endpoint'
import type { Context, Endpoint, EndpointCall } from '#kernel/endpoint/endpoint'
import { envelope, envelopeOf } from '#kernel/endpoint/envelope'
import { createTypeChooser } from '#kernel/endpoint/negotiate'
import { renderBody, renderJson } from '#kernel/endpoint/representation'
import { staticData } from '#kernel/endpoint/source'
import { Problem } from '#kernel/kit/problem'

interface NegotiatedEndpoint<In extends Context>
  extends Pick<Endpoint<In>, 'path' | 'operationId' | 'summary' | 'description'>,
    Partial<Pick<Endpoint<In>, 'queryParameters' | 'cost'>> {
  readonly ttlMs: number
  readonly data: GenericSchema
  /** Returns the JSON payload. */
  readonly toData: (call: EndpointCall<In>) => unknown
  /** Returns the HTML page. */
  readonly toPage: (call: EndpointCall<In>) => HtmlPage | Promise<HtmlPage>
  /** The text that clients without a preference get. Default: they get JSON. */
  readonly text?: {
    readonly validMs: number
    /** Returns the text, and when its data were fetched, in epoch milliseconds. */
    readonly render: (
      call: EndpointCall<In>,
    ) => Promise<{ readonly text: string; readonly fetchedAt: number }>
    /** Returns the parameters that the text depends on; the number of their values is unbounded. */
    readonly key: (params: EndpointCall['params']) => Readonly<Record<string, unknown>>
  }
}

const VARY = ['vary', 'Accept']

/** The media types served, in order of preference. */
const TYPES = ['application/json', 'text/html']

/** Creates a public GET endpoint that serves JSON in the envelope, a page to browsers, or text. */
export function negotiatedEndpoint<In extends Context = Context>({
  data,
  toData,
  toPage,
  text: asText,
  ...declared
}: NegotiatedEndpoint<In>): Endpoint<In> {
  const { path, cost, ttlMs } = declared
  const chooseType = createTypeChooser(asText ? ['text/plain', ...TYPES] : TYPES)
  return declareEndpoint<In>({
    ...declared,
    tag: 'Service',
    access: 'public',
    success: {
      status: 200,
      description: declared.summary,
      content: {
        'application/json': envelopeOf(data),
        'text/html': null,
        ...(asText && { 'text/plain': null }),
      },
      optionalHeaders: { 'content-security-policy': 'HTML only: the page loads no external resource' },
    },
    problems: ['not_acceptable'],
    respond(call) {
      const { request, context, params } = call
      const type = chooseType(request.header('accept'))
      if (type === undefined) throw new Problem('not_acceptable')
      const text = type === 'text/plain' ? asText : undefined
      const key = snapshotKey(path, {
        type,
        ...text?.key(params),
        data: context.version(),
      })
      return readCached(call, key, () => ({
        ttlMs,
        cost: text && cost,
        async load() {
          if (text) return textSnapshot(await text.render(call), text.validMs)
          const fetchedAt = context.now()
          if (type === 'text/html') return pageSnapshot(await toPage(call), fetchedAt, ttlMs, VARY)
          const body = envelope(staticData(await toData(call), fetchedAt), ttlMs)
          return { value: renderJson(body, VARY), fetchedAt }
        },
      }))
    },
  })
}

function textSnapshot({ text, fetchedAt }: { text: string; fetchedAt: number }, validMs: number) {
  const value = renderBody(text, 'text/plain; charset=utf-8', VARY)
  return { value, fetchedAt, validUntil: fetchedAt + validMs }
}
