import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { type ServiceEvent, type SpaceDataOptions, tiersOf } from '@space-data/core'
import { toNodeListener } from '@space-data/core/node'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { Alert } from '../../../packages/core/src/features/alerts/alert.ts'
import { AlertLog } from '../../../packages/core/src/features/alerts/alert-log.ts'
import { openStore } from '../../../packages/core/src/kernel/storage/store.ts'
import { alertOf } from '../../fixtures/alerts.ts'
import { Reader, streamService, useFakeTimers } from '../../space-weather/stream-service.ts'
import { PATIENCE_MS } from '../../support/patience.ts'
import { still } from '../../support/turns.ts'

const NOW = Date.parse('2026-11-21T12:00:00Z')
const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

beforeEach(useFakeTimers)

/** An instance with a log of alerts. */
async function withStreams(options: SpaceDataOptions = {}) {
  const service = await streamService('/v1/alerts/stream', options)
  const log = new AlertLog(openStore(service.faulty.backend), '', () => service.clock.now().getTime())
  return {
    ...service,
    append: async (...alerts: Alert[]) => log.append(alerts, (await log.head()) + 1),
  }
}

const idsOf = ({ events }: Reader) => events.map(({ id }) => Number(id))
const storm = (n: number) => alertOf('geomagnetic.storm_started', NOW + n)
const storms = (count: number, from = 0) => Array.from({ length: count }, (_, i) => storm(from + i))

test('a stream begins at the head, and alerts follow within two seconds as /v1/alerts has them', async () => {
  const { append, open, pass, get } = await withStreams()
  await append(storm(0))
  const reader = await open()
  await pass(0)
  expect(reader.sent).toMatchObject([{ retry: '5000', id: '1' }])
  await append(storm(1), alertOf('launch.scheduled', NOW))
  await pass(2 * SECOND)
  const { alerts } = (await get('/v1/alerts?after=1')).json.data
  expect(reader.events.map(({ data }) => data)).toEqual(alerts)
  expect(reader.events.map(({ id, event }) => [id, event])).toEqual([
    ['2', 'geomagnetic.storm_started'],
    ['3', 'launch.scheduled'],
  ])
})

test('it is an event stream that nobody stores, buffers or tags', async () => {
  const { request } = await withStreams()
  const { status, headers, body } = await request('', { 'if-none-match': '*', 'accept-encoding': 'gzip, br' })
  await body?.cancel()
  expect(status).toBe(200)
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    vary: 'Authorization, X-API-Key',
  })
  for (const name of ['etag', 'content-encoding', 'content-length']) expect(headers.get(name)).toBeNull()
})

test('a client that is cut off again and again gets every alert once', async () => {
  const { append, open, pass } = await withStreams()
  const received: number[] = []
  let last = '0'
  for (let round = 0; round < 20; round += 1) {
    await append(...storms(7, round * 7))
    const reader = await open('', { 'last-event-id': last })
    await append(storm(1_000 + round))
    // Some are cut off at once, some later.
    await pass((round % 3) * SECOND)
    await reader.leave()
    received.push(...idsOf(reader))
    last = reader.lastId ?? last
  }
  const reader = await open(`?after=${last}`)
  await pass(2 * SECOND)
  received.push(...idsOf(reader))
  expect(received).toEqual(Array.from({ length: 160 }, (_, i) => i + 1))
})

test('Last-Event-ID counts before after, as clients repeat the URL they began with', async () => {
  const { append, open, pass } = await withStreams()
  await append(...storms(5))
  const reader = await open('?after=1', { 'last-event-id': '3' })
  await pass(2 * SECOND)
  expect(idsOf(reader)).toEqual([4, 5])
})

test.each(['x', '-1', '01', '1.5', '9999999999'])('Last-Event-ID: %s is 400', async (id) => {
  const { ask, key } = await withStreams()
  const { status, json } = await ask('GET', '/v1/alerts/stream', { 'x-api-key': key, 'last-event-id': id })
  expect([status, json.error]).toEqual([400, 'invalid_parameter'])
})

test('an event comes first where alerts are missing: deleted ones, and those of another log', async () => {
  const { append, open, pass, clock } = await withStreams()
  await append(...storms(3))
  clock.advance(31 * 24 * HOUR)
  await append(alertOf('geomagnetic.storm_started', clock.now().getTime()))
  const [late, elsewhere, current] = [
    await open('?after=1'),
    await open('?after=900'),
    await open('?after=4'),
  ]
  await pass(2 * SECOND)
  expect(late.events[0]).toMatchObject({
    event: 'stream.gap',
    data: { after: 1, latest_sequence: 4, oldest_sequence: 4 },
  })
  expect(late.events[1]).toMatchObject({ id: '4' })
  expect(elsewhere.events).toMatchObject([{ event: 'stream.gap', data: { after: 900, latest_sequence: 4 } }])
  expect(current.events).toEqual([])
})

test('type selects, and other accounts’ alerts are left out', async () => {
  const { append, open, pass } = await withStreams()
  const reader = await open('?type=geomagnetic.*,quota.80')
  await append(
    alertOf('launch.scheduled', NOW),
    alertOf('quota.80', NOW, { audience: { account: 'other' } }),
    storm(0),
    alertOf('job.failed', NOW),
  )
  await pass(2 * SECOND)
  expect(idsOf(reader)).toEqual([3])
})

test('a comment comes after 15 seconds of silence', async () => {
  const { append, open, pass } = await withStreams()
  const reader = await open()
  await pass(14 * SECOND)
  expect(reader.sent).toHaveLength(1)
  await append(storm(0))
  await pass(2 * SECOND)
  await pass(13 * SECOND)
  expect(reader.sent).toHaveLength(2)
  await pass(3 * SECOND)
  expect(reader.sent.at(-1)?.text).toBe(':')
})

test('a stream ends after an hour, and the client continues where it was', async () => {
  const { append, open, pass } = await withStreams()
  const reader = await open()
  await pass(HOUR - 2 * SECOND)
  expect(reader.isOver).toBe(false)
  await pass(3 * SECOND)
  expect(reader.isOver).toBe(true)
  await append(storm(0))
  const next = await open('', { 'last-event-id': String(reader.sent[0]?.id) })
  await pass(2 * SECOND)
  expect(idsOf(next)).toEqual([1])
})

test('a stream ends within a minute of the end of its key', async () => {
  const { spaceData, open, pass } = await withStreams()
  const issue = (expiresInMs?: number) =>
    spaceData.keys.issue({ tier: 'pro', label: 'short', ...(expiresInMs && { expiresInMs }) })
  const [revoked, expiring, good] = [await issue(), await issue(5 * MINUTE), await issue()]
  const readers = await Promise.all([revoked, expiring, good].map(({ key }) => open('', {}, key)))
  const over = () => readers.map(({ isOver }) => isOver)
  await pass(2 * MINUTE)
  expect(over()).toEqual([false, false, false])
  await spaceData.keys.revoke(revoked.record.id)
  await pass(62 * SECOND)
  expect(over()).toEqual([true, false, false])
  await pass(3 * MINUTE)
  expect(over()).toEqual([true, true, false])
})

test('a stream that nobody reads makes room for another after half a minute', async () => {
  const { request, open, pass } = await withStreams()
  for (let i = 0; i < 9; i += 1) await request()
  const reader = await open()
  await pass(25 * SECOND)
  expect((await request()).status).toBe(429)
  await pass(6 * SECOND)
  expect((await request()).status).toBe(200)
  expect(reader.isOver).toBe(false)
})

test('a process has 1,000 streams at a time, of which free accounts have half, and a network 50', async () => {
  const { spaceData, request, ask } = await withStreams({
    tiers: { free: { ...tiersOf().get('free'), keys: 10 } },
  })
  const open = async (tier: 'free' | 'enterprise', network: number) => {
    const keys = await Promise.all(
      Array.from({ length: 6 }, (_, i) => spaceData.keys.issue({ tier, label: `${i}` })),
    )
    const asked = keys.flatMap(({ key }) => Array.from({ length: 10 }, () => key))
    const answers = asked.map((key) => request('', {}, key, `192.0.2.${network}`))
    return (await Promise.all(answers)).filter(({ status }) => status === 200).length
  }
  const free: number[] = []
  for (let network = 0; network < 11; network += 1) free.push(await open('free', network))
  expect(free).toEqual([...new Array(10).fill(50), 0])
  const paid: number[] = []
  for (let network = 100; network < 111; network += 1) paid.push(await open('enterprise', network))
  expect(paid).toEqual([...new Array(10).fill(50), 0])
  const { key } = await spaceData.keys.issue({ tier: 'enterprise', label: 'late' })
  const refused = await ask('GET', '/v1/alerts/stream', { 'x-api-key': key }, { ip: '198.51.100.1' })
  expect([refused.status, refused.json.error, refused.json.retry_after_seconds]).toEqual([
    429,
    'rate_limited',
    60,
  ])
  expect(refused.json.message).toMatch('This server has 1000 open streams')
  console.log(
    'FIGURE streams: 550 of free accounts asked for, 500 open; 500 of others beside them; 50 of a network',
  )
})

test('a hundred streams read the head of the log once a second, and each alert once', async () => {
  const { spaceData, open, append, pass, faulty } = await withStreams()
  const readers: Reader[] = []
  for (let i = 0; i < 10; i += 1) {
    const { key } = await spaceData.keys.issue({ tier: 'pro', label: `${i}` })
    for (let n = 0; n < 10; n += 1) readers.push(await open('', {}, key, `192.0.2.${i}`))
  }
  await pass(2 * SECOND)
  const before = faulty.calls.count
  await pass(30 * SECOND)
  expect(faulty.calls.count - before).toBeLessThanOrEqual(31)
  expect(faulty.calls.count - before).toBeGreaterThanOrEqual(29)
  await append(...storms(5))
  const owners = faulty.calls.getAtomic
  await pass(3 * SECOND)
  for (const reader of readers) expect(idsOf(reader)).toEqual([1, 2, 3, 4, 5])
  expect(faulty.calls.getAtomic - owners).toBe(5)
  console.log('FIGURE streams: 100 of them read the head of the log once a second, and each alert once')
})

test('a store that is away for a while delays alerts and ends no stream', async () => {
  const { open, append, pass, faulty } = await withStreams()
  const reader = await open()
  await pass(SECOND)
  await append(storm(0))
  faulty.fault = 'throws'
  await pass(3 * MINUTE)
  expect(reader.isOver).toBe(false)
  expect(idsOf(reader)).toEqual([])
  faulty.fault = 'none'
  await pass(10 * SECOND)
  expect(idsOf(reader)).toEqual([1])
})

test('closing the instance ends its streams', async () => {
  const { spaceData, open, pass } = await withStreams()
  const reader = await open()
  await pass(SECOND)
  await spaceData.close()
  await pass(0)
  expect(reader.isOver).toBe(true)
})

test('the request is reported when the stream has ended, with its bytes and its time', async () => {
  const events: ServiceEvent[] = []
  const { request, append, pass } = await withStreams({ onEvent: (event) => events.push(event) })
  const response = await request()
  const reader = new Reader(response)
  await append(storm(0))
  await pass(5 * SECOND)
  const streamed = () => events.filter((event) => event.type === 'request')
  expect(streamed()).toEqual([])
  await reader.leave()
  const bytes = reader.sent.reduce((sum, { text }) => sum + text.length + 2, 0)
  expect(streamed()).toMatchObject([{ route: '/v1/alerts/stream', status: 200, bytes, code: null }])
  expect(streamed()[0]).toMatchObject({ id: response.headers.get('x-service-request-id') })
  expect((streamed()[0] as { ms: number }).ms).toBeGreaterThanOrEqual(5 * SECOND)
})

test('a client that reads slowly costs no memory: alerts are read from the log as it takes them', async () => {
  vi.useRealTimers()
  const COUNT = 2_000
  const { spaceData, key, append, faulty } = await withStreams()
  const padding = 'x'.repeat(16_000)
  const data = { padding }
  await append(...Array.from({ length: COUNT }, (_, i) => alertOf('launch.scheduled', NOW + i, { data })))
  const server = createServer(toNodeListener(spaceData))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  const readBefore = faulty.calls.getAtomic
  const line = `GET /v1/alerts/stream?after=0 HTTP/1.1\r\nHost: localhost\r\nx-api-key: ${key}\r\n\r\n`
  socket.pause().write(line)
  await vi.waitUntil(() => faulty.calls.getAtomic > readBefore, PATIENCE_MS)
  await still(() => faulty.calls.getAtomic)
  const ahead = faulty.calls.getAtomic - readBefore
  console.log(`FIGURE streams: ${ahead} of ${COUNT} alerts are read for a client that takes none`)
  expect(ahead).toBeGreaterThan(0)
  expect(ahead).toBeLessThan(0.5 * COUNT)
  const chunks: Buffer[] = []
  const received = new Promise<void>((resolve) => {
    socket.on('data', (chunk) => {
      chunks.push(chunk)
      if (Buffer.concat(chunks.slice(-2)).includes(`id: ${COUNT}\n`)) resolve()
    })
  })
  socket.resume()
  await received
  const text = String(Buffer.concat(chunks))
  // Chunks of HTTP may part an id from its line.
  const ids = [...text.replace(/\r\n[0-9a-f]+\r\n/g, '').matchAll(/^id: (\d+)\nevent/gm)].map(([, id]) =>
    Number(id),
  )
  expect(ids).toEqual(Array.from({ length: COUNT }, (_, i) => i + 1))
}, 60_000)
