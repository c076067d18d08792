import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { connectionOf, finishRequest } from '#adapters/node/connection'
import { extendReadTime, limitDuration } from '#adapters/node/slow-reader'
import type { StreamBody } from '#kernel/endpoint/stream-body'

/** A client must read what was written to it within this time, or its connection is closed. */
const UNREAD_MS = 30_000

/**
 * Writes the chunks of a stream when they arrive, each only after the client has read the previous ones. The
 * stream ends immediately when the client disconnects or the server drains. A stream that is useful only if
 * complete continues during a drain, with the time limit of other bodies.
 */
export function writeStream(body: StreamBody, response: ServerResponse): void {
  const { socket } = response.req
  const connection = connectionOf(socket)
  const end = () => void body.return?.().catch(() => {})
  let isRead = () => {}
  if (body.isWhole) {
    limitDuration(response)
  } else {
    connection.streams ??= new Set()
    connection.streams.add(end)
  }
  response.once('close', () => {
    connection.streams?.delete(end)
    end()
    isRead()
    finishRequest(response)
  })
  pump().catch(() => response.destroy())

  async function pump(): Promise<void> {
    for (let next = await body.next(); !next.done; next = await body.next()) {
      if (response.destroyed) return
      if (body.isWhole) extendReadTime(next.value.byteLength, response)
      if (!response.write(next.value)) await untilRead()
    }
    response.end()
  }

  async function untilRead(): Promise<void> {
    const timer = setTimeout(() => socket.destroy(), UNREAD_MS)
    await new Promise<void>((resolve) => {
      isRead = resolve
      response.once('drain', resolve)
    })
    clearTimeout(timer)
  }
}

/** Ends the event streams of a connection; their clients receive the written data and a regular end. */
export function endStreams(socket: Socket): void {
  for (const end of connectionOf(socket).streams ?? []) end()
}
