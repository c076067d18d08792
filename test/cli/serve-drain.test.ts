import { once } from 'node:events'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { expect, it, onTestFinished, vi } from 'vitest'
import { listen } from '../../packages/cli/src/serve/listen.ts'

/** Node sets `server` on accepted sockets, but its types lack it. */
type Accepted = Socket & { readonly server: Server }

it('shutdown waits for open requests even if a connection cannot be accepted meanwhile', async () => {
  let tellAsked = (_: { request: IncomingMessage; response: ServerResponse }) => {}
  const asked = new Promise<Parameters<typeof tellAsked>[0]>((resolve) => {
    tellAsked = resolve
  })
  const server = await listen((request, response) => tellAsked({ request, response }), {
    port: 0,
    host: '127.0.0.1',
  })
  const answer = fetch(server.url).then((response) => response.text())
  const { request, response } = await asked
  let isDrained = false
  const drained = server.drain(60_000).then(() => {
    isDrained = true
  })
  const { server: accepting } = request.socket as Accepted
  accepting.emit('error', Object.assign(new Error('accept EMFILE'), { code: 'EMFILE' }))
  await vi.waitFor(() => expect(accepting.listening).toBe(false), { timeout: 60_000 })
  expect(isDrained).toBe(false)
  response.end('finished')
  await drained
  expect(await answer).toBe('finished')
}, 90_000)

it('shutdown does not wait for idle connections', async () => {
  const server = await listen(() => {}, { port: 0, host: '127.0.0.1' })
  const silent = connect(Number(new URL(server.url).port), '127.0.0.1')
  onTestFinished(() => void silent.destroy())
  await once(silent, 'connect')
  const now = Date.now()
  vi.useFakeTimers({ now, toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const drained = server.drain(60_000)
  // Open requests would have a minute, and this clock stops before that.
  vi.setSystemTime(now + 1_000)
  await drained
})
