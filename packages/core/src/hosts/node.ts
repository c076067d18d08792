import type { IncomingMessage, ServerResponse } from '#hosts/node-http'
import { NodeAsk, refusalOf } from '#hosts/node-request'
import { write, writeRefusal, writeTogether } from '#hosts/node-response'
import { keepTicksFast } from '#hosts/node-ticks'
import { isUnder } from '#http/target'
import type { SpaceData } from '#service'

export { answerClientErrors } from '#hosts/node-client-errors'
export { nodeWorkers } from '#hosts/node-workers'

/** How the Node host learns who asks. */
export interface NodeListenerOptions {
  /**
   * How many proxies in front may be believed: the client's address is that many places from the right of
   * `x-forwarded-for`, and an incoming `x-service-request-id` is kept. Default 0: the socket's own address, no header
   * is believed. Set it no higher than the proxies you run, or a client chooses its own address.
   */
  readonly trustedHops?: number
}

/**
 * A listener for `http.createServer` that writes answers straight to the socket, without `Request` and `Response`.
 * As a middleware, with `next`, it leaves to the others what is not under the instance's `base`, unless it has none.
 * Refuses with 400 what has not exactly one Host of the usual shape or no path as its target, with 431 more than 200 fields.
 */
export function toNodeListener(
  spaceData: Pick<SpaceData, 'answer' | 'base'>,
  { trustedHops = 0 }: NodeListenerOptions = {},
) {
  keepTicksFast()
  return (request: IncomingMessage, response: ServerResponse, next?: () => void): void => {
    if (next && !isUnder(spaceData.base, request.url ?? '')) {
      next()
      return
    }
    const refusal = refusalOf(request)
    if (refusal) {
      writeRefusal(refusal, response)
      return
    }
    const answer = spaceData.answer(new NodeAsk(request, trustedHops))
    if (answer instanceof Promise) answer.then((late) => write(late, response))
    else writeTogether(answer, response)
  }
}
