import { Problem } from '@space-data/core'
import { describe, expect, test } from 'vitest'
import { StoreCircuitBreaker } from '../../../packages/core/src/kernel/storage/circuit-breaker.ts'
import { openStore } from '../../../packages/core/src/kernel/storage/store.ts'
import { SharedTimer } from '../../../packages/core/src/kernel/storage/timeout.ts'
import { ABSENCES, everythingLate, faultyBackend } from '../../support/faulty-backend.ts'

function setUp(timeoutMs?: number) {
  const time = { at: 0 }
  const changes: string[] = []
  const breaker = new StoreCircuitBreaker({
    timeout: timeoutMs === undefined ? undefined : new SharedTimer(timeoutMs),
    elapsed: () => time.at,
    onChange: (failure) => changes.push(failure ? 'failed' : 'back'),
  })
  let reached = 0
  /** Runs an operation; returns whether it was called, and its result or the code of its Problem. */
  const ask = async (operation: () => unknown): Promise<[reached: boolean, how: unknown]> => {
    const before = reached
    const how = await (async () =>
      breaker.run(() => {
        reached += 1
        return operation()
      }))().catch((error: Problem) => error.code)
    return [reached > before, how]
  }
  return { time, changes, breaker, ask }
}

const fail = () => {
  throw new Error('refused')
}

test('the circuit breaker keeps synchronous operations synchronous, and the cause of a failure', () => {
  const { breaker } = setUp(10)
  expect(breaker.run(() => 7)).toBe(7)
  expect(() => breaker.run(fail)).toThrow(Problem)
  expect(() => breaker.run(fail)).toThrow(
    expect.objectContaining({
      code: 'store_unavailable',
      retryAfterSeconds: 30,
      cause: expect.objectContaining({ message: 'refused' }),
    }),
  )
})

test('the circuit opens after three consecutive failures, probes after a quarter of a second, and closes on success', async () => {
  const { ask, time, changes } = setUp()
  for (let i = 0; i < 3; i += 1) expect(await ask(fail)).toEqual([true, 'store_unavailable'])
  for (const at of [0, 100, 249]) {
    time.at = at
    expect(await ask(() => 'good')).toEqual([false, 'store_unavailable'])
  }
  time.at = 250
  expect(await ask(fail)).toEqual([true, 'store_unavailable'])
  expect(await ask(() => 'good')).toEqual([false, 'store_unavailable'])
  time.at = 500
  expect(await ask(() => 'good')).toEqual([true, 'good'])
  expect(await ask(() => 'good')).toEqual([true, 'good'])
  expect(changes).toEqual(['failed', 'back'])
})

test('the circuit stays closed if successes come between the failures', async () => {
  const { ask, changes } = setUp()
  for (let i = 0; i < 10; i += 1) {
    expect(await ask(fail)).toEqual([true, 'store_unavailable'])
    expect(await ask(fail)).toEqual([true, 'store_unavailable'])
    expect(await ask(async () => 'good')).toEqual([true, 'good'])
  }
  expect(changes).toEqual([])
})

test('the circuit opens after one timeout, and lets one probe through at a time, even if it never ends', async () => {
  const { ask, time, changes } = setUp(5)
  const hang = () => new Promise(() => {})
  expect(await ask(hang)).toEqual([true, 'store_unavailable'])
  time.at = 999
  expect(await ask(hang)).toEqual([false, 'store_unavailable'])
  time.at = 1_000
  const probe = ask(hang)
  expect(await ask(hang)).toEqual([false, 'store_unavailable'])
  expect(await probe).toEqual([true, 'store_unavailable'])
  expect(changes).toEqual(['failed'])
})

test('a probe without timeout that never ends does not prevent the next probe', async () => {
  const { ask, time, breaker } = setUp()
  for (let i = 0; i < 3; i += 1) await ask(fail)
  time.at = 1_000
  breaker.run(() => new Promise(() => {}))
  time.at = 1_249
  expect(await ask(() => 'good')).toEqual([false, 'store_unavailable'])
  time.at = 1_250
  expect(await ask(() => 'good')).toEqual([true, 'good'])
})

test('the outcome of an operation that began before the circuit changed is ignored', async () => {
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
  test('1,000 callers cause at most six operations on a failing store, which works again once it recovers', async () => {
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

test('a store that cannot be written can still be read', async () => {
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

test('a flush that the backend does not have does not close the circuit', async () => {
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
    await store.dataLoss()
  }
  expect(changes).toEqual(['write failed', 'read failed'])
})
