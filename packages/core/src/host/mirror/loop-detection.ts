import type { RawRequest, RawResponse } from '#endpoint/http-message'
import { exceedsLimits, includesIdentity } from '#host/mirror/loop'
import { protocolErrorResponse } from '#http/protocol-error'
import type { MaybePromise } from '#kit/maybe-promise'

/**
 * Wraps a mirror's pipeline with loop detection (RFC 8586): rejects a request that has passed through this
 * mirror, or through too many others, before it is sent upstream and before other requests wait for its
 * result.
 */
export function withLoopDetection(
  identity: () => Promise<string>,
  dispatch: (request: RawRequest) => MaybePromise<RawResponse>,
): (request: RawRequest) => MaybePromise<RawResponse> {
  return (request) => {
    const loop = request.header('cdn-loop')
    if (loop === null) return dispatch(request)
    if (exceedsLimits(loop)) return protocolErrorResponse('chain', request.method)
    return identity().then((name) =>
      includesIdentity(loop, name) ? protocolErrorResponse('loop', request.method) : dispatch(request),
    )
  }
}
