import type { HtmlPage } from '#features/shared/page/layout'
import { readCached, snapshotKey } from '#kernel/endpoint/cached'
import { declareEndpoint } from '#kernel/endpoint/declare-endpoint'
import type { Context, Endpoint, EndpointCall } from '#kernel/endpoint/endpoint'
import { renderBody } from '#kernel/endpoint/representation'

/** Declaration of a path that serves only a page for people. */
interface PageEndpoint<In extends Context>
  extends Pick<Endpoint<In>, 'path' | 'operationId' | 'summary' | 'description' | 'isOffered' | 'hasSlash'>,
    Partial<Pick<Endpoint<In>, 'cost' | 'queryParameters'>> {
  readonly ttlMs: number
  readonly toPage: (call: EndpointCall<In>) => HtmlPage | Promise<HtmlPage>
  /** Returns the values that the page depends on. Every distinct result is cached, so keep them few. */
  readonly pageKey?: (call: EndpointCall<In>) => Readonly<Record<string, unknown>>
}

/** Creates a public GET endpoint that responds with a page regardless of `Accept`. */
export function pageEndpoint<In extends Context = Context>({
  toPage,
  pageKey,
  ...declared
}: PageEndpoint<In>): Endpoint<In> {
  const { path, summary, ttlMs, cost } = declared
  return declareEndpoint<In>({
    ...declared,
    tag: 'Pages',
    access: 'public',
    success: {
      status: 200,
      description: summary,
      content: { 'text/html': null },
      headers: { 'content-security-policy': 'The page loads no external resource' },
    },
    respond(call) {
      const { context } = call
      const key = snapshotKey(path, {
        ...pageKey?.(call),
        data: context.version(),
      })
      return readCached(call, key, () => ({
        ttlMs,
        cost,
        async load() {
          const fetchedAt = context.now()
          return pageSnapshot(await toPage(call), fetchedAt, ttlMs)
        },
      }))
    },
  })
}

/** Returns a page as a snapshot for the cache, valid for at most `ttlMs`. Adds `headers`. */
export function pageSnapshot(
  { html, policy, validMs }: HtmlPage,
  fetchedAt: number,
  ttlMs: number,
  headers: readonly string[] = [],
) {
  const all = [...headers, 'content-security-policy', policy]
  return {
    value: renderBody(html, 'text/html; charset=utf-8', all),
    fetchedAt,
    validUntil: fetchedAt + Math.min(validMs ?? ttlMs, ttlMs),
  }
}
