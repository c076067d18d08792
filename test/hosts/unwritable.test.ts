import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { toNodeListener } from '@space-data/core/node'
import { expect, onTestFinished, test } from 'vitest'
import type { Answer, Ask } from '../../packages/core/src/declare/ask.ts'

const GOOD: Answer = { status: 200, headers: ['content-length', '4'], body: new TextEncoder().encode('good') }
/** Node writes no header that is not Latin-1. */
const BAD: Answer = { status: 200, headers: ['x-source', 'копия'], body: null }

type Answerer = (target: string) => Answer | Promise<Answer>

/** Hands over requests so many at a time, in the order of their targets, and gives the port. */
async function listen(together: number, answer: Answerer): Promise<number> {
  const listener = toNodeListener({ base: '', answer: ({ target }: Ask) => answer(target) })
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

/** What comes of a request: the body of the answer, or that the connection was cut. */
function outcome(port: number, target: string): Promise<string> {
  return fetch(`http://127.0.0.1:${port}${target}`).then(
    (response) => response.text(),
    () => 'cut',
  )
}

test('an answer that Node refuses to write is cut, and the others of its turn are written', async () => {
  const port = await listen(3, (target) => (target === '/1-bad' ? BAD : GOOD))
  const targets = ['/0', '/1-bad', '/2']
  const outcomes = await Promise.all(targets.map((target) => outcome(port, target)))
  expect(outcomes).toEqual(['good', 'cut', 'good'])
})

test('so is one that comes late', async () => {
  const port = await listen(1, (target) => (target === '/bad' ? Promise.resolve(BAD) : GOOD))
  expect(await outcome(port, '/bad')).toBe('cut')
  expect(await outcome(port, '/good')).toBe('good')
})

test('so is one whose blocks fail under way', async () => {
  function* blocks() {
    yield new Uint8Array(1)
    throw new Error('no more')
  }
  const bad = (): Answer => ({ status: 200, headers: ['content-length', '2'], body: blocks() })
  const port = await listen(1, (target) => (target === '/bad' ? bad() : GOOD))
  expect(await outcome(port, '/bad')).toBe('cut')
  expect(await outcome(port, '/good')).toBe('good')
})

test('what the connection was asked before is still answered', async () => {
  let answerFirst = (_: Answer) => {}
  const first = new Promise<Answer>((resolve) => {
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

test('a client that has hung up is written nothing', async () => {
  let answerLate = (_: Answer) => {}
  const late = new Promise<Answer>((resolve) => {
    answerLate = resolve
  })
  const listener = toNodeListener({ base: '', answer: () => late })
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
