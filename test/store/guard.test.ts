import Keyv from 'keyv'
import { KeyvFile } from 'keyv-file'
import { describe, expect, test } from 'vitest'
import { memory } from '../../packages/core/src/backends/memory.ts'
import { Problem } from '../../packages/core/src/problem.ts'
import type { Backend } from '../../packages/core/src/store/backend.ts'
import { Guard } from '../../packages/core/src/store/guard.ts'
import { SharedPatience } from '../../packages/core/src/store/patience.ts'
import { openStore } from '../../packages/core/src/store/store.ts'
import { ABSENCES, everythingLate, faultyBackend } from '../support/faulty-backend.ts'

function setUp(patienceMs?: number) {
  const time = { at: 0 }
  const changes: string[] = []
  const guard = new Guard({
    patience: patienceMs === undefined ? undefined : new SharedPatience(patienceMs),
    elapsed: () => time.at,
    onChange: (failure) => changes.push(failure ? 'failed' : 'back'),
  })
  let reached = 0
  /** Asks, and tells whether the backend was reached and how it went. */
  const ask = async (operation: () => unknown): Promise<[reached: boolean, how: unknown]> => {
    const before = reached
    const how = await (async () =>
      guard.run(() => {
        reached += 1
        return operation()
      }))().catch((error: Problem) => error.code)
    return [reached > before, how]
  }
  return { time, changes, guard, ask }
}

const fail = () => {
  throw new Error('refused')
}

test('what is synchronous stays so, and a failure keeps its cause', () => {
  const { guard } = setUp(10)
  expect(guard.run(() => 7)).toBe(7)
  expect(() => guard.run(fail)).toThrow(Problem)
  expect(() => guard.run(fail)).toThrow(
    expect.objectContaining({
      code: 'store_unavailable',
      retryAfterSeconds: 30,
      cause: expect.objectContaining({ message: 'refused' }),
    }),
  )
})

test('after three failures in a row all fail at once; a second later one tries, and then all go on', async () => {
  const { ask, time, changes } = setUp()
  for (let i = 0; i < 3; i += 1) expect(await ask(fail)).toEqual([true, 'store_unavailable'])
  for (const at of [0, 500, 999]) {
    time.at = at
    expect(await ask(() => 'good')).toEqual([false, 'store_unavailable'])
  }
  time.at = 1_000
  expect(await ask(fail)).toEqual([true, 'store_unavailable'])
  expect(await ask(() => 'good')).toEqual([false, 'store_unavailable'])
  time.at = 2_000
  expect(await ask(() => 'good')).toEqual([true, 'good'])
  expect(await ask(() => 'good')).toEqual([true, 'good'])
  expect(changes).toEqual(['failed', 'back'])
})

test('failures with a success between them are no sign of an absent store', async () => {
  const { ask, changes } = setUp()
  for (let i = 0; i < 10; i += 1) {
    expect(await ask(fail)).toEqual([true, 'store_unavailable'])
    expect(await ask(fail)).toEqual([true, 'store_unavailable'])
    expect(await ask(async () => 'good')).toEqual([true, 'good'])
  }
  expect(changes).toEqual([])
})

test('one that takes too long is enough; one probe at a time tries again, even if it never ends', async () => {
  const { ask, time, changes } = setUp(5)
  const hang = () => new Promise(() => {})
  expect(await ask(hang)).toEqual([true, 'store_unavailable'])
  expect(await ask(hang)).toEqual([false, 'store_unavailable'])
  time.at = 1_000
  const probe = ask(hang)
  expect(await ask(hang)).toEqual([false, 'store_unavailable'])
  expect(await probe).toEqual([true, 'store_unavailable'])
  expect(changes).toEqual(['failed'])
})

test('a probe without a limit that never ends does not keep the next from trying', async () => {
  const { ask, time, guard } = setUp()
  for (let i = 0; i < 3; i += 1) await ask(fail)
  time.at = 1_000
  guard.run(() => new Promise(() => {}))
  time.at = 1_999
  expect(await ask(() => 'good')).toEqual([false, 'store_unavailable'])
  time.at = 2_000
  expect(await ask(() => 'good')).toEqual([true, 'good'])
})

test('what began before a store was given up says nothing of it later', async () => {
  const { ask, time, changes } = setUp()
  let [resolve, reject] = [(_: unknown) => {}, (_: unknown) => {}]
  const early = ask(() => new Promise((done) => (resolve = done)))
  const earlyToo = ask(() => new Promise((_, no) => (reject = no)))
  for (let i = 0; i < 3; i += 1) await ask(fail)
  resolve('early')
  expect(await early).toEqual([true, 'early'])
  expect(await ask(() => 'good')).toEqual([false, 'store_unavailable'])
  time.at = 1_000
  expect(await ask(() => 'good')).toEqual([true, 'good'])
  reject(new Error('refused'))
  expect(await earlyToo).toEqual([true, 'store_unavailable'])
  expect(await ask(() => 'good')).toEqual([true, 'good'])
  expect(changes).toEqual(['failed', 'back'])
})

describe.each(ABSENCES)('a store that %s', (fault) => {
  test('costs a thousand callers at most a handful of operations, and answers again once it is back', async () => {
    const time = { at: 0 }
    const faulty = faultyBackend()
    const store = openStore(faulty.backend, { elapsed: () => time.at })
    faulty.fault = fault
    const codes = new Set<string>()
    const before = faulty.allCalls()
    for (let i = 0; i < 500; i += 1) {
      await store.get('a').catch(({ code }: Problem) => codes.add(code))
      await store.set('a', i).catch(({ code }: Problem) => codes.add(code))
    }
    expect([...codes]).toEqual(['store_unavailable'])
    expect(faulty.allCalls() - before).toBeLessThanOrEqual(6)
    await everythingLate()
    faulty.fault = 'none'
    time.at = 1_000
    await store.set('a', 'back')
    expect(await store.get('a')).toBe('back')
  })
})

test('a store that cannot be written is read all the same', async () => {
  const faulty = faultyBackend()
  const changes: string[] = []
  const store = openStore(faulty.backend, {
    elapsed: () => 0,
    onChange: (access, failure) => changes.push(`${access} ${failure ? 'failed' : 'back'}`),
  })
  await store.set('a', 1)
  faulty.fault = 'read-only'
  for (let i = 0; i < 10; i += 1) {
    await expect(store.set('a', 2)).rejects.toMatchObject({ code: 'store_unavailable' })
    expect(await store.get('a')).toBe(1)
  }
  expect(changes).toEqual(['write failed'])
})

describe('a record that makes no sense', () => {
  test.each(['', 'x', '{', 'null', '7', '"text"', '[]', '{}', '{"values":1}', '\0'])(
    'is a failure for its key and no other: %j',
    async (text) => {
      const faulty = faultyBackend()
      const store = openStore(faulty.backend)
      await faulty.putRaw('bad', text)
      await store.set('good', 1)
      for (let i = 0; i < 5; i += 1) {
        await expect(store.get('bad')).rejects.toMatchObject({
          code: 'store_unavailable',
          cause: expect.objectContaining({ message: expect.stringContaining('record bad') }),
        })
      }
      expect(await store.get('good')).toBe(1)
    },
  )
})

test('what the backend warns of is told as it is now', () => {
  const warnings: string[] = []
  const store = openStore({ ...memory(), warnings })
  expect(store.warnings).toEqual([])
  warnings.push('append-only file is off')
  expect(store.warnings).toEqual(['append-only file is off'])
  expect(openStore(memory()).warnings).toEqual([])
})

test.each<[string, () => unknown]>([
  ['a Keyv', () => new Keyv()],
  ['a map', () => new Map()],
  ["an adapter of keyv's", () => new KeyvFile()],
  ['nothing', () => ({})],
])('what is no backend is refused at once, with a word on what to do: %s', (_, make) => {
  expect(() => openStore(make() as Backend)).toThrow(TypeError)
  expect(() => openStore(make() as Backend)).toThrow('keyvBackend(adapter)')
})

test('what a backend has not got tells nothing of how it is: a flush of nothing ends no failure', async () => {
  const faulty = faultyBackend()
  const changes: string[] = []
  const store = openStore(faulty.backend, {
    elapsed: () => 0,
    onChange: (access, failure) => changes.push(`${access} ${failure ? 'failed' : 'back'}`),
  })
  faulty.fault = 'throws'
  for (let i = 0; i < 3; i += 1) {
    await expect(store.set('a', 1)).rejects.toMatchObject({ code: 'store_unavailable' })
    await expect(store.get('a')).rejects.toMatchObject({ code: 'store_unavailable' })
    await store.flush()
    await store.losses()
  }
  expect(changes).toEqual(['write failed', 'read failed'])
})
