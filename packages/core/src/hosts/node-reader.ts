import { type Connection, connectionOf, release, watch } from '#hosts/node-connection'
import type { ServerResponse, Socket } from '#hosts/node-http'

/** How long a client may read nothing; Node lets one such time pass before it counts. */
const UNREAD_MS = 5_000
/** How long its reading may take in all: so long, and a second more for each 32 KB. */
const GRACE_MS = 30_000
const BYTES_PER_MS = 32

declare function setTimeout(callback: () => void, ms: number): unknown

/** Bounds how long an answer waits for its reader, also for one that reads a trickle. */
export function untilRead(response: ServerResponse): void {
  const { socket } = response.req
  const connection = connectionOf(socket)
  if (connection.unread === 0) {
    watch(socket, connection)
    connection.unreadUntil = performance.now() + GRACE_MS
    connection.unreadTimer ??= setTimeout(() => look(socket, connection), GRACE_MS)
  }
  connection.unread += 1
  allowFor(response.writableLength, response)
  response.setTimeout(UNREAD_MS)
  response.once('close', () => {
    connection.unread -= 1
    release(socket)
  })
}

/** Gives a reader the time for so many bytes more. */
export function allowFor(bytes: number, { req }: ServerResponse): void {
  connectionOf(req.socket).unreadUntil += bytes / BYTES_PER_MS
}

function look(socket: Socket, connection: Connection): void {
  connection.unreadTimer = undefined
  if (connection.unread === 0) return
  const leftMs = connection.unreadUntil - performance.now()
  if (leftMs <= 0) socket.destroy()
  else connection.unreadTimer = setTimeout(() => look(socket, connection), leftMs)
}
