import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import type { RawRequest, RawResponse } from '@space-data/core/http'
import { listen, toNodeListener } from '@space-data/core/node'
import { expect, onTestFinished, test, vi } from 'vitest'
import { toFetchHandler } from '../../packages/core/src/kernel/http/fetch-handler.ts'
import { still, turns, until } from '../support/turns.ts'

const HOUR_MS = 3_600_000

const encoder = new TextEncoder()

/** A stream that gives what a test tells it to, and records how it was read. */
class Chunks implements AsyncIterableIterator<Uint8Array> {
  readonly #given: Uint8Array[] = []
  #wake = () => {}
  #isOver = false
  asked = 0
  returned = 0

  give(chunk: string | Uint8Array): void {
    this.#given.push(typeof chunk === 'string' ? encoder.encode(chunk) : chunk)
    this.#wake()
  }

  finish(): void {
    this.#isOver = true
    this.#wake()
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  async next(): Promise<IteratorResult<Uint8Array, undefined>> {
    this.asked += 1
    while (this.#given.length === 0 && !this.#isOver) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
    const value = this.#given.shift()
    return value ? { done: false, value } : { done: true, value: undefined }
  }

  async return(): Promise<IteratorReturnResult<undefined>> {
    this.returned += 1
    this.finish()
    return { done: true, value: undefined }
  }
}

const streaming = (body: Chunks): RawResponse => ({
  status: 200,
  headers: ['content-type', 'text/event-stream'],
  body,
})

async function serve(dispatch: (request: RawRequest) => RawResponse | Promise<RawResponse>) {
  const server: Server = createServer(toNodeListener({ base: '', dispatch }))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

function requestOn(port: number, requests = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'): Socket {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  onTestFinished(() => void socket.destroy())
  socket.write(requests)
  return socket
}

test('chunks are sent when they come, and the end closes the connection', async () => {
  const chunks = new Chunks()
  const port = await serve(() => streaming(chunks))
  let received = ''
  const socket = requestOn(port).on('data', (data) => {
    received += data
  })
  const closed = new Promise((resolve) => socket.once('close', resolve))
  chunks.give('one')
  await until(() => received.includes('one'))
  expect(received).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
  expect(received.toLowerCase()).toContain('connection: close')
  chunks.give('two')
  await until(() => received.includes('two'))
  chunks.finish()
  await closed
  expect(received.endsWith('\r\n0\r\n\r\n')).toBe(true)
})

test('a client that leaves ends the stream at once, also while nothing comes', async () => {
  const chunks = new Chunks()
  const port = await serve(() => streaming(chunks))
  const socket = requestOn(port)
  await until(() => chunks.asked === 1)
  socket.destroy()
  await until(() => chunks.returned > 0)
})

test('a client that has left before the response begins ends the stream', async () => {
  const chunks = new Chunks()
  let answer = (_: RawResponse) => {}
  let isAsked = false
  const port = await serve(() => {
    isAsked = true
    return new Promise((resolve) => {
      answer = resolve
    })
  })
  const socket = requestOn(port)
  await until(() => isAsked)
  socket.destroy()
  await turns()
  answer(streaming(chunks))
  await until(() => chunks.returned > 0)
  expect(chunks.asked).toBe(0)
})

test('a client that reads nothing is sent no more than fits into the buffers of the system', async () => {
  const chunks = new Chunks()
  const port = await serve(() => streaming(chunks))
  const chunk = new Uint8Array(64 * 1_024)
  for (let i = 0; i < 1_000; i += 1) chunks.give(chunk)
  const socket = requestOn(port)
  socket.pause()
  await until(() => chunks.asked > 1)
  await still(() => chunks.asked)
  expect(chunks.asked).toBeLessThan(300)
  let bytes = 0
  socket.on('data', (data) => {
    bytes += data.length
  })
  socket.resume()
  chunks.finish()
  await new Promise((resolve) => socket.once('close', resolve))
  expect(bytes).toBeGreaterThan(1_000 * 64 * 1_024)
})

test('a client that reads nothing for 30 s is closed, and its stream ends', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const chunks = new Chunks()
  const port = await serve(() => streaming(chunks))
  for (let i = 0; i < 1_000; i += 1) chunks.give(new Uint8Array(64 * 1_024))
  requestOn(port).pause()
  await until(() => chunks.asked > 1)
  await still(() => chunks.asked)
  vi.advanceTimersByTime(29_000)
  await turns(100)
  expect(chunks.returned).toBe(0)
  vi.advanceTimersByTime(1_000)
  await until(() => chunks.returned > 0)
})

test('a stream that fails closes its connection', async () => {
  const port = await serve(() => {
    const chunks = new Chunks()
    chunks.next = () => Promise.reject(new Error('no more'))
    return streaming(chunks)
  })
  const socket = requestOn(port)
  socket.resume()
  await new Promise((resolve) => socket.once('close', resolve))
})

test('a server that drains ends its streams in order, and is done with them', async () => {
  const chunks = new Chunks()
  const listening = await listen(toNodeListener({ base: '', dispatch: () => streaming(chunks) }), { port: 0 })
  let received = ''
  const socket = requestOn(Number(new URL(listening.url).port)).on('data', (data) => {
    received += data
  })
  chunks.give('one')
  await until(() => received.includes('one'))
  // A drain that waited for its time would outlast the test.
  await listening.drain(HOUR_MS)
  await until(() => socket.destroyed)
  expect(received.endsWith('\r\n0\r\n\r\n')).toBe(true)
})

/** Chunks that are of use as a whole only, as those of a list. */
class WholeChunks extends Chunks {
  readonly isWhole = true
}

test('a whole body that takes longer than 30 s and a second per 32 kB is closed, and not ended', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const chunks = new WholeChunks()
  const port = await serve(() => streaming(chunks))
  let bytes = 0
  let received = ''
  requestOn(port).on('data', (data) => {
    bytes += data.length
    received = (received + data).slice(-5)
  })
  let passedMs = 0
  for (; chunks.returned === 0 && passedMs < 600_000; passedMs += 10_000) {
    const before = bytes
    chunks.give(new Uint8Array(64_000))
    await until(() => bytes >= before + 64_000)
    vi.advanceTimersByTime(10_000)
    await turns(100)
  }
  // Four chunks are 8 s more.
  expect(passedMs).toBe(40_000)
  expect(received).not.toBe('0\r\n\r\n')
})

test('a server that drains lets a whole body go on to its end, and ends events beside it at once', async () => {
  const [events, whole] = [new Chunks(), new WholeChunks()]
  const dispatch = ({ target }: RawRequest) => streaming(target === '/events' ? events : whole)
  const listening = await listen(toNodeListener({ base: '', dispatch }), { port: 0 })
  const port = Number(new URL(listening.url).port)
  const [received, closed] = [
    { events: '', whole: '' },
    { events: false, whole: false },
  ]
  for (const name of ['events', 'whole'] as const) {
    requestOn(port, `GET /${name} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
      .on('data', (data) => {
        received[name] += data
      })
      .once('close', () => {
        closed[name] = true
      })
  }
  events.give('one')
  whole.give('one')
  await until(() => received.events.includes('one') && received.whole.includes('one'))
  const drained = listening.drain(10_000)
  await until(() => closed.events)
  expect(closed.whole).toBe(false)
  expect(whole.returned).toBe(0)
  whole.give('two')
  whole.finish()
  await drained
  await until(() => closed.whole)
  expect(received.whole).toMatch(/two\r\n0\r\n\r\n$/)
})

test('a whole body that goes on for longer than a drain is cut off, and its reader sees it', async () => {
  const chunks = new WholeChunks()
  const listening = await listen(toNodeListener({ base: '', dispatch: () => streaming(chunks) }), { port: 0 })
  let received = ''
  const socket = requestOn(Number(new URL(listening.url).port)).on('data', (data) => {
    received += data
  })
  chunks.give('one')
  await until(() => received.includes('one'))
  await listening.drain(800)
  await until(() => socket.destroyed && chunks.returned > 0)
  expect(received.endsWith('\r\n0\r\n\r\n')).toBe(false)
})

test('the fetch handler reads a chunk when the client does, and ends the stream when it cancels', async () => {
  const chunks = new Chunks()
  chunks.give('one')
  chunks.give('two')
  const response = await toFetchHandler(() => streaming(chunks))(new Request('http://localhost/'))
  expect(response.headers.get('content-type')).toBe('text/event-stream')
  expect(chunks.asked).toBe(0)
  const reader = (response.body as ReadableStream<Uint8Array>).getReader()
  expect(new TextDecoder().decode((await reader.read()).value)).toBe('one')
  expect(chunks.asked).toBe(1)
  expect(new TextDecoder().decode((await reader.read()).value)).toBe('two')
  const waiting = reader.read()
  await reader.cancel()
  expect((await waiting).done).toBe(true)
  expect(chunks.returned).toBe(1)
})

test('the fetch handler passes the end of a stream on', async () => {
  const chunks = new Chunks()
  chunks.give('one')
  chunks.finish()
  const response = await toFetchHandler(() => streaming(chunks))(new Request('http://localhost/'))
  expect(await response.text()).toBe('one')
})
