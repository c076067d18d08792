import { representationKind, snapshotKey } from '#endpoint/data-endpoint'
import type { Endpoint, EndpointCall, Parameters } from '#endpoint/endpoint'
import type { HtmlPage } from '#endpoint/page/layout'
import { type Representation, renderBody } from '#endpoint/representation'
import type { ProblemCode } from '#kit/problem'

/** Declaration of a path that is a page for people, and nothing else. */
interface PageEndpoint {
  readonly path: string
  readonly operationId: string
  readonly summary: string
  readonly description?: string
  readonly ttlMs: number
  readonly queryParameters?: Parameters
  readonly problems?: readonly ProblemCode[]
  /** Whether an instance with these settings has this page. Default always. */
  readonly isOffered?: NonNullable<Endpoint['isOffered']>
  /** Whether its path is the same with a slash at its end. Default not. */
  readonly hasSlash?: boolean
  readonly toPage: (call: EndpointCall) => HtmlPage | Promise<HtmlPage>
  /** Returns what the page depends on. Every distinct result is cached, so keep them few. */
  readonly pageKey?: (params: EndpointCall['params'], target: string) => Readonly<Record<string, unknown>>
}

/** Creates a public GET endpoint that responds with a page, whatever the client prefers. */
export function pageEndpoint(declaration: PageEndpoint): Endpoint {
  const { path, operationId, summary, description, ttlMs, hasSlash, isOffered } = declaration
  return {
    method: 'GET',
    path,
    operationId,
    summary,
    ...(description && { description }),
    tag: 'Pages',
    access: 'public',
    ttlMs,
    ...(hasSlash && { hasSlash }),
    upstreams: [],
    pathParameters: {},
    queryParameters: declaration.queryParameters ?? {},
    success: {
      status: 200,
      description: summary,
      content: { 'text/html': null },
      headers: { 'content-security-policy': 'The page loads no external resource' },
    },
    problems: declaration.problems ?? [],
    ...(isOffered && { isOffered }),
    respond(call) {
      const { request, context, params, now } = call
      const key = snapshotKey(path, {
        ...declaration.pageKey?.(params, request.target),
        run: context.debris.shells.seenId,
      })
      const kind = representationKind({ ttlMs, stored: false }, async () => {
        const fetchedAt = context.now()
        return pageSnapshot(await declaration.toPage(call), fetchedAt, ttlMs)
      })
      return (
        context.snapshots.getCached<Representation>(key, now) ??
        context.snapshots.read(key, kind, request.waitUntil)
      )
    },
  }
}

/** Returns a page as the snapshot cache keeps it; it is valid for `ttlMs` at most. `headers` are added. */
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
