import type { IncomingMessage, ServerResponse } from 'node:http'
import { type ForwardedOptions, parseForwarded } from '#adapters/node/forwarded'
import { keepTicksFast } from '#adapters/node/internals'
import { findProtocolError, isServerOptions, NodeRawRequest } from '#adapters/node/request'
import { enqueueRequest } from '#adapters/node/request-queue'
import { writeBatched, writeProtocolError, writeResponse } from '#adapters/node/response'
import type { RawRequest, RawResponse } from '#kernel/endpoint/http-message'
import { serverOptionsResponse } from '#kernel/http/protocol-error'
import { isUnder, originForm } from '#kernel/http/target'
import type { MaybePromise } from '#kernel/kit/maybe-promise'

export { answerClientErrors } from '#adapters/node/client-errors'
export { nodeCompressor } from '#adapters/node/compressor'
export type { ForwardedOptions } from '#adapters/node/forwarded'
export { type Listening, type ListenOptions, listen } from '#adapters/node/server'
export { type NodeSenderOptions, nodeSender } from '#adapters/node/webhook-sender'
export { nodeWorkers } from '#adapters/node/worker-threads'

/** Part of an instance that a listener uses. */
export interface Dispatching {
  /** The path under which every route is mounted; may be empty. */
  readonly base: string
  /** Runs the pipeline on a request. */
  dispatch(request: RawRequest): MaybePromise<RawResponse>
}

/**
 * Creates a request listener for `http.createServer` on Node, Bun and Deno, which writes to the socket
 * without a `Request` or a `Response`. As middleware, it passes requests outside the instance's `base` to
 * `next`.
 *
 * Rejects with 400 a request without exactly one well-formed `Host`, with a target that is neither a path nor
 * an http URL, or with a transfer coding other than `chunked`; with 431 more than 200 header fields. A
 * connection has at most 32 requests in progress and is closed after 1,000.
 * @throws InvalidOptionError for invalid options
 * @example
 * import { createServer } from 'node:http'
 * import { createSpaceData } from '@space-data/core'
 * import { toNodeListener } from '@space-data/core/node'
 *
 * createServer(toNodeListener(createSpaceData(), { trustedHops: 1 })).listen(3000)
 */
export function toNodeListener(
  spaceData: Dispatching,
  options: ForwardedOptions = {},
): (request: IncomingMessage, response: ServerResponse, next?: () => void) => void {
  keepTicksFast()
  const forwarded = parseForwarded(options)
  return (request, response, next) => {
    if (next && !isUnder(spaceData.base, originForm(request.url ?? '') ?? '')) next()
    else enqueueRequest(request, response, serve)
  }

  function serve(request: IncomingMessage, response: ServerResponse): void {
    const protocolError = findProtocolError(request)
    if (protocolError) {
      writeProtocolError(protocolError, response)
    } else if (isServerOptions(request)) {
      writeResponse(serverOptionsResponse(), response)
    } else {
      const outcome = spaceData.dispatch(new NodeRawRequest(request, forwarded))
      if (outcome instanceof Promise) outcome.then((late) => writeResponse(late, response))
      else writeBatched(outcome, response)
    }
  }
}
