import { fileURLToPath } from 'node:url'
import { startBunExample } from '../runtimes/bun.ts'
import { startDenoExample } from '../runtimes/examples.ts'
import { HOME, start } from '../support/child.ts'
import { freePort } from '../support/free-port.ts'
import { PATIENCE_MS } from '../support/patience.ts'
import { exchange } from './wire.ts'

/** A server in a separate process. */
export interface Server extends AsyncDisposable {
  readonly port: number
  /** The output of the process so far. */
  readonly output: () => string
  readonly pid: number
  readonly isAlive: () => boolean
  readonly stop: (signal: NodeJS.Signals) => Promise<number | null>
}

const PROGRAM = fileURLToPath(new URL('../../packages/cli/bin/space-data.mjs', import.meta.url))

/** Starts the built CLI on sample data and the memory store. */
export function startNode(...args: string[]): Promise<Server> {
  return startProgram(args)
}

/** The same on a heap that does not hold what hostile clients could make it keep. */
export function startSmallNode(): Promise<Server> {
  return startProgram([], { NODE_OPTIONS: '--max-old-space-size=256' })
}

async function startProgram(args: readonly string[], more: object = {}): Promise<Server> {
  const words = ['serve', '--sample', '--store', 'memory:', '--no-jobs', '--port', '0', ...args]
  // No rate limit hides how a request is rejected.
  const env = {
    SPACE_DATA_LIMITS_REFUSED_PER_MINUTE: '1000000',
    SPACE_DATA_LIMITS_SPEEDTEST_TRANSFERS: '100000',
    ...more,
  }
  const started = start(process.execPath, [PROGRAM, ...words], { env })
  const [, url = ''] = await started.says(HOME)
  return serverOf(started, Number(new URL(url).port))
}

const NOWHERE = 'http://127.0.0.1:9'
const OUT_OF_REACH = { HTTPS_PROXY: NOWHERE, https_proxy: NOWHERE }

/** Starts the Bun example without reachable providers. */
export async function startBun(): Promise<Server> {
  const port = await freePort()
  return serverOf(await startBunExample(port, OUT_OF_REACH), port)
}

/** Starts the Deno example without reachable providers. */
export async function startDeno(): Promise<Server> {
  const port = await freePort()
  return serverOf(await startDenoExample(port, OUT_OF_REACH), port)
}

function serverOf(started: ReturnType<typeof start>, port: number): Server {
  const { child, output, ended } = started
  return {
    port,
    output,
    pid: child.pid ?? 0,
    isAlive: () => child.exitCode === null && child.signalCode === null,
    async stop(signal) {
      child.kill(signal)
      await ended
      return child.exitCode
    },
    [Symbol.asyncDispose]: () => started[Symbol.asyncDispose](),
  }
}

/** Whether a valid request on a new connection is served. */
export async function isHealthy({ port, isAlive }: Server): Promise<boolean> {
  const { outcome } = await exchange(port, 'GET /v1/speedtest/ping HTTP/1.1\r\nHost: localhost\r\n\r\n', {
    timeoutMs: PATIENCE_MS,
  })
  return isAlive() && outcome === '204'
}

/** Issues a free key on a server. */
export async function issueKey({ port }: Server): Promise<string> {
  const body = '{"label":"hostile"}'
  const { answers } = await exchange(
    port,
    `POST /v1/keys HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    { timeoutMs: PATIENCE_MS },
  )
  return (JSON.parse(answers[0]?.body ?? '{}') as { key: string }).key
}
