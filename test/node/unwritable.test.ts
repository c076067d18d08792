import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import type { RawRequest, RawResponse } from '@space-data/core/http'
import { toNodeListener } from '@space-data/core/node'
import { expect, onTestFinished, test } from 'vitest'

const GOOD: RawResponse = {
  status: 200,
  headers: ['content-length', '4'],
  body: new TextEncoder().encode('good'),
}
/** Node rejects headers that are not Latin-1. */
const BAD: RawResponse = { status: 200, headers: ['x-source', 'копия'], body: null }

type Answerer = (target: string) => RawResponse | Promise<RawResponse>

/** Starts a server that handles requests in batches, sorted by target; returns its port. */
async function listen(together: number, answer: Answerer): Promise<number> {
  const listener = toNodeListener({ base: '', dispatch: ({ target }: RawRequest) => answer(target) })
  let held: (readonly [IncomingMessage, ServerResponse])[] = []
  const server = createServer((request, response) => {
    held.push([request, response])
    if (held.length < together) return
    const all = held.sort(([a], [b]) => String(a.url).localeCompare(String(b.url)))
    held = []
    for (const [each, its] of all) listener(each, its)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return (server.address() as AddressInfo).port
}

/** Returns the body of the response, or `cut` if the connection was closed. */
function outcome(port: number, target: string): Promise<string> {
  return fetch(`http://127.0.0.1:${port}${target}`).then(
    (response) => response.text(),
    () => 'cut',
  )
}

test('a response that Node rejects closes its connection; the others of its batch are written', async () => {
  const port = await listen(3, (target) => (target === '/1-bad' ? BAD : GOOD))
  const targets = ['/0', '/1-bad', '/2']
  const outcomes = await Promise.all(targets.map((target) => outcome(port, target)))
  expect(outcomes).toEqual(['good', 'cut', 'good'])
})

test('a late response that Node rejects closes its connection', async () => {
  const port = await listen(1, (target) => (target === '/bad' ? Promise.resolve(BAD) : GOOD))
  expect(await outcome(port, '/bad')).toBe('cut')
  expect(await outcome(port, '/good')).toBe('good')
})

test('a response whose blocks throw closes its connection', async () => {
  function* blocks() {
    yield new Uint8Array(1)
    throw new Error('no more')
  }
  const bad = (): RawResponse => ({ status: 200, headers: ['content-length', '2'], body: blocks() })
  const port = await listen(1, (target) => (target === '/bad' ? bad() : GOOD))
  expect(await outcome(port, '/bad')).toBe('cut')
  expect(await outcome(port, '/good')).toBe('good')
})

test('earlier requests of the connection are still answered', async () => {
  let answerFirst = (_: RawResponse) => {}
  const first = new Promise<RawResponse>((resolve) => {
    answerFirst = resolve
  })
  const port = await listen(2, (target) => {
    if (target === '/0') return first
    setImmediate(() => setImmediate(() => answerFirst(GOOD)))
    return BAD
  })
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.write(['/0', '/1-bad'].map((target) => `GET ${target} HTTP/1.1\r\nHost: localhost\r\n\r\n`).join(''))
  const received = await text(socket)
  expect(received.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(1)
  expect(received).toMatch(/\r\n\r\ngood$/)
})

test('nothing is written to a client that has disconnected', async () => {
  let answerLate = (_: RawResponse) => {}
  const late = new Promise<RawResponse>((resolve) => {
    answerLate = resolve
  })
  const listener = toNodeListener({ base: '', dispatch: () => late })
  const response = await new Promise<ServerResponse>((resolve) => {
    const server = createServer((request, its) => {
      listener(request, its)
      // Its connection is about to close, but has not.
      request.socket.once('end', () => resolve(its))
    })
    onTestFinished(() => void server.close())
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      connect(port, '127.0.0.1').end('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
    })
  })
  const { destroyed } = response
  answerLate(GOOD)
  await late
  await new Promise(setImmediate)
  expect({ destroyed, headersSent: response.headersSent }).toEqual({ destroyed: false, headersSent: false })
})
