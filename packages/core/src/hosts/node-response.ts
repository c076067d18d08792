import type { Answer } from '#declare/ask'
import { release } from '#hosts/node-connection'
import type { ServerResponse } from '#hosts/node-http'
import { letGoSoon } from '#hosts/node-last-response'
import { allowFor, untilRead } from '#hosts/node-reader'
import { type Refusal, refusalAnswer } from '#http/refusal'

/**
 * Writes an answer straight to the socket, unless the request has been refused in the meantime or its client has hung up.
 * One that Node refuses to write, for a character in a header say, costs its own connection and nobody else's answer.
 */
export function write({ status, headers, body, text }: Answer, response: ServerResponse): void {
  if (response.headersSent || response.destroyed || hasHungUp(response)) return
  try {
    response.writeHead(status, headers)
    if (text !== undefined) response.end(text, 'latin1')
    else if (body === null) response.end()
    else if (body instanceof Uint8Array) response.end(body)
    else stream(body[Symbol.iterator](), response)
  } catch {
    // Not its socket: earlier answers of the connection still go out before it closes.
    response.destroy()
    return
  }
  // A timer for every answer would cost more than most of them need: they are out of our hands at once.
  if (response.writableLength > 0 && !response.destroyed) {
    untilRead(response)
  } else {
    letGoSoon(response)
    release(response.req.socket)
  }
}

/**
 * Whether nobody reads the answer. Node would keep its pieces with the response for nothing; and when a hundred are kept so
 * between two collections, V8 makes all such pieces old from then on, and with them whatever each later request has: 1.8 times
 * the time, for as long as the process lives (Node 20).
 */
function hasHungUp({ req }: ServerResponse): boolean {
  // What stands for a socket where a framework is tested, or on a function platform, does not say.
  return req.socket.writable === false
}

declare function setImmediate(callback: () => void): unknown

/** What is answered already in this turn of the event loop. */
let answered: { readonly answer: Answer; readonly response: ServerResponse }[] = []

/**
 * Writes an answer once every request of this turn of the event loop is read and answered. Written one by one between
 * requests, each would wake a client or proxy on this machine that has gone to sleep since the one before: 1 µs of ours.
 */
export function writeTogether(answer: Answer, response: ServerResponse): void {
  if (answered.push({ answer, response }) === 1) setImmediate(writeAll)
}

function writeAll(): void {
  const all = answered
  answered = []
  for (const { answer, response } of all) write(answer, response)
}

/** Refuses a request as its answer, the last one on its connection. */
export function writeRefusal(refusal: Refusal, response: ServerResponse): void {
  const { headers, ...answer } = refusalAnswer(refusal, response.req.method)
  // Whatever comes behind it is not refused once more.
  response.shouldKeepAlive = false
  write({ ...answer, headers: [...headers, 'connection', 'close'] }, response)
}

/** Whoever makes the blocks is told when nobody takes more of them. */
function stream(blocks: Iterator<Uint8Array>, response: ServerResponse): void {
  response.once('close', () => blocks.return?.())
  writeBlocks(blocks, response)
}

function writeBlocks(blocks: Iterator<Uint8Array>, response: ServerResponse): void {
  for (let next = blocks.next(); !next.done && !response.destroyed; next = blocks.next()) {
    allowFor(next.value.byteLength, response)
    if (!response.write(next.value)) {
      response.once('drain', () => writeBlocks(blocks, response))
      return
    }
  }
  response.end()
}
