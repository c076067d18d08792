import { Agent, request } from 'node:http'
import { fileURLToPath } from 'node:url'
import { onTestFinished, vi } from 'vitest'
import { start } from '../support/child.ts'
import { PATIENCE_MS, patiently } from '../support/patience.ts'

const SERVER = fileURLToPath(new URL('./server.mjs', import.meta.url))

/** One server process, and how to end it. */
export interface Server {
  readonly url: string
  readonly output: () => string
  kill(signal: NodeJS.Signals): Promise<void>
}

/** Server processes on one store, and on one stand-in for SWPC if given; all are ended after the test. */
export async function fleet(count: number, store: string, swpc?: string): Promise<Server[]> {
  return Promise.all(Array.from({ length: count }, () => server(store, swpc)))
}

export async function server(store: string, swpc?: string): Promise<Server> {
  const started = start(process.execPath, [SERVER, store, ...(swpc ? [swpc] : [])])
  onTestFinished(() => started[Symbol.asyncDispose]())
  const [url] = await started.says(/http:\/\/\S+/)
  return {
    url,
    output: started.output,
    async kill(signal) {
      started.child.kill(signal)
      await started.ended
    },
  }
}

export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** From the request to the end of the response, in milliseconds. */
  readonly ms: number
}

export interface Question {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** One of 127.0.0.0/8, each of which is a network of its own. */
  readonly localAddress?: string
}

/** A client with connections of its own; status 0 stands for a connection that broke. */
export function client(connections: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  onTestFinished(() => agent.destroy())
  return (
    url: string,
    { method = 'GET', headers = {}, body = '', localAddress }: Question = {},
  ): Promise<Reply> =>
    new Promise((resolve) => {
      const startedAt = performance.now()
      const reply = (status: number, headersOf: object, text: string) =>
        resolve({
          status,
          headers: headersOf as Record<string, string>,
          body: text,
          ms: performance.now() - startedAt,
        })
      const asked = request(
        url,
        { method, headers, agent, ...(localAddress && { localAddress }) },
        (response) => {
          const chunks: Buffer[] = []
          response.on('data', (chunk) => chunks.push(chunk))
          response.on('end', () =>
            reply(response.statusCode ?? 0, response.headers, Buffer.concat(chunks).toString()),
          )
          response.on('error', () => reply(0, {}, ''))
        },
      )
      asked.on('error', () => reply(0, {}, ''))
      asked.end(body)
    })
}

/** Does what an operator does, again while the store is slow or connections to it are being made. */
export function persistently<T>(operation: () => Promise<T>): Promise<T> {
  return vi.waitFor(operation, PATIENCE_MS)
}

/** Does `work` for 0, 1, … `times` − 1, `atOnce` at a time. */
export async function repeat(
  times: number,
  atOnce: number,
  work: (i: number) => Promise<void>,
): Promise<void> {
  let next = 0
  const lane = async () => {
    while (next < times) await work(next++)
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
}

/**
 * How many requests are in flight in each round of a test that needs a store without a slow moment: a machine
 * that is too slow for the first is asked more gently.
 */
export const LOADS = [50, 25, 10, 3]

export const KEYED = '/v1/space-weather/kp'

export const order: Question = {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: '{"label":"fleet"}',
}

let networks = 0

/** Issues a free key at a server, for a network of its own; throws unless it is given. */
export async function issue(ask: ReturnType<typeof client>, url: string): Promise<string> {
  networks += 1
  const localAddress = `127.3.${networks >> 8}.${networks & 255}`
  const reply = await patiently(() => ask(`${url}/v1/keys`, { ...order, localAddress }))
  if (reply.status !== 200) throw new Error(`no key: ${reply.status} ${reply.body}`)
  return (JSON.parse(reply.body) as { key: string }).key
}
