import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { start } from '../support/child.ts'
import { stopwatch } from '../support/stopwatch.ts'

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
  /** From asking to the end of the answer, in milliseconds in which this process did not stand still. */
  readonly awakeMs: number
}

interface Question {
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
      const watch = stopwatch()
      const reply = (status: number, headersOf: object, text: string) =>
        resolve({
          status,
          headers: headersOf as Record<string, string>,
          body: text,
          awakeMs: watch.awakeMs,
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

/** Asks again after a 503, as clients do: a store that is slow for a moment is one. */
export async function patiently(ask: () => Promise<Reply>): Promise<Reply> {
  let reply = await ask()
  for (let again = 0; reply.status === 503 && again < 20; again += 1) {
    await pause(500)
    reply = await ask()
  }
  return reply
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

export const KEYED = '/v1/space-weather/kp'

export const order: Question = {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: '{"label":"fleet"}',
}

/** Issues a free key at a server; throws unless it is given. */
export async function issue(ask: ReturnType<typeof client>, url: string): Promise<string> {
  const reply = await patiently(() => ask(`${url}/v1/keys`, order))
  if (reply.status !== 200) throw new Error(`no key: ${reply.status} ${reply.body}`)
  return (JSON.parse(reply.body) as { key: string }).key
}
