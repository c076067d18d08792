import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sqliteDriver } from '../../../packages/core/src/adapters/sqlite/driver.ts'

vi.mock('cloudflare:workers', () => ({ DurableObject: class {} }))
const { SpaceDataStore } = await import('../../../packages/core/src/adapters/durable-object/index.ts')

const NOW = Date.parse('2026-11-21T12:00:00Z')
const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000]
const driver = await sqliteDriver()

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
})
afterEach(() => {
  vi.useRealTimers()
})

/** A Durable Object on the SQLite of this machine, with an alarm that the test can inspect and trigger. */
function newObject() {
  const database = driver.open(':memory:')
  const all = (query: string, ...bindings: unknown[]) => database.prepare(query).all(...bindings)
  const alarm: { at: number | null } = { at: null }
  const storage = {
    sql: { exec: (query: string, ...bindings: unknown[]) => ({ toArray: () => all(query, ...bindings) }) },
    getAlarm: async () => alarm.at,
    setAlarm: async (at: number) => {
      alarm.at = at
    },
  }
  /** Runs the alarm as the runtime does: on a new instance, if the object was hibernated. */
  const awake = () => new SpaceDataStore({ storage }, {})
  return {
    alarm,
    awake,
    count: () => Number(all('SELECT count(*) AS n FROM counters')[0]?.['n']),
    async ring(object = awake()) {
      const begun = alarm.at
      alarm.at = null
      await object.alarm()
      await settled()
      return begun
    },
  }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

test('a Durable Object sweeps by an alarm within the hour, in steps, also after hibernation', async () => {
  const { alarm, awake, count, ring } = newObject()
  const object = awake()
  for (let i = 0; i < 2_500; i += 1) object.setIfAbsent(`claim ${i}`, 'me', NOW + MINUTE, NOW)
  object.setIfAbsent('long', 'me', NOW + 3 * HOUR, NOW)
  await settled()
  expect(alarm.at).toBe(NOW + HOUR)

  vi.setSystemTime(NOW + HOUR)
  await ring()
  expect([count(), alarm.at]).toEqual([2_501, NOW + 2 * HOUR])
  vi.setSystemTime(NOW + 2 * HOUR)
  const left: number[] = []
  for (let i = 0; i < 3; i += 1) {
    await ring()
    left.push(count())
  }
  expect(left).toEqual([1_501, 501, 1])
  expect(alarm.at).toBe(NOW + 3 * HOUR)
  for (let hour = 3; hour < 6; hour += 1) {
    vi.setSystemTime(NOW + hour * HOUR)
    await ring()
  }
  // Nothing is left to delete until the next write.
  expect([count(), alarm.at]).toEqual([0, null])
  awake().add('next', 1, NOW + 9 * HOUR, NOW + 6 * HOUR)
  await settled()
  expect(alarm.at).toBe(NOW + 6 * HOUR)
})

test.each(['the same', 'one that has slept'])(
  'a clock that was ahead does not delay the sweep of a Durable Object: %s',
  async (which) => {
    const { alarm, awake, count, ring } = newObject()
    const object = awake()
    object.add('day', 5, NOW + 30 * DAY, NOW)
    object.add('window', 5, NOW + MINUTE, NOW)
    await settled()
    await ring(object)
    vi.setSystemTime(NOW + 400 * DAY)
    await ring(object)
    expect(alarm.at).toBe(NOW + 400 * DAY + HOUR)

    vi.setSystemTime(NOW + 2 * HOUR)
    const next = which === 'the same' ? object : awake()
    next.add('window 2', 5, NOW + 2 * HOUR + MINUTE, NOW + 2 * HOUR)
    await settled()
    expect(alarm.at).toBe(NOW + 3 * HOUR)
    vi.setSystemTime(NOW + 3 * HOUR)
    await ring(next)
    expect(count()).toBe(1)
    expect(next.count('day', NOW + 3 * HOUR)).toBe(1)
  },
)
