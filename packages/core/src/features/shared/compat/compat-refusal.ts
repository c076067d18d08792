import type { RawResponse } from '#kernel/endpoint/http-message'

/**
 * A request that is rejected in the same way as by the original service. `message` contains nothing of the
 * request.
 */
export class CompatRefusal extends Error {
  readonly status: 400 | 404

  constructor(status: 400 | 404, message: string) {
    super(message)
    this.name = 'CompatRefusal'
    this.status = status
  }
}

/** Returns the response to a rejected request, which has only the text. */
export function refused({ status, message }: CompatRefusal): RawResponse {
  const body = new TextEncoder().encode(message)
  const headers = ['content-type', 'text/plain; charset=utf-8', 'content-length', String(body.byteLength)]
  return { status, headers: [...headers, 'cache-control', 'no-store'], body }
}
