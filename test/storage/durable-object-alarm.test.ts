import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sqliteDriver } from '../../packages/core/src/backends/sqlite-driver.ts'

vi.mock('cloudflare:workers', () => ({ DurableObject: class {} }))
const { SpaceDataStore } = await import('../../packages/core/src/backends/durable-object.ts')

const NOW = Date.parse('2026-11-21T12:00:00Z')
const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000]
const driver = await sqliteDriver()

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
})
afterEach(() => {
  vi.useRealTimers()
})

/** An object on the SQLite of this machine, with an alarm clock that a test looks at and lets ring. */
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
  /** As the runtime does: the object may have slept since it was last called. */
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

test('an object that gets claims alone sweeps by an alarm within the hour, in steps, also when it has slept', async () => {
  const { alarm, awake, count, ring } = newObject()
  const object = awake()
  for (let i = 0; i < 2_500; i += 1) object.claim(`claim ${i}`, 'me', NOW + MINUTE, NOW)
  object.claim('long', 'me', NOW + 3 * HOUR, NOW)
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
  // Nothing is left to forget, until something is written.
  expect([count(), alarm.at]).toEqual([0, null])
  awake().take('next', 1, NOW + 9 * HOUR, NOW + 6 * HOUR)
  await settled()
  expect(alarm.at).toBe(NOW + 6 * HOUR)
})

test.each(['the same', 'one that has slept'])(
  'a clock that was ahead, and is set back, puts no sweep off: %s',
  async (which) => {
    const { alarm, awake, count, ring } = newObject()
    const object = awake()
    object.take('day', 5, NOW + 30 * DAY, NOW)
    object.take('window', 5, NOW + MINUTE, NOW)
    await settled()
    await ring(object)
    vi.setSystemTime(NOW + 400 * DAY)
    await ring(object)
    expect(alarm.at).toBe(NOW + 400 * DAY + HOUR)

    vi.setSystemTime(NOW + 2 * HOUR)
    const next = which === 'the same' ? object : awake()
    next.take('window 2', 5, NOW + 2 * HOUR + MINUTE, NOW + 2 * HOUR)
    await settled()
    expect(alarm.at).toBe(NOW + 3 * HOUR)
    vi.setSystemTime(NOW + 3 * HOUR)
    await ring(next)
    expect(count()).toBe(1)
    expect(next.used('day', NOW + 3 * HOUR)).toBe(1)
  },
)
