import { readCached, snapshotKey } from '#endpoint/cached'
import { declareEndpoint } from '#endpoint/declare-endpoint'
import type { Endpoint, EndpointCall } from '#endpoint/endpoint'
import type { HtmlPage } from '#endpoint/page/layout'
import { renderBody } from '#endpoint/representation'
import type { SiteContext } from '#site/context'

/** Declaration of a path that serves only a page for people. */
interface PageEndpoint
  extends Pick<
      Endpoint<SiteContext>,
      'path' | 'operationId' | 'summary' | 'description' | 'isOffered' | 'hasSlash'
    >,
    Partial<Pick<Endpoint<SiteContext>, 'queryParameters'>> {
  readonly ttlMs: number
  readonly toPage: (call: EndpointCall<SiteContext>) => HtmlPage | Promise<HtmlPage>
  /** Returns the values that the page depends on. Every distinct result is cached, so keep them few. */
  readonly pageKey?: (params: EndpointCall['params'], target: string) => Readonly<Record<string, unknown>>
}

/** Creates a public GET endpoint that responds with a page regardless of `Accept`. */
export function pageEndpoint({ toPage, pageKey, ...declared }: PageEndpoint): Endpoint<SiteContext> {
  const { path, summary, ttlMs } = declared
  return declareEndpoint<SiteContext>({
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
      const { request, context, params } = call
      const key = snapshotKey(path, {
        ...pageKey?.(params, request.target),
        run: context.debris.shells.seenId,
      })
      return readCached(call, key, () => ({
        ttlMs,
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
