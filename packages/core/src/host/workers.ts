import type { ConnectionInfo } from '#http/fetch-handler'

export { fetchSender } from '#host/fetch-sender'

/** The parts of a Worker's `Request` that are used here. */
export interface EdgeRequest {
  readonly headers: {
    /** Returns the value of a header. */
    get(name: string): string | null
  }
  /** Cloudflare's data on the connection. */
  readonly cf?: object | undefined
}

/** The parts of a Worker's `ExecutionContext` that are used here. */
export interface ExecutionContext {
  /** Keeps the Worker running until the promise settles. */
  waitUntil(work: Promise<unknown>): void
}

/** The connection of a request to a Worker. */
export interface EdgeConnection extends ConnectionInfo {
  /** The client's address; without it no free key is issued, and all clients count as one network. */
  readonly ip: string | null | undefined
}

/**
 * Returns the connection of a request to a Worker. `cf-connecting-ip` counts only if Cloudflare's edge set
 * it, which it does together with `cf-ray`. Requests of another Worker (`cf-worker`, or no `cf`) and under
 * `wrangler dev` can contain anything, so their clients count as one network.
 * @example
 * import { connectionInfo } from '@space-data/core/workers'
 *
 * export default {
 *   fetch: (request, env, ctx) => spaceData.handle(request, connectionInfo(request, ctx)),
 * }
 */
export function connectionInfo(request: EdgeRequest, ctx: ExecutionContext): EdgeConnection {
  const { headers, cf } = request
  const isFromEdge = cf !== undefined && headers.get('cf-ray') !== null && headers.get('cf-worker') === null
  return {
    ip: isFromEdge ? headers.get('cf-connecting-ip') : undefined,
    waitUntil: (work) => ctx.waitUntil(work),
  }
}
