import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createSpaceData } from '@space-data/core'
import { type Listening, type ListenOptions, listen, toNodeListener } from '@space-data/core/node'
import { expect, onTestFinished, test, vi } from 'vitest'

async function serving(options: Partial<ListenOptions>): Promise<number> {
  return Number(new URL((await listening(options)).url).port)
}

async function listening(options: Partial<ListenOptions>): Promise<Listening> {
  const spaceData = createSpaceData({ onError: () => {} })
  const server = await listen(toNodeListener(spaceData), { port: 0, ...options })
  onTestFinished(async () => {
    await server.drain(0)
    await spaceData.close()
  })
  return server
}

async function isKept(port: number, localAddress: string): Promise<boolean> {
  const socket = connect({ port, host: '127.0.0.1', localAddress }).on('error', () => {})
  onTestFinished(() => void socket.destroy())
  socket.write('GET /v1/speedtest/ping HTTP/1.1\r\nHost: a\r\n\r\n')
  return new Promise((resolve) => {
    socket.once('data', (answer) => resolve(String(answer).startsWith('HTTP/1.1 204')))
    socket.once('close', () => resolve(false))
  })
}

test('connections are limited per network without affecting other networks', async () => {
  const port = await serving({ connections: 50 })
  const ofOne = await Promise.all(Array.from({ length: 8 }, () => isKept(port, '127.0.0.1')))
  expect(ofOne.filter(Boolean)).toHaveLength(5)
  expect(await isKept(port, '127.0.0.2')).toBe(true)
})

test('a closed connection makes room for another of its network', async () => {
  const port = await serving({ connectionsPerNetwork: 1 })
  for (let i = 0; i < 3; i += 1) {
    const socket = connect({ port, host: '127.0.0.1' })
    await once(socket, 'connect')
    expect(await isKept(port, '127.0.0.1')).toBe(false)
    socket.end().resume()
    await once(socket, 'close')
  }
  expect(await isKept(port, '127.0.0.1')).toBe(true)
})

test('listen rejects with the system’s error code', async () => {
  const port = await serving({})
  await expect(serving({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
})

/** Keeps the event loop busy, so that it comes to its timers before it comes to its sockets. */
function standStill(ms: number): void {
  for (const since = performance.now(); performance.now() - since < ms; );
}

test('a drain accepts what has connected before, also when the process stands still at that moment', async () => {
  const server = await listening({})
  const port = Number(new URL(server.url).port)
  // After this the event loop comes to its timers before it comes to its sockets.
  await new Promise((resolve) => setImmediate(resolve))
  const kept = Array.from({ length: 20 }, () => isKept(port, '127.0.0.1'))
  await new Promise<void>((resolve) => process.nextTick(resolve))
  const drained = server.drain(10_000)
  standStill(50)
  expect(await Promise.all(kept)).toEqual(kept.map(() => true))
  await drained
})

test('a drain accepts all that wait, also in a process that comes to few of them in time', async () => {
  const server = await listening({})
  const port = Number(new URL(server.url).port)
  await new Promise((resolve) => setImmediate(resolve))
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const kept = Array.from({ length: 120 }, () => isKept(port, '127.0.0.1'))
  await new Promise<void>((resolve) => process.nextTick(resolve))
  const drained = server.drain(10_000)
  vi.setSystemTime(Date.now() + 1_000)
  expect(await Promise.all(kept)).toEqual(kept.map(() => true))
  await drained
})

test('a drain answers what has arrived while the process stands still, also on connections that were idle', async () => {
  const server = await listening({})
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1').on('error', () => {})
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const drained = server.drain(10_000)
  // It has accepted the connection by then.
  await sleep(200)
  const closed = once(socket, 'close')
  let answer = ''
  socket.on('data', (data) => {
    answer += data
  })
  socket.write('GET /v1/speedtest/ping HTTP/1.1\r\nHost: a\r\n\r\n')
  // Now it closes what is idle.
  vi.setSystemTime(Date.now() + 1_000)
  standStill(100)
  await Promise.all([drained, closed])
  expect(answer).toMatch(/^HTTP\/1\.1 204 .*\r\nconnection: close\r\n/is)
})
