import type { Peer } from '#http/fetch-face'

/** What we use of a Worker's `Request`. */
interface EdgeRequest {
  readonly headers: { get(name: string): string | null }
  /** What Cloudflare tells of the connection. */
  readonly cf?: object | undefined
}

/** What we use of a Worker's `ExecutionContext`. */
interface Lasting {
  waitUntil(work: Promise<unknown>): void
}

/**
 * Who asks a Worker: `spaceData.handle(request, peerOf(request, ctx))`. `cf-connecting-ip` is believed where Cloudflare's edge wrote
 * it, as it does with `cf-ray` for each request of a visitor, over whatever the visitor sent. It is anybody's word in a request that
 * another Worker made, which has `cf-worker` or no `cf`, and under `wrangler dev`: such clients count as one network.
 */
export function peerOf(request: EdgeRequest, ctx: Lasting): Peer {
  const { headers, cf } = request
  const isOfEdge = cf !== undefined && headers.get('cf-ray') !== null && headers.get('cf-worker') === null
  return {
    ip: isOfEdge ? headers.get('cf-connecting-ip') : undefined,
    waitUntil: (work) => ctx.waitUntil(work),
  }
}
