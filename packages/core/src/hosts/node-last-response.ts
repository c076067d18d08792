import type { ServerResponse, Socket } from '#hosts/node-http'

const LAST = Symbol('last response')
type Connection = Socket & { [LAST]?: ServerResponse | undefined }

/** Remembers the response of a connection's last request; a map of them would cost each request more than its look-up. */
export function rememberLast(response: ServerResponse): void {
  const { socket }: { socket: Connection } = response.req
  socket[LAST] = response
}

/** The response to a connection's last request, unless nothing can go wrong with it any more. */
export function lastResponse(socket: Connection): ServerResponse | undefined {
  return socket[LAST]
}

/** Whether a request was read to its end and answered to its end, and its connection goes on. */
export function isSettled({ req, writableFinished, shouldKeepAlive }: ServerResponse): boolean {
  return req.complete && writableFinished && shouldKeepAlive
}

declare const process: { nextTick<T>(callback: (value: T) => void, value: T): void }

/**
 * Lets go of a response that was written, as soon as nothing can go wrong with it any more. One for each connection that
 * stays alive until the next comes would have every collection of the young generation copy them all: 0.6 µs a request.
 */
export function letGoSoon(response: ServerResponse): void {
  if (isRemembered(response)) process.nextTick(letGo, response)
}

function letGo(response: ServerResponse): void {
  const { socket }: { socket: Connection } = response.req
  if (isSettled(response) && isRemembered(response)) socket[LAST] = undefined
}

function isRemembered(response: ServerResponse): boolean {
  const { socket }: { socket: Connection } = response.req
  return socket[LAST] === response
}
