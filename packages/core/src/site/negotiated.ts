import type { GenericSchema } from 'valibot'
import { representationKind, snapshotKey } from '#endpoint/data-endpoint'
import type { Endpoint, EndpointCall, Parameters } from '#endpoint/endpoint'
import { envelope, envelopeOf } from '#endpoint/envelope'
import { createTypeChooser } from '#endpoint/negotiate'
import type { HtmlPage } from '#endpoint/page/layout'
import { type Representation, renderBody, renderJson } from '#endpoint/representation'
import { staticData } from '#endpoint/source'
import { Problem, type ProblemCode } from '#kit/problem'
import { pageSnapshot } from '#site/page-endpoint'

interface NegotiatedEndpoint {
  readonly path: string
  readonly operationId: string
  readonly summary: string
  readonly description?: string
  readonly ttlMs: number
  readonly queryParameters?: Parameters
  readonly data: GenericSchema
  readonly problems?: readonly ProblemCode[]
  /** Returns the JSON payload. */
  readonly toData: (call: EndpointCall) => unknown
  /** Returns the HTML page. */
  readonly toPage: (call: EndpointCall) => HtmlPage | Promise<HtmlPage>
  /** Returns the parameters that the page depends on. Every distinct result is cached, so keep them few. */
  readonly pageKey?: (params: EndpointCall['params']) => Readonly<Record<string, unknown>>
  /** The same as text, which clients without a preference get. Default: there is none, and they get JSON. */
  readonly text?: {
    readonly validMs: number
    /** Returns the text, and when what it says was fetched, in epoch milliseconds. */
    readonly render: (call: EndpointCall) => Promise<{ readonly text: string; readonly fetchedAt: number }>
    /** Returns the parameters that the text depends on, with as many values as clients like. */
    readonly key: (params: EndpointCall['params']) => Readonly<Record<string, unknown>>
  }
}

/** The media types served, in order of preference. */
const TYPES = ['application/json', 'text/html']

/** Creates a public GET endpoint that serves JSON in the envelope, a page to browsers, or text. */
export function negotiatedEndpoint(declaration: NegotiatedEndpoint): Endpoint {
  const {
    path,
    operationId,
    summary,
    description,
    ttlMs,
    data,
    queryParameters = {},
    problems = [],
  } = declaration
  const chooseType = createTypeChooser(declaration.text ? ['text/plain', ...TYPES] : TYPES)
  return {
    method: 'GET',
    path,
    operationId,
    summary,
    ...(description && { description }),
    tag: 'Service',
    access: 'public',
    ttlMs,
    upstreams: [],
    pathParameters: {},
    queryParameters,
    success: {
      status: 200,
      description: summary,
      content: {
        'application/json': envelopeOf(data),
        'text/html': null,
        ...(declaration.text && { 'text/plain': null }),
      },
      optionalHeaders: { 'content-security-policy': 'HTML only: the page loads no external resource' },
    },
    problems: ['not_acceptable', ...problems],
    respond(call) {
      const { request, context, params, now } = call
      const type = chooseType(request.header('accept'))
      if (type === undefined) throw new Problem('not_acceptable')
      const isPage = type === 'text/html'
      const text = type === 'text/plain' ? declaration.text : undefined
      const key = snapshotKey(path, {
        type,
        ...(isPage && declaration.pageKey?.(params)),
        ...text?.key(params),
        run: context.debris.shells.seenId,
      })
      const kind = representationKind({ ttlMs, stored: false, isOfMany: text !== undefined }, async () => {
        if (text) return textSnapshot(await text.render(call), text.validMs)
        const fetchedAt = context.now()
        if (!isPage)
          return { value: toJsonRepresentation(await declaration.toData(call), fetchedAt, ttlMs), fetchedAt }
        return pageSnapshot(await declaration.toPage(call), fetchedAt, ttlMs, ['vary', 'Accept'])
      })
      return (
        context.snapshots.getCached<Representation>(key, now) ??
        context.snapshots.read(key, kind, request.waitUntil)
      )
    },
  }
}

function textSnapshot({ text, fetchedAt }: { text: string; fetchedAt: number }, validMs: number) {
  const value = renderBody(text, 'text/plain; charset=utf-8', ['vary', 'Accept'])
  return { value, fetchedAt, validUntil: fetchedAt + validMs }
}

function toJsonRepresentation(data: unknown, fetchedAt: number, ttlMs: number): Representation {
  return renderJson(envelope(staticData(data, fetchedAt), ttlMs), ['vary', 'Accept'])
}
