import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { READ_BASE_MS, READ_BYTES_PER_MS } from '#endpoint/read-time'
import { type Connection, cleanUpOnClose, connectionOf, finishRequest } from '#host/node/connection'

/**
 * Closes a connection on which nothing moves for this long; Node lets one such interval pass before it
 * counts.
 */
const IDLE_MS = 5_000

/** Limits how long a client may take to read a response, also one that reads a trickle. */
export function limitReadTime(response: ServerResponse): void {
  limitDuration(response)
  extendReadTime(response.writableLength, response)
  response.setTimeout(IDLE_MS)
  response.once('close', () => finishRequest(response))
}

/** Limits how long a response may take, until it closes: to the base, and what `extendReadTime` adds. */
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

/** Closes the connection if the client is too slow, or checks again when its time is over. */
function checkProgress(socket: Socket, connection: Connection): void {
  connection.readTimer = undefined
  if (connection.unread === 0) return
  const leftMs = connection.readBy - performance.now()
  if (leftMs <= 0) socket.destroy()
  else connection.readTimer = setTimeout(() => checkProgress(socket, connection), leftMs)
}
