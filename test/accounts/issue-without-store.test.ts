import { Problem } from '@space-data/core'
import { describe, expect, test } from 'vitest'
import { createAuthenticator } from '../../packages/core/src/kernel/accounts/keys/authenticate.ts'
import { issueFreeKey, issueKey } from '../../packages/core/src/kernel/accounts/keys/issue.ts'
import { KeyRecords } from '../../packages/core/src/kernel/accounts/keys/key-records.ts'
import { NOON, testContext } from '../support/context.ts'
import { ABSENCES, everythingLate, type Fault, faultyBackend } from '../support/faulty-backend.ts'

const FAULTS: Fault[] = [...ABSENCES, 'read-only']

function setUp() {
  const faulty = faultyBackend()
  const context = testContext({ backend: faulty.backend })
  const issue = (of = context) =>
    issueFreeKey('test', 'network', of).then(
      ({ key }) => key,
      (error: unknown) => {
        if (error instanceof Problem) return error.code
        throw error
      },
    )
  return { faulty, context, issue }
}

/** Does `work` just before the nth operation of a name reaches the backend. */
function before(
  faulty: ReturnType<typeof faultyBackend>,
  name: keyof ReturnType<typeof faultyBackend>['calls'],
  nth: number,
  work: () => void,
): void {
  let count = faulty.calls[name]
  const at = count + nth
  Object.defineProperty(faulty.calls, name, {
    configurable: true,
    enumerable: true,
    get: () => count,
    set(next: number) {
      count = next
      if (next === at) work()
    },
  })
}

describe.each(FAULTS)('a store that %s', (fault) => {
  test('no key is shown, and the slot is there when the store is back', async () => {
    const { faulty, context, issue } = setUp()
    faulty.fault = fault
    expect(await issue()).toBe('store_unavailable')
    await everythingLate()
    faulty.fault = 'none'
    // A late claim was carried out for a key that was never written: it is an orphan for half a minute.
    context.time.at += fault === 'late' ? 30_000 : 1_000
    expect(await issue()).toMatch(/^sd_live_/)
    expect(await issue()).toBe('key_issuance_limited')
  })

  // Operations of one issue: claim, set key-id, set key, read-back.
  test.each([
    ['set', 1],
    ['set', 2],
    ['get', 1],
  ] as const)(
    'from its %s number %d on: no key is shown, no first error is hidden, the slot frees itself',
    async (name, nth) => {
      const { faulty, context, issue } = setUp()
      before(faulty, name, nth, () => {
        faulty.fault = fault
      })
      const shown = await issue()
      await everythingLate()
      if (fault === 'read-only' && name === 'get') {
        // All was written, and what was written can be read.
        expect(shown).toMatch(/^sd_live_/)
        return
      }
      expect(shown).toBe('store_unavailable')
      faulty.fault = 'none'
      context.time.at = NOON + 31_000
      const next = await issue()
      const orphan =
        (await new KeyRecords(context.store).all()).length > (next.startsWith('sd_live_') ? 1 : 0)
      // A record that was written after all keeps the slot, unless that could be released: one key at most is
      // ever shown.
      if (!orphan) expect(next).toMatch(/^sd_live_/)
      expect(await issue()).toBe('key_issuance_limited')
    },
  )
})

describe('a claim whose process ended before it wrote the key', () => {
  /** Claims the slot and hears nothing more, as a process that is killed. */
  const killedAfterClaim = async () => {
    const service = setUp()
    const dying = testContext({
      backend: {
        ...service.faulty.backend,
        adapter: Object.assign(new Map(), { set: () => new Promise(() => {}) }),
      },
      time: service.context.time,
    })
    void issueFreeKey('test', 'network', dying).catch(() => {})
    await Promise.resolve()
    return service
  }

  test('keeps the network out for thirty seconds and no longer', async () => {
    const { context, issue } = await killedAfterClaim()
    expect(await issue()).toBe('key_issuance_limited')
    context.time.at = NOON + 29_999
    expect(await issue()).toBe('key_issuance_limited')
    context.time.at = NOON + 30_000
    expect(await issue()).toMatch(/^sd_live_/)
    expect(await issue()).toBe('key_issuance_limited')
  })

  test('is taken over by one of a thousand', async () => {
    const { context, issue } = await killedAfterClaim()
    context.time.at = NOON + 3_600_000
    const results = await Promise.all(Array.from({ length: 1_000 }, () => issue()))
    expect(results.filter((result) => result.startsWith('sd_live_'))).toHaveLength(1)
    expect(await new KeyRecords(context.store).all()).toHaveLength(1)
  })

  test('is not taken over where the key is there, however old, nor where that cannot be told', async () => {
    const { faulty, context, issue } = setUp()
    expect(await issue()).toMatch(/^sd_live_/)
    context.time.at += 11 * 3_600_000
    expect(await issue()).toBe('key_issuance_limited')
    before(faulty, 'get', 1, () => {
      faulty.fault = 'throws'
    })
    expect(await issue()).toBe('store_unavailable')
    faulty.fault = 'none'
    expect(await issue()).toBe('key_issuance_limited')
  })
})

test('a clock that goes back over midnight gives no second key', async () => {
  const { context, issue } = setUp()
  context.time.at = Date.parse('2026-11-22T00:30:00Z')
  expect(await issue()).toMatch(/^sd_live_/)
  for (const back of [3_600_000, 23.5 * 3_600_000]) {
    context.time.at = Date.parse('2026-11-22T00:30:00Z') - back
    expect(await issue()).toBe('key_issuance_limited')
  }
})

test('a lock that has passed to another is not released by the one that held it before', async () => {
  const { faulty, context } = setUp()
  const other = testContext({ backend: faulty.backend, time: context.time })
  const order = { tier: 'hobby', label: 'test', account: 'acme' } as const
  const lock = 'lock:account:acme'
  let holder: unknown
  before(faulty, 'set', 1, () => {
    // This order is so slow that its lock has ended and another order holds the next one.
    context.time.at += 30_000
    holder = other.store.atomic.setIfAbsent(lock, 'the next order', context.time.at + 30_000, context.time.at)
  })
  await expect(issueKey(order, context)).rejects.toMatchObject({ code: 'store_unavailable' })
  expect(holder).toBe('the next order')
  expect(await context.store.atomic.setIfAbsent(lock, 'a third', NOON + 60_000, context.time.at)).toBe(
    'the next order',
  )
})

test('a key that was written is shown even if its lock cannot be released', async () => {
  const { faulty, context } = setUp()
  // Each of the three records of a key prolongs the lock before it is written.
  before(faulty, 'compareAndSwap', 4, () => {
    faulty.fault = 'throws'
  })
  const { key, record } = await issueKey({ tier: 'hobby', label: 'test', account: 'acme' }, context)
  faulty.fault = 'none'
  const authorize = createAuthenticator(context)
  expect(await authorize({ header: (name) => (name === 'x-api-key' ? key : null) })).toEqual(record)
  expect(context.errors).toHaveLength(1)
})
