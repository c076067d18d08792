import Negotiator from 'negotiator'
import type { GenericSchema } from 'valibot'
import { pageKind, snapshotKey } from '#declare/data-endpoint'
import type { Call, Endpoint, Parameters } from '#declare/endpoint'
import { envelope, envelopeOf } from '#declare/envelope'
import { JSON_TYPE, type Page, page } from '#declare/page'
import { ownData } from '#declare/source'
import type { HtmlPage } from '#pages/frame'
import { Problem, type ProblemCode } from '#problem'

interface Negotiated {
  readonly path: string
  readonly summary: string
  readonly description?: string
  readonly ttlMs: number
  readonly queryParameters?: Parameters
  readonly data: GenericSchema
  readonly problems?: readonly ProblemCode[]
  /** The payload for programs. */
  readonly toData: (call: Call) => unknown
  /** The page for people. */
  readonly toPage: (call: Call) => HtmlPage | Promise<HtmlPage>
  /** What of the parameters makes another page of it: few values, as each is kept. */
  readonly pageKey?: (params: Call['params']) => Readonly<Record<string, unknown>>
}

const TYPES = ['application/json', 'text/html']

/** A public GET endpoint that answers the envelope, and a page to a client that prefers one. */
export function negotiated(declaration: Negotiated): Endpoint {
  const { path, summary, description, ttlMs, data, queryParameters = {}, problems = [] } = declaration
  return {
    method: 'GET',
    path,
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
      content: { 'application/json': envelopeOf(data), 'text/html': null },
      headers: { 'content-security-policy': 'On the HTML page: nothing is loaded from anywhere' },
    },
    problems: ['not_acceptable', ...problems],
    answer(call) {
      const { ask, context, params, now } = call
      const accept = ask.header('accept') ?? undefined
      const [type] = new Negotiator({ headers: { accept } }).mediaTypes(TYPES)
      if (type === undefined) throw new Problem('not_acceptable')
      const isPage = type === 'text/html'
      const key = snapshotKey(path, { type, ...(isPage && declaration.pageKey?.(params)) })
      const kind = pageKind({ ttlMs, stored: false }, async () => {
        const fetchedAt = context.now()
        if (!isPage) return { value: jsonPage(await declaration.toData(call), fetchedAt, ttlMs), fetchedAt }
        const shown = await declaration.toPage(call)
        return { value: htmlPage(shown), fetchedAt, validUntil: fetchedAt + (shown.validMs ?? ttlMs) }
      })
      return context.snapshots.warm<Page>(key, now) ?? context.snapshots.read(key, kind, ask.defer)
    },
  }
}

function jsonPage(data: unknown, fetchedAt: number, ttlMs: number): Page {
  const text = JSON.stringify(envelope(ownData(data, fetchedAt), ttlMs))
  return page(text, JSON_TYPE, ['vary', 'Accept'])
}

function htmlPage({ html, policy }: HtmlPage): Page {
  return page(html, 'text/html; charset=utf-8', ['vary', 'Accept', 'content-security-policy', policy])
}
