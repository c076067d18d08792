import type { ServerResponse, Socket } from '#adapters/node/http'

const LAST = Symbol('last response')
type Connection = Socket & { [LAST]?: ServerResponse | undefined }

/** Stores the response to the latest request of a connection, on the socket itself. */
export function setLastResponse(response: ServerResponse): void {
  const { socket }: { socket: Connection } = response.req
  socket[LAST] = response
}

/** Returns the response to a connection's latest request, unless it has been cleared. */
export function lastResponse(socket: Connection): ServerResponse | undefined {
  return socket[LAST]
}

export function isLastResponse(response: ServerResponse): boolean {
  return lastResponse(response.req.socket) === response
}

/** Whether request and response are complete and the connection stays open. */
export function isSettled({ req, writableFinished, shouldKeepAlive }: ServerResponse): boolean {
  return req.complete && writableFinished && shouldKeepAlive
}

/** Removes a settled response from its connection. */
export function clearLastResponse(response: ServerResponse): void {
  const { socket }: { socket: Connection } = response.req
  if (isSettled(response) && isLastResponse(response)) socket[LAST] = undefined
}
