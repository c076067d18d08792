import { type ForwardedOptions, forwardedBy } from '#hosts/forwarded'
import type { IncomingMessage, ServerResponse } from '#hosts/node-http'
import { isForServer, NodeAsk, refusalOf } from '#hosts/node-request'
import { write, writeRefusal, writeTogether } from '#hosts/node-response'
import { keepTicksFast } from '#hosts/node-ticks'
import { inTurn } from '#hosts/node-turns'
import { serverOptionsAnswer } from '#http/refusal'
import { isUnder, originForm } from '#http/target'
import type { SpaceData } from '#service'

export type { ForwardedOptions } from '#hosts/forwarded'
export { answerClientErrors } from '#hosts/node-client-errors'
export { type Listening, type ListenOptions, listen } from '#hosts/node-server'
export { nodeWorkers } from '#hosts/node-workers'

/**
 * A listener for `http.createServer`, on Node, Bun and Deno, that writes answers straight to the socket, without `Request` and
 * `Response`. As a middleware, with `next`, it leaves to the others what is not under the instance's `base`, unless it has none.
 * Refuses with 400 what has not exactly one Host of the usual shape, no path or http URL as its target, or another transfer coding
 * than chunked, with 431 more than 200 fields. Of one connection it has 32 requests under way and takes 1,000.
 * Throws a TypeError for options that make no sense.
 */
export function toNodeListener(
  spaceData: Pick<SpaceData, 'answer' | 'base'>,
  options: ForwardedOptions = {},
): (request: IncomingMessage, response: ServerResponse, next?: () => void) => void {
  keepTicksFast()
  const forwarded = forwardedBy(options)
  return (request, response, next) => {
    if (next && !isUnder(spaceData.base, originForm(request.url ?? '') ?? '')) next()
    else inTurn(request, response, serve)
  }

  function serve(request: IncomingMessage, response: ServerResponse): void {
    const refusal = refusalOf(request)
    if (refusal) {
      writeRefusal(refusal, response)
    } else if (isForServer(request)) {
      write(serverOptionsAnswer(), response)
    } else {
      const answer = spaceData.answer(new NodeAsk(request, forwarded))
      if (answer instanceof Promise) answer.then((late) => write(late, response))
      else writeTogether(answer, response)
    }
  }
}
