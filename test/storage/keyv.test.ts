import { InvalidOptionError, type StoreBackend } from '@space-data/core'
import Keyv, { type KeyvStoreAdapter } from 'keyv'
import { expect, test, vi } from 'vitest'
import { createSpaceData, keyv } from '../../packages/core/src/index.ts'
import { PATIENCE_MS } from '../support/patience.ts'
import { fileAdapter } from './file-adapter.ts'
import { storageSuite } from './suite.ts'
import { temporaryFolder } from './temporary-sqlite.ts'

/** A third-party adapter with one file per record, in a temporary folder that is deleted on close. */
async function temporaryFiles(): Promise<StoreBackend> {
  const folder = temporaryFolder()
  const backend = await keyv(fileAdapter(folder.path), { description: `Files in ${folder.path}` })
  const close = async () => {
    await backend.close()
    folder[Symbol.dispose]()
  }
  return { ...backend, close }
}

storageSuite('keyv-file', temporaryFiles, { longestKey: 100 })

const NOW = Date.UTC(2026, 10, 21, 12)
const UNTIL = NOW + 3_600_000
const MANY = 1e9
const WAIT = { timeout: PATIENCE_MS }

/** An adapter on a map, which several can share as if they were restarts, and whose writes can fail. */
function mapAdapter(records = new Map<string, string>()) {
  const control = { failure: undefined as Error | undefined, held: Promise.resolve(), writes: 0 }
  const adapter = {
    opts: {},
    get: async (key: string) => records.get(key),
    async set(key: string, value: string) {
      await control.held
      if (control.failure) throw control.failure
      control.writes += 1
      records.set(key, value)
      return true
    },
    delete: async (key: string) => records.delete(key),
    clear: async () => records.clear(),
    on: () => adapter,
    async *iterator() {
      yield* [...records.entries()]
    },
  } as unknown as KeyvStoreAdapter
  return { adapter, records, control }
}

/** The count of `quota` as it is stored. */
function counted(records: ReadonlyMap<string, string>): number {
  const slots = ['/0', '/1'].map((slot) => records.get(`space-data:counter:quota${slot}`) ?? '{}')
  return Math.max(...slots.map((text) => JSON.parse(text).value?.count ?? 0))
}

test('counts and values are there after a restart', async () => {
  const { adapter } = mapAdapter()
  const before = await keyv(adapter)
  await before.atomic.add('count', 5, UNTIL, NOW, 3)
  await before.atomic.raise('raised', 7, UNTIL, NOW)
  await before.atomic.setIfAbsent('claim', 'one', UNTIL, NOW)
  await before.atomic.compareAndSwap('record', '', 'a', UNTIL, NOW)
  await before.atomic.setIfAbsent('released', 'one', UNTIL, NOW)
  await before.atomic.subtract('released')
  await before.close()

  const { atomic, close } = await keyv(adapter)
  expect(await atomic.add('count', 5, UNTIL, NOW, 9)).toEqual({ added: 2, count: 5 })
  expect(await atomic.count('raised', NOW)).toBe(7)
  expect(await atomic.setIfAbsent('claim', 'two', UNTIL, NOW)).toBe('one')
  expect(await atomic.compareAndSwap('record', 'a', 'b', UNTIL, NOW)).toBe(true)
  expect(await atomic.setIfAbsent('released', 'two', UNTIL, NOW)).toBe('two')
  await close()
})

test('a claim is written when it is returned; one that cannot be written is not held', async () => {
  const { adapter, records, control } = mapAdapter()
  const { atomic, close } = await keyv(adapter)
  await atomic.setIfAbsent('issued', 'one', UNTIL, NOW)
  expect(records.get('space-data:counter:issued/1')).toContain('"value":"one"')

  control.failure = new Error('the disk is full')
  await expect(atomic.setIfAbsent('second', 'one', UNTIL, NOW)).rejects.toThrow('the disk is full')
  await expect(atomic.compareAndSwap('issued', 'one', 'two', UNTIL, NOW)).rejects.toThrow('the disk is full')
  control.failure = undefined
  expect(await atomic.get('issued', NOW, UNTIL)).toBe('one')
  expect(await atomic.setIfAbsent('second', 'two', UNTIL, NOW)).toBe('two')
  await close()
  expect(records.get('space-data:counter:second/1')).toContain('"value":"two"')
})

test('at most 100 granted requests are not written: the next waits, and fails if the write does', async () => {
  const { adapter, records, control } = mapAdapter()
  const { atomic, close } = await keyv(adapter)
  let release = () => {}
  control.held = new Promise((resolve) => {
    release = resolve
  })
  for (let i = 1; i <= 100; i += 1)
    expect(atomic.add('quota', MANY, UNTIL, NOW)).toEqual({ added: 1, count: i })
  const waiting = [atomic.add('quota', MANY, UNTIL, NOW), atomic.add('quota', 101, UNTIL, NOW)]
  for (const each of waiting) expect(each).toBeInstanceOf(Promise)
  release()
  expect(await Promise.all(waiting)).toEqual([
    { added: 1, count: 101 },
    { added: 0, count: 101 },
  ])
  expect(counted(records)).toBe(101)

  control.failure = new Error('the disk is full')
  for (let i = 0; i < 100; i += 1) atomic.add('quota', MANY, UNTIL, NOW)
  await expect(atomic.add('quota', MANY, UNTIL, NOW)).rejects.toThrow('the disk is full')
  control.failure = undefined
  await atomic.add('quota', MANY, UNTIL, NOW)
  expect(counted(records)).toBe(203)
  await close()
})

test('a request that was granted a second ago is written before the next is granted', async () => {
  const { adapter, control } = mapAdapter()
  const { atomic, close } = await keyv(adapter)
  let release = () => {}
  control.held = new Promise((resolve) => {
    release = resolve
  })
  atomic.add('quota', MANY, UNTIL, NOW)
  await vi.waitFor(() => expect(atomic.add('quota', MANY, UNTIL, NOW)).toBeInstanceOf(Promise), WAIT)
  release()
  await close()
})

test('counts are written without a further request, many together', async () => {
  const { adapter, records, control } = mapAdapter()
  const { atomic, close } = await keyv(adapter)
  const { writes } = control
  for (let i = 0; i < 50; i += 1) atomic.add('quota', MANY, UNTIL, NOW)
  await vi.waitFor(() => expect(counted(records)).toBe(50), WAIT)
  expect(control.writes - writes).toBeLessThan(10)
  await close()
})

test('a record that a kill has torn costs one write of it, not the count', async () => {
  const { adapter, records, control } = mapAdapter()
  const before = await keyv(adapter)
  await before.atomic.add('quota', MANY, UNTIL, NOW, 150)
  await before.atomic.add('quota', MANY, UNTIL, NOW, 101)
  control.failure = new Error('killed')
  for (const { slot, count } of [
    { slot: '/0', count: 150 },
    { slot: '/1', count: 251 },
  ]) {
    const copy = mapAdapter(new Map([...records].filter(([key]) => !key.endsWith('process'))))
    copy.records.delete(`space-data:counter:quota${slot}`)
    const { atomic, close } = await keyv(copy.adapter)
    expect(await atomic.count('quota', NOW)).toBe(count)
    await close()
  }
})

test('expired counters are deleted from the adapter, also those of an earlier process', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const { adapter, records } = mapAdapter()
  const before = await keyv(adapter)
  await before.atomic.add('old', 5, UNTIL, NOW)
  await before.close()
  const { atomic, close } = await keyv(adapter)
  await atomic.add('new', 5, UNTIL + 9 * 3_600_000, UNTIL)
  vi.advanceTimersByTime(3_600_001)
  await atomic.add('new', 5, UNTIL + 9 * 3_600_000, UNTIL + 3_600_001)
  vi.useRealTimers()
  await close()
  expect([...records.keys()]).toEqual(['space-data:counter:new/1'])
})

test('a store that fails at its end, or while it is opened, does not keep the next process waiting', async () => {
  const { adapter, records, control } = mapAdapter()
  const { atomic, close } = await keyv(adapter)
  atomic.add('quota', MANY, UNTIL, NOW)
  control.failure = new Error('the disk is full')
  await expect(close()).rejects.toThrow('the disk is full')
  control.failure = undefined
  expect([...records.keys()]).toEqual([])

  records.set('space-data:counter:quota/1', 'torn')
  await expect(keyv(adapter)).rejects.toThrow()
  expect([...records.keys()]).toEqual(['space-data:counter:quota/1'])
})

test('a second process is refused, and the first continues', async () => {
  const { adapter, records } = mapAdapter()
  const first = await keyv(adapter)
  await expect(keyv(mapAdapter(records).adapter)).rejects.toMatchObject({
    code: 'KEYV_IN_USE',
    message: expect.stringMatching(/run one process, or use sqlite\(\) .* redis\(\) or postgres\(\)/),
  })
  expect(await first.atomic.add('quota', 5, UNTIL, NOW)).toEqual({ added: 1, count: 1 })
  await first.close()
  const next = await keyv(adapter)
  expect(await next.atomic.count('quota', NOW)).toBe(1)
  await next.close()
})

test('of two processes that start at once at most one continues', async () => {
  const { records } = mapAdapter()
  const started = await Promise.allSettled([
    keyv(mapAdapter(records).adapter),
    keyv(mapAdapter(records).adapter),
  ])
  const backends = started.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  const working = await Promise.allSettled(backends.map(async ({ keys }) => keys('')))
  expect(working.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(1)
  await Promise.allSettled(backends.map(({ close }) => close()))
})

test('a process that stalled and was replaced refuses every operation', async () => {
  const { adapter, records } = mapAdapter()
  const { atomic, adapter: own, keys } = await keyv(adapter)
  records.set('space-data:process', '{"value":{"id":"another","beats":1}}')
  await vi.waitFor(async () => expect(keys('')).rejects.toMatchObject({ code: 'KEYV_IN_USE' }), WAIT)
  expect(() => atomic.add('quota', 5, UNTIL, NOW)).toThrow(/another process/)
  await expect(own.get('key:1')).rejects.toMatchObject({ code: 'KEYV_IN_USE' })
})

test('the quota and the one key a day hold over a restart', async () => {
  const { adapter } = mapAdapter()
  const start = async () => createSpaceData({ store: await keyv(adapter) })
  const issue = (spaceData: Awaited<ReturnType<typeof start>>) =>
    spaceData.handle(
      new Request('https://example.test/v1/keys', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"label":"a"}',
      }),
      { ip: '192.0.2.1' },
    )
  const before = await start()
  expect((await issue(before)).status).toBe(200)
  await before.close()
  const after = await start()
  expect((await issue(after)).status).toBe(429)
  await after.close()
})

test('keyv warns of what a kill may give back', async () => {
  const { warnings, description, timeoutMs, close } = await keyv(mapAdapter().adapter)
  expect(warnings).toEqual([expect.stringMatching(/^If the process is killed, up to 100 requests/)])
  expect(description).toBe('A keyv adapter')
  expect(timeoutMs).toBe(2_500)
  await close()
})

test('keyv refuses an adapter that cannot list its keys', async () => {
  const { iterator: _, ...adapter } = mapAdapter().adapter
  await expect(keyv(adapter)).rejects.toThrow(InvalidOptionError)
  await expect(keyv(adapter)).rejects.toThrow(/no iterator/)
})

test('keyv takes an adapter of the shape of KeyvRedis 5, which has hooks as a Keyv has', async () => {
  const { adapter } = mapAdapter()
  const hookified = Object.assign(adapter, {
    hooks: new Map(),
    eventLogger: undefined,
    throwOnHookError: false,
  })
  const { atomic, close } = await keyv(hookified)
  expect(await atomic.add('count', 5, UNTIL, NOW)).toEqual({ added: 1, count: 1 })
  await close()
})

test('keyv refuses a Keyv', async () => {
  const instance = new Keyv({ store: new Map() }) as unknown as KeyvStoreAdapter
  await expect(keyv(instance)).rejects.toThrow(InvalidOptionError)
  await expect(keyv(instance)).rejects.toThrow('the adapter itself')
})
