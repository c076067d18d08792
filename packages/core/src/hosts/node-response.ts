import type { Answer } from '#declare/ask'
import type { ServerResponse } from '#hosts/node-http'
import { type Refusal, refusalAnswer } from '#http/refusal'

/** Writes an answer straight to the socket, unless the request has been refused in the meantime. */
export function write({ status, headers, body }: Answer, response: ServerResponse): void {
  if (response.headersSent || response.destroyed) return
  response.writeHead(status, headers)
  if (body === null) response.end()
  else if (body instanceof Uint8Array) response.end(body)
  else writeBlocks(body[Symbol.iterator](), response)
}

/** Refuses a request as its answer, the last one on its connection. */
export function writeRefusal(refusal: Refusal, response: ServerResponse): void {
  const { headers, ...answer } = refusalAnswer(refusal, response.req.method)
  write({ ...answer, headers: [...headers, 'connection', 'close'] }, response)
}

function writeBlocks(blocks: Iterator<Uint8Array>, response: ServerResponse): void {
  for (let next = blocks.next(); !next.done && !response.destroyed; next = blocks.next()) {
    if (!response.write(next.value)) {
      response.once('drain', () => writeBlocks(blocks, response))
      return
    }
  }
  response.end()
}
