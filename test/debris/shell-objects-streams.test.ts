import { get, type IncomingMessage } from 'node:http'
import { memory } from '@space-data/core'
import { listen, toNodeListener } from '@space-data/core/node'
import { expect, test } from 'vitest'
import { feedService, linesOf, NIGHT } from '../pages/feed-service.ts'
import { elapsing } from '../support/elapsing.ts'
import { faultyBackend } from '../support/faulty-backend.ts'
import { turns } from '../support/turns.ts'
import { elementSets } from './night/element-sets.ts'

const AT = Date.parse(NIGHT)
const DAY = 86_400_000

/** Reads the rest of a body; rejects where it is cut off. */
async function rest(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for (let next = await reader.read(); !next.done; next = await reader.read())
    text += decoder.decode(next.value, { stream: true })
  return text
}

test('a list that began on one run ends with it, although another is published meanwhile', async () => {
  const { run, open, clock } = await feedService()
  const first = await run(elementSets(4_000, AT))
  const reader = (await open('?format=ndjson')).body!.getReader()
  const { value } = await reader.read()
  clock.advance(DAY)
  await run(elementSets(10, AT))
  const lines = linesOf(new TextDecoder().decode(value) + (await rest(reader)))
  expect(lines).toHaveLength(4_002)
  expect(lines.at(-1)).toMatchObject({ record: 'trailer', run_id: first, count: 4_000, complete: true })
})

test.each(['ndjson', 'csv', 'parquet'])(
  'a list as %s whose run is deleted meanwhile is cut off',
  async (format) => {
    const { run, open, clock } = await feedService()
    await run(elementSets(9_000, AT))
    const reader = (await open(`?format=${format}`)).body!.getReader()
    await reader.read()
    for (const count of [10, 11]) {
      clock.advance(DAY)
      await run(elementSets(count, AT))
    }
    await expect(rest(reader)).rejects.toThrow('lacks objects:')
  },
)

test('a run that was deleted before the first part is read is answered from the current one', async () => {
  const store = memory()
  const { run, get } = await feedService({ store })
  const other = await feedService({ store })
  await run(elementSets(20, AT))
  expect((await get('?format=csv')).status).toBe(200)
  other.clock.advance(1_000)
  await other.run(elementSets(21, AT))
  other.clock.advance(1_000)
  const latest = await other.run(elementSets(22, AT))
  // For up to 30 seconds this process knows of no other run than the first.
  const lines = linesOf((await get('?format=ndjson')).text)
  expect(lines.at(-1)).toMatchObject({ run_id: latest, count: 22, complete: true })
})

test('the service reads a part when its reader has read the one before, and none once it left', async () => {
  const faulty = faultyBackend()
  const { run, open } = await feedService({ store: faulty.backend })
  await run(elementSets(9_000, AT))
  const reader = (await open('?format=csv&trailer=1')).body!.getReader()
  await reader.read()
  await turns()
  const atStart = faulty.calls.get
  // Head, names and the fifteen chunks of the first part.
  for (let chunk = 0; chunk < 16; chunk += 1) await reader.read()
  await turns()
  expect(faulty.calls.get).toBe(atStart)
  await reader.read()
  await turns()
  expect(faulty.calls.get).toBe(atStart + 1)
  await reader.cancel()
  await turns()
  expect(faulty.calls.get).toBe(atStart + 1)
})

/** A server with a list that does not fit into the buffers of the system, and how a client begins it. */
async function servedList() {
  const { run, spaceData, key } = await feedService()
  await run(elementSets(15_000, AT))
  const listening = await listen(toNodeListener(spaceData), { port: 0 })
  const url = new URL('/shell/objects?format=ndjson', listening.url)
  // Not `fetch`: that of Node takes a connection that closes for the end of any response.
  const begin = () =>
    new Promise<IncomingMessage>((resolve) => {
      get(url, { headers: { 'x-api-key': key } }, resolve)
    })
  return { listening, begin }
}

test('a server that drains sends a list to its end', async () => {
  const { listening, begin } = await servedList()
  const response = await begin()
  const drained = listening.drain(25_000)
  let text = ''
  for await (const chunk of response.setEncoding('utf8')) text += chunk
  expect(linesOf(text).at(-1)).toMatchObject({ count: 15_000, complete: true })
  await drained
})

test('a list that takes longer than a drain is cut off, and its reader does not take it for the whole', async () => {
  const { listening, begin } = await servedList()
  const response = await begin()
  await listening.drain(100)
  await expect(async () => {
    for await (const _ of response);
  }).rejects.toThrow('aborted')
  expect(response.complete).toBe(false)
})

const FORMATS = ['ndjson', 'csv', 'parquet'] as const

test('20 lists at once: exactly 3 are sent, and the quota counts these', async () => {
  const { run, open, get } = await feedService()
  await run(elementSets(3_000, AT))
  for (let round = 0; round < 2; round += 1) {
    const burst = Array.from({ length: 20 }, (_, i) => open(`?format=${FORMATS[i % 3]}`))
    const responses = await Promise.all(burst)
    const sent = responses.filter(({ status }) => status === 200)
    const refused = responses.filter(({ status }) => status === 429)
    expect([sent.length, refused.length]).toEqual([3, 17])
    for (const { headers } of refused) expect(headers.get('retry-after')).toBe('10')
    expect(await refused[0]?.json()).toEqual({
      error: 'rate_limited',
      message: 'This account has 3 open complete lists, which is the maximum. Close one, or retry in 10 s.',
      retry_after_seconds: 10,
    })
    // Pages and HEAD are no lists, and a list that has ended, or whose reader has left, makes room.
    expect((await open('?format=csv', 'HEAD')).status).toBe(200)
    expect((await get('?limit=10')).headers.get('ratelimit')).toMatch(`r=${10_000 - 5 * (round + 1)};`)
    await sent[0]?.body?.cancel()
    for (const { body } of sent.slice(1)) await new Response(body).arrayBuffer()
  }
})

test('a list that fails before it begins takes no place', async () => {
  const faulty = faultyBackend()
  const { run, open } = await feedService({ store: faulty.backend })
  await run(elementSets(3_000, AT))
  expect((await open('?format=csv', 'HEAD')).status).toBe(200)
  faulty.fault = 'throws'
  for (let i = 0; i < 10; i += 1) expect((await open('?format=csv')).status).toBe(503)
  faulty.fault = 'none'
})

test('a list that nobody reads for half a minute, or too slowly, is cut off and makes room', async () => {
  const { run, open } = await feedService()
  await run(elementSets(9_000, AT))
  using time = elapsing()
  const [unread, slow, quick] = [
    await open('?format=ndjson'),
    await open('?format=ndjson'),
    await open('?format=ndjson'),
  ]
  const readers = [slow, quick].map(({ body }) => body!.getReader())
  const readBoth = () => Promise.all(readers.map((reader) => reader.read()))
  await readBoth()
  time.pass(29_000)
  await readers[0]?.read()
  expect((await open('?format=ndjson')).status).toBe(429)
  time.pass(2_000)
  // `unread` and `quick` were not read for 31 s; `slow` has read two chunks in as long, but not for longer.
  const [one, two] = [await open('?format=ndjson'), await open('?format=ndjson')]
  expect([one.status, two.status]).toEqual([200, 200])
  await expect(rest(unread.body!.getReader())).rejects.toThrow('stopped before its end')
  await expect(rest(readers[1]!)).rejects.toThrow('stopped before its end')
  time.pass(5_000)
  await expect(rest(readers[0]!)).rejects.toThrow('read too slowly')
  expect((await open('?format=ndjson')).status).toBe(200)
})
