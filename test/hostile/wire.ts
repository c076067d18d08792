import { connect, type Socket } from 'node:net'
import { PATIENCE_MS } from '../support/patience.ts'

/** One response as received; interim ones (1xx) are left out. */
export interface WireAnswer {
  readonly status: number
  readonly headers: ReadonlyMap<string, string>
  readonly body: string
}

export interface Exchange {
  readonly answers: readonly WireAnswer[]
  /**
   * Statuses in order, such as `204 400`; `closed` when there was none; `hung` when the connection stayed
   * open.
   */
  readonly outcome: string
}

interface ExchangeOptions {
  /** How long to wait for a response before ending our side, in milliseconds. */
  readonly timeoutMs?: number
  /** How long to wait for the server to close after that, in milliseconds. */
  readonly limitMs?: number
  /** Sends every exchange from the same client address. */
  readonly sameAddress?: boolean
}

let connections = 0

/** Connects from a separate loopback address where the system has many, to avoid the rate limits. */
export function connectTo(port: number): Socket {
  connections += 1
  const [a, b, c] = [1 + (process.pid % 250), (connections >> 8) & 255, connections & 255]
  const own = process.platform === 'linux' && { localAddress: `127.${a}.${b}.${c}` }
  return connect({ port, host: '127.0.0.1', noDelay: true, ...own })
}

/**
 * Sends bytes (one character each) on a new connection. Ends our side after the first complete response or
 * the timeout, and reads until the server closes.
 */
export async function exchange(
  port: number,
  bytes: string,
  { timeoutMs = 250, limitMs = PATIENCE_MS, sameAddress = false }: ExchangeOptions = {},
): Promise<Exchange> {
  const socket = sameAddress ? connect({ port, host: '127.0.0.1' }) : connectTo(port)
  const isHead = bytes.startsWith('HEAD ')
  let received = ''
  let hung = false
  let ending: NodeJS.Timeout | undefined
  const endIn = (ms: number) => {
    clearTimeout(ending)
    ending = setTimeout(() => socket.end(), ms)
  }
  const limit = setTimeout(() => {
    hung = true
    socket.destroy()
  }, timeoutMs + limitMs)
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  socket.on('error', () => {})
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1')
    if (isWhole(received, isHead)) endIn(10)
  })
  socket.write(Buffer.from(bytes, 'latin1'))
  endIn(timeoutMs)
  await closed
  clearTimeout(ending)
  clearTimeout(limit)
  const answers = answersIn(received, isHead)
  const statuses = answers.map(({ status }) => status).join(' ')
  return { answers, outcome: hung ? `${statuses} hung`.trim() : statuses || 'closed' }
}

const HEAD_OF_ANSWER = /^HTTP\/1\.[01] (\d{3})[^\r\n]*\r\n((?:[^\r\n]+\r\n)*)\r\n/

function isWhole(received: string, isHead: boolean): boolean {
  const head = HEAD_OF_ANSWER.exec(received)
  if (!head || head[1]?.startsWith('1')) return false
  if (isHead) return true
  const length = Number(/^content-length: (\d+)\r$/im.exec(head[2] ?? '')?.[1] ?? 0)
  return received.length >= head[0].length + length
}

/** Splits received text into responses; one without the announced body counts as a response to HEAD. */
function answersIn(received: string, isHead: boolean): WireAnswer[] {
  const answers: WireAnswer[] = []
  let rest = received
  for (let head = HEAD_OF_ANSWER.exec(rest); head; head = HEAD_OF_ANSWER.exec(rest)) {
    rest = rest.slice(head[0].length)
    const status = Number(head[1])
    if (status < 200) continue
    const headers = new Map(
      (head[2] ?? '').split('\r\n').map((line) => {
        const colon = line.indexOf(':')
        return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const
      }),
    )
    const length = isHead || rest.startsWith('HTTP/1.1 ') ? 0 : bodyLength(headers, rest)
    answers.push({ status, headers, body: rest.slice(0, length) })
    rest = rest.slice(length)
  }
  if (rest !== '' && !isHead) answers.push({ status: Number.NaN, headers: new Map(), body: rest })
  return answers
}

function bodyLength(headers: ReadonlyMap<string, string>, rest: string): number {
  if (!headers.has('transfer-encoding')) return Number(headers.get('content-length') ?? 0)
  return rest.startsWith('0\r\n\r\n') ? 5 : rest.indexOf('\r\n0\r\n\r\n') + 7
}
