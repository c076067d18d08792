import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { gzipSync } from 'node:zlib'
import { onTestFinished } from 'vitest'
import type { Certificate } from '../support/certificate.ts'

/** What a receiver does with a connection once the head of the request has arrived. */
type Behaviour = (socket: Socket) => void

export interface Receiver {
  readonly port: number
  /** Requests as they arrived. */
  readonly requests: string[]
  /** Server names that clients named in TLS; `false` for none. */
  readonly serverNames: (string | false | null)[]
  /** How many connections there were. */
  readonly connections: () => number
  /** How many of them are open. */
  readonly open: () => number
}

const JSON_BODY = '{"received":true}'

const BOMB = gzipSync(Buffer.alloc(20_000_000), { level: 1 })

/** Receivers that answer like none should. */
export const behaviours = {
  ok: (socket) => socket.end(response('200 OK', {}, JSON_BODY)),
  empty: (socket) => socket.end('HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n'),
  throttled: (socket) => socket.end(response('429 Too Many Requests', { 'Retry-After': '17' }, 'later')),
  gone: (socket) => socket.end(response('410 Gone', {}, '')),
  silent: () => {},
  'drips its head': (socket) => drip(socket, 'HTTP/1.1 200 OK\r\nX: '),
  'drips its body': (socket) => drip(socket, 'HTTP/1.1 200 OK\r\nContent-Length: 4000\r\n\r\n'),
  'sends without end': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\n\r\n')
    const block = Buffer.alloc(65_536, 'é')
    const send = () => {
      while (socket.writable && socket.write(block));
    }
    socket.on('drain', send)
    send()
  },
  'sends a gzip bomb': (socket) => socket.end(response('200 OK', { 'Content-Encoding': 'gzip' }, BOMB)),
  resets: (socket) => socket.resetAndDestroy(),
  'closes early': (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 4000\r\n\r\nshort'),
  'is no web server': (socket) => socket.end('SSH-2.0-OpenSSH_9.9\r\n'),
  'sends a huge head': (socket) => socket.end(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(1_000_000)}\r\n\r\n`),
  'says continue without end': (socket) => {
    const timer = setInterval(() => socket.writable && socket.write('HTTP/1.1 100 Continue\r\n\r\n'), 5)
    socket.on('close', () => clearInterval(timer))
  },
  'wants another protocol': (socket) =>
    socket.end('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'),
} satisfies Record<string, Behaviour>

export type BehaviourName = keyof typeof behaviours

export const redirectTo =
  (url: string, status = 307): Behaviour =>
  (socket) =>
    socket.end(response(`${status} Elsewhere`, { Location: url }, ''))

interface Place {
  readonly host?: string
  readonly port?: number
  /** Speaks TLS with this certificate. */
  readonly certificate?: Certificate
}

/** Starts a receiver on loopback, stopped after the test. */
export async function receiver(
  behave: Behaviour,
  { host = '127.0.0.1', port = 0, certificate }: Place = {},
): Promise<Receiver> {
  const requests: string[] = []
  const serverNames: Receiver['serverNames'] = []
  const sockets = new Set<Socket>()
  let connections = 0
  const accept = (socket: Socket & { servername?: string | false | null }) => {
    if (certificate) serverNames.push(socket.servername ?? null)
    let text = ''
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      const hadHead = isWhole(text)
      text += chunk
      if (hadHead || !isWhole(text)) return
      requests.push(text)
      behave(socket)
    })
  }
  const server: Server = certificate
    ? createTlsServer({ cert: certificate.cert, key: certificate.key }, accept).on('tlsClientError', () => {})
    : createServer(accept)
  server.on('connection', (socket: Socket) => {
    connections += 1
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
  })
  server.listen(port, host)
  await once(server, 'listening')
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    server.close()
    await once(server, 'close')
  })
  const { port: actual } = server.address() as { port: number }
  return { port: actual, requests, serverNames, connections: () => connections, open: () => sockets.size }
}

/** Whether a request with a `Content-Length` has arrived as a whole. */
function isWhole(text: string): boolean {
  const [head = '', body] = text.split(/\r\n\r\n(.*)/s)
  return body !== undefined && body.length >= Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0)
}

function response(status: string, headers: Record<string, string>, body: string | Uint8Array): Buffer {
  const fields = { 'Content-Length': String(body.length), Connection: 'close', ...headers }
  const head = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.concat([Buffer.from(`HTTP/1.1 ${status}\r\n${head.join('')}\r\n`), Buffer.from(body)])
}

function drip(socket: Socket, head: string): void {
  socket.write(head)
  const timer = setInterval(() => socket.writable && socket.write('x'), 20)
  socket.on('close', () => clearInterval(timer))
}
