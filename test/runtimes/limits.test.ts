import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { request } from '../hostile/requests/odd-request.ts'
import { exchange } from '../hostile/wire.ts'
import type { start } from '../support/child.ts'
import { freePort } from '../support/free-port.ts'
import { PATIENCE_MS } from '../support/patience.ts'
import { turns } from '../support/turns.ts'
import { unreadAt } from '../support/unread-bytes.ts'
import { hasBun, startBunExample } from './bun.ts'
import { hasDeno, startDenoExample } from './examples.ts'

type Started = ReturnType<typeof start>

const RUNTIMES: readonly [name: string, isHere: boolean, (port: number, env?: object) => Promise<Started>][] =
  [
    ['Bun', hasBun(), startBunExample],
    ['Deno', hasDeno, startDenoExample],
  ]

const NOWHERE = 'http://127.0.0.1:9'
const OUT_OF_REACH = { HTTPS_PROXY: NOWHERE, https_proxy: NOWHERE }
const BODY = '{"label":"x"}'
const HEAD = ['Content-Type: application/json', `Content-Length: ${BODY.length}`]
const order = (...fields: string[]) => request('POST /v1/keys HTTP/1.1', [...HEAD, ...fields], BODY)

describe.concurrent.each(RUNTIMES)('the example on %s', (name, isHere, startExample) => {
  test.skipIf(!isHere)(
    'answers at SIGTERM what has been half sent, and ends well',
    { timeout: 120_000 },
    async () => {
      const port = await freePort()
      await using started = await startExample(port, OUT_OF_REACH)
      const { child, ended } = started
      const socket = connect(port, '127.0.0.1').on('error', () => {})
      let received = ''
      socket.on('data', (chunk) => {
        received += chunk
      })
      await once(socket, 'connect')
      await new Promise((resolve) => socket.write(order().slice(0, -8), resolve))
      await vi.waitUntil(() => unreadAt(port) === 0, PATIENCE_MS)
      child.kill('SIGTERM')
      await vi.waitUntil(() => isRefused(port), PATIENCE_MS)
      socket.write(BODY.slice(-8))
      await ended
      expect(received).toMatch(/^HTTP\/1\.1 200 OK\r\n.*"key":"sd_live_/is)
      expect(child.exitCode).toBe(0)
    },
  )

  test.skipIf(!isHere)(
    'believes what trusted proxies say, and nobody else',
    { timeout: 120_000 },
    async () => {
      const port = await freePort()
      await using _ = await startExample(port, { ...OUT_OF_REACH, TRUSTED_PROXIES: '127.0.0.1' })
      const outcome = async (ip: string, localAddress: string) => {
        const socket = connect({ port, host: '127.0.0.1', localAddress })
        socket.write(order(`X-Forwarded-For: ${ip}`, 'Connection: close'))
        const [answer] = (await once(socket, 'data')) as [Buffer]
        socket.destroy()
        return answer.toString().slice(9, 12)
      }
      expect([await outcome('192.0.2.1', '127.0.0.1'), await outcome('192.0.2.2', '127.0.0.1')]).toEqual([
        '200',
        '200',
      ])
      expect(await outcome('192.0.2.9, 192.0.2.2', '127.0.0.1')).toBe('429')
      expect([await outcome('192.0.2.3', '127.0.0.2'), await outcome('192.0.2.4', '127.0.0.2')]).toEqual([
        '200',
        '429',
      ])
    },
  )

  test.skipIf(!isHere || process.platform !== 'linux')(
    'lets silent, slow and idle connections go',
    { timeout: 120_000 },
    async () => {
      const port = await freePort()
      await using _ = await startExample(port, OUT_OF_REACH)
      const kinds = {
        silent: '',
        headers: 'GET /ref HTTP/1.1\r\nHost: a\r\nX: ',
        body: order().slice(0, -8),
      }
      const lives = await Promise.all(Object.entries(kinds).map(([, first]) => lifeMs(port, first)))
      console.log(
        `FIGURE slow connections on ${name}: closed after ${lives.map((ms) => (ms / 1_000).toFixed(1)).join(', ')} s`,
      )
    },
  )
})

test.skipIf(!hasDeno || process.platform !== 'linux')(
  '1,100 silent connections leave the Deno example well that may open 1,024 files',
  { timeout: 120_000 },
  async () => {
    const port = await freePort()
    await using started = await startDenoExample(port, OUT_OF_REACH, 1_024)
    const silent: Socket[] = []
    onTestFinished(() => {
      for (const socket of silent) socket.destroy()
    })
    // Stopped, the process finds them all at once, as after a long garbage collection.
    started.child.kill('SIGSTOP')
    for (let i = 0; i < 1_100; i += 1) {
      const localAddress = `127.0.0.${2 + (i % 20)}`
      silent.push(
        connect({ port, host: '127.0.0.1', localAddress })
          .on('error', () => {})
          .resume(),
      )
    }
    await turns()
    started.child.kill('SIGCONT')
    // Those that found the queue full come again after a second.
    await vi.waitUntil(() => silent.every(({ connecting }) => !connecting), {
      timeout: PATIENCE_MS,
      interval: 20,
    })
    await vi.waitUntil(() => unreadAt(port) === 0, PATIENCE_MS)
    for (const socket of silent) socket.destroy()
    const ask = () => exchange(port, request('GET /ref/tiers HTTP/1.1'), { timeoutMs: PATIENCE_MS })
    await vi.waitFor(async () => expect((await ask()).outcome).toBe('200'), PATIENCE_MS)
    expect(started.child.exitCode).toBeNull()
  },
)

/** Whether nobody listens on a port any more. */
function isRefused(port: number): Promise<boolean> {
  const knock = connect(port, '127.0.0.1')
  return once(knock, 'connect').then(
    () => {
      knock.destroy()
      return false
    },
    () => true,
  )
}

/** How long a connection lives that sends this and then a byte a second. */
async function lifeMs(port: number, first: string): Promise<number> {
  const socket = connect(port, '127.0.0.1')
    .on('error', () => {})
    .resume()
  await once(socket, 'connect')
  const begun = performance.now()
  if (first) socket.write(first)
  const drip = setInterval(() => first && socket.writable && socket.write('a'), 4_000)
  await once(socket, 'close')
  clearInterval(drip)
  return performance.now() - begun
}
