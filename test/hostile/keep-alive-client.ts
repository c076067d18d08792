import type { Socket } from 'node:net'
import { connectTo } from './wire.ts'

/** The outcome of one connection. */
export interface Kept {
  /** Requests sent while the connection was kept alive. */
  readonly sent: number
  readonly answered: number
  /** Whether the server announced its last response. */
  readonly wasTold: boolean
}

/**
 * Sends `request` on one connection, again after each complete response, until the server sends `Connection:
 * close`, the connection ends, or `enough` returns true. Responses have a Content-Length or are 204.
 */
export async function keepAsking(
  port: number,
  request: string,
  enough: (sent: number) => boolean,
): Promise<Kept> {
  const socket = connectTo(port)
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  let sent = 0
  let answered = 0
  let wasTold = false
  let received = ''
  const next = () => {
    if (enough(sent)) return void socket.end()
    sent += 1
    socket.write(request)
  }
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1')
    const end = received.indexOf('\r\n\r\n')
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(received)?.[1] ?? 0)
    if (end < 0 || received.length < end + 4 + length) return
    answered += 1
    wasTold = /\r\nconnection: close\r\n/i.test(received.slice(0, end + 2))
    received = ''
    if (wasTold) socket.end()
    else next()
  })
  next()
  await closeOf(socket)
  return { sent, answered, wasTold }
}

/** Waits until a socket is closed, with or without an error. */
export function closeOf(socket: Socket): Promise<void> {
  return new Promise((resolve) => socket.on('error', () => {}).once('close', () => resolve()))
}
