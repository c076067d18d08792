import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import type { RawRequest, RawResponse } from '@space-data/core/http'
import { toNodeListener } from '@space-data/core/node'
import { expect, onTestFinished, test, vi } from 'vitest'
import { PATIENCE_MS } from '../support/patience.ts'
import { still, turns, until } from '../support/turns.ts'

const get = (target: string) => `GET ${target} HTTP/1.1\r\nHost: a\r\n\r\n`
const many = (count: number) => Array.from({ length: count }, (_, i) => get(`/${i}`)).join('')
const answerTo = (target: string): RawResponse => ({
  status: 200,
  headers: ['content-length', String(target.length)],
  body: new TextEncoder().encode(target),
})

/** Starts a server with our listener and returns a function that connects to it. */
async function serverOf(answer: (ask: RawRequest) => RawResponse | Promise<RawResponse>) {
  const accepted: Socket[] = []
  const server = createServer(toNodeListener({ base: '', dispatch: answer }))
  server.on('connection', (socket) => accepted.push(socket))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const client = (bytes: string) => {
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    let received = ''
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1')
    })
    socket.write(bytes)
    return { socket, closed, received: () => received, answers: () => received.split('HTTP/1.1 ').slice(1) }
  }
  return { accepted, client }
}

/** Responses that the test releases. */
function held() {
  const waiting: { target: string; resolve: (answer: RawResponse) => void }[] = []
  let most = 0
  const answer = ({ target }: RawRequest) =>
    new Promise<RawResponse>((resolve) => {
      waiting.push({ target, resolve })
      most = Math.max(most, waiting.length)
    })
  const giveAll = () => {
    for (const { target, resolve } of waiting.splice(0)) resolve(answerTo(target))
  }
  return { answer, waiting, giveAll, most: () => most }
}

test('a connection with 32 unanswered requests is paused; all are answered in order', async () => {
  const { answer, waiting, giveAll, most } = held()
  const { accepted, client } = await serverOf(answer)
  const { socket, answers } = client(many(400))
  await vi.waitFor(() => expect(waiting).toHaveLength(32), PATIENCE_MS)
  expect(waiting.map(({ target }) => target)).toEqual(Array.from({ length: 32 }, (_, i) => `/${i}`))

  const before = accepted[0]?.bytesRead ?? 0
  socket.write('GET /late HTTP/1.1\r\nHost: a\r\nX: '.padEnd(8_000, 'x').concat('\r\n\r\n'))
  await turns()
  expect(accepted[0]?.bytesRead).toBe(before)

  const giving = setInterval(giveAll, 1)
  await vi.waitFor(() => expect(answers()).toHaveLength(401), PATIENCE_MS)
  clearInterval(giving)
  const bodies = answers().map((each) => each.split('\r\n\r\n')[1])
  expect(bodies).toEqual([...Array.from({ length: 400 }, (_, i) => `/${i}`), '/late'])
  expect(most()).toBe(32)
})

test('other clients are served between the queued requests', async () => {
  const { client } = await serverOf(({ target }) => answerTo(target))
  const floods = Array.from({ length: 5 }, () => client(many(390)))
  const other = client(get('/other'))
  await vi.waitFor(() => expect(other.answers()).toHaveLength(1), PATIENCE_MS)
  expect(floods.map(({ answers }) => answers().length).some((count) => count < 390)).toBe(true)
  await vi.waitFor(
    () => expect(floods.map(({ answers }) => answers().length)).toEqual(Array(5).fill(390)),
    PATIENCE_MS,
  )
})

test('beyond the process’s queue limit, connections close after the requests that have started', async () => {
  const { answer, giveAll } = held()
  const { accepted, client } = await serverOf(answer)
  const floods = Array.from({ length: 6 }, () => client(many(990)))
  await still(() => accepted.map(({ bytesRead }) => bytesRead).join())
  const giving = setInterval(giveAll, 1)
  onTestFinished(() => clearInterval(giving))
  await vi.waitFor(() => {
    const counts = floods.map(({ answers }) => answers().length).sort((a, b) => a - b)
    expect(counts.at(-1)).toBe(990)
    expect(counts[0]).toBeGreaterThanOrEqual(33)
    expect(counts.filter((count) => count < 990).length).toBeGreaterThanOrEqual(3)
  }, PATIENCE_MS)
  const cut = floods.filter(({ answers }) => answers().length < 990)
  await Promise.all(cut.map(({ closed }) => closed))
  for (const { answers } of cut) {
    expect(answers().at(-1)).toMatch(/\r\nconnection: close\r\n/i)
    expect(answers().filter((each) => /\r\nconnection: close\r\n/i.test(each))).toHaveLength(1)
  }
  // Queued requests of a closed connection no longer count.
  const later = client(many(200))
  await vi.waitFor(() => expect(later.answers()).toHaveLength(200), PATIENCE_MS)
})

test('closing a connection removes its queued requests', async () => {
  const { answer, waiting, giveAll } = held()
  const { accepted, client } = await serverOf(answer)
  for (let i = 0; i < 4; i += 1) {
    const { socket } = client(many(900))
    await vi.waitFor(() => expect(waiting).toHaveLength(32), PATIENCE_MS)
    socket.resetAndDestroy()
    // The socket is not read, so that only a write detects the close.
    giveAll()
    await vi.waitFor(() => expect(accepted[i]?.destroyed).toBe(true), PATIENCE_MS)
    waiting.length = 0
  }
  const last = client(many(900))
  const giving = setInterval(giveAll, 1)
  onTestFinished(() => clearInterval(giving))
  await vi.waitFor(() => expect(last.answers()).toHaveLength(900), PATIENCE_MS)
})

test('the thousandth response closes its connection, and nothing behind it is answered', async () => {
  const asked: string[] = []
  const { client } = await serverOf(({ target }) => {
    asked.push(target)
    return answerTo(target)
  })
  const { answers, closed } = client(many(1_500))
  await closed
  expect(answers()).toHaveLength(1_000)
  expect(answers()[998]).not.toMatch(/connection: close/i)
  expect(answers()[999]).toMatch(/^200 OK\r\n.*connection: close.*\/999$/is)
  expect(asked).toHaveLength(1_000)
})

test('a client that reads slowly is disconnected after 30 s plus 1 s per 32 KB', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const body = new Uint8Array(8_000_000)
  const { accepted, client } = await serverOf(() => ({
    status: 200,
    headers: ['content-length', String(body.length)],
    body,
  }))
  const { socket } = client(get('/large'))
  socket.pause()
  await until(() => (accepted[0]?.writableLength ?? 0) > 0)
  const pending = accepted[0]?.writableLength ?? 0
  // It reads a little, always within the idle timeout.
  socket.once('data', () => socket.pause()).resume()
  await vi.advanceTimersByTimeAsync(29_000 + pending / 32)
  expect(accepted[0]?.destroyed).toBe(false)
  socket.once('data', () => socket.pause()).resume()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(accepted[0]?.destroyed).toBe(true)

  const good = client(get('/large') + get('/large'))
  await until(() => good.received().length > 2 * body.length)
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(accepted[1]?.destroyed).toBe(false)
})
