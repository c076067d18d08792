import { get, type IncomingMessage } from 'node:http'
import { memory } from '@space-data/core'
import { listen, toNodeListener } from '@space-data/core/node'
import { expect, test } from 'vitest'
import { elementSets } from '../jobs/element-sets.ts'
import { faultyBackend } from '../support/faulty-backend.ts'
import { feedService, linesOf, NIGHT } from './feed-service.ts'

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
  const idle = () => new Promise((resolve) => setTimeout(resolve, 20))
  const reader = (await open('?format=csv')).body!.getReader()
  await reader.read()
  await idle()
  const atStart = faulty.calls.get
  // Head, names and the fifteen chunks of the first part.
  for (let chunk = 0; chunk < 16; chunk += 1) await reader.read()
  await idle()
  expect(faulty.calls.get).toBe(atStart)
  await reader.read()
  await idle()
  expect(faulty.calls.get).toBe(atStart + 1)
  await reader.cancel()
  await idle()
  expect(faulty.calls.get).toBe(atStart + 1)
})

test('a server that drains cuts a list off, and its reader does not take a part for the whole', async () => {
  const { run, spaceData, key } = await feedService()
  await run(elementSets(15_000, AT))
  const listening = await listen(toNodeListener(spaceData), { port: 0 })
  const url = new URL('/shell/objects?format=ndjson', listening.url)
  const whole = await (await fetch(url, { headers: { 'x-api-key': key } })).text()
  expect(linesOf(whole).at(-1)).toMatchObject({ count: 15_000, complete: true })
  // Not `fetch`: that of Node takes a connection that closes for the end of any response.
  const response = await new Promise<IncomingMessage>((resolve) => {
    get(url, { headers: { 'x-api-key': key } }, resolve)
  })
  const drained = listening.drain(10_000)
  await expect(async () => {
    for await (const _ of response);
  }).rejects.toThrow('aborted')
  expect(response.complete).toBe(false)
  await drained
})
