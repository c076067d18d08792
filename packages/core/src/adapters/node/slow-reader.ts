import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { type Connection, cleanUpOnClose, connectionOf, finishRequest } from '#adapters/node/connection'
import { READ_BASE_MS, READ_BYTES_PER_MS } from '#kernel/endpoint/read-time'

/**
 * Time without progress after which a connection is closed. Node lets one such interval pass before it
 * counts.
 */
const IDLE_MS = 5_000

/** Limits the time in which a client must read a response, even if it reads slowly but continuously. */
export function limitReadTime(response: ServerResponse): void {
  limitDuration(response)
  extendReadTime(response.writableLength, response)
  response.setTimeout(IDLE_MS)
  response.once('close', () => finishRequest(response))
}

/** Limits the total duration of a response to the base time plus the time added by `extendReadTime`. */
export function limitDuration(response: ServerResponse): void {
  const { socket } = response.req
  const connection = connectionOf(socket)
  if (connection.unread === 0) {
    cleanUpOnClose(socket, connection)
    connection.readBy = performance.now() + READ_BASE_MS
    connection.readTimer ??= setTimeout(() => checkProgress(socket, connection), READ_BASE_MS)
  }
  connection.unread += 1
  response.once('close', () => {
    connection.unread -= 1
  })
}

/** Allows the time that a client needs for `bytes` more. */
export function extendReadTime(bytes: number, { req }: ServerResponse): void {
  connectionOf(req.socket).readBy += bytes / READ_BYTES_PER_MS
}

/** Closes the connection if the client is too slow, or checks again when its time has elapsed. */
function checkProgress(socket: Socket, connection: Connection): void {
  connection.readTimer = undefined
  if (connection.unread === 0) return
  const leftMs = connection.readBy - performance.now()
  if (leftMs <= 0) socket.destroy()
  else connection.readTimer = setTimeout(() => checkProgress(socket, connection), leftMs)
}
