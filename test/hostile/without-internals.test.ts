import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import type { RawRequest, RawResponse } from '@space-data/core/http'
import { toNodeListener } from '@space-data/core/node'
import { expect, onTestFinished, test, vi } from 'vitest'
import { PATIENCE_MS } from '../support/patience.ts'

/** As on a version of Node where none of it exists: no tick is kept, no socket has a parser. */
vi.mock('../../packages/core/src/adapters/node/internals.ts', async (importOriginal) => {
  const { stopParsing } =
    await importOriginal<typeof import('../../packages/core/src/adapters/node/internals.ts')>()
  return {
    keepTicksFast: () => {},
    stopParsing: (socket: { destroy(): unknown }) =>
      stopParsing({ destroy: () => socket.destroy() } as never),
  }
})

const many = (count: number) =>
  Array.from({ length: count }, (_, i) => `GET /${i} HTTP/1.1\r\nHost: a\r\n\r\n`).join('')

/** Starts a server whose responses wait until `release`; returns a function that connects to it. */
async function heldServer() {
  const held: (() => void)[] = []
  let isReleased = false
  const dispatch = async ({ target }: RawRequest): Promise<RawResponse> => {
    if (!isReleased) await new Promise<void>((resolve) => held.push(resolve))
    const body = new TextEncoder().encode(target)
    return { status: 200, headers: ['content-length', String(body.length)], body }
  }
  const server = createServer(toNodeListener({ base: '', dispatch }))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const client = (count: number) => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {})
    let received = ''
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1')
    })
    socket.write(many(count))
    return { closed, answers: () => received.split('HTTP/1.1 ').slice(1) }
  }
  const release = () => {
    isReleased = true
    for (const resolve of held.splice(0)) resolve()
  }
  return { client, held, release }
}

test('beyond the process’s queue limit connections close at once; others are answered in order', async () => {
  const { client, held, release } = await heldServer()
  const floods = Array.from({ length: 6 }, () => client(990))
  const ends = floods.map(() => false)
  floods.forEach(({ closed }, i) => void closed.then(() => (ends[i] = true)))
  await vi.waitFor(() => expect(ends.filter(Boolean).length).toBeGreaterThanOrEqual(3), PATIENCE_MS)
  expect(held.length).toBeGreaterThanOrEqual(32)
  release()
  const isOver = (_: unknown, i: number) => ends[i] || floods[i]?.answers().length === 990
  await vi.waitFor(() => expect(floods.every(isOver)).toBe(true), PATIENCE_MS)
  const whole = floods.filter((_, i) => !ends[i])
  expect(whole.length).toBeGreaterThan(0)
  const targets = Array.from({ length: 990 }, (_, i) => `/${i}`)
  for (const { answers } of whole) expect(answers().map((each) => each.split('\r\n\r\n')[1])).toEqual(targets)
  const later = client(200)
  await vi.waitFor(() => expect(later.answers()).toHaveLength(200), PATIENCE_MS)
})

test('a connection ends after a thousand requests', async () => {
  const { client, release } = await heldServer()
  release()
  const { answers, closed } = client(1_000)
  await closed
  expect(answers()).toHaveLength(1_000)
  expect(answers()[999]).toMatch(/^200 OK\r\n.*connection: close.*\/999$/is)
})
