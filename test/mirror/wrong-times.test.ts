import { memory, type StoreBackend } from '@space-data/core'
import { describe, expect, test } from 'vitest'
import { stoppedClock } from '../support/service.ts'
import { type Central, centralOn, openMirror } from './pair.ts'

const KP = '/v1/space-weather/kp'
const [SECOND, MINUTE, DAY] = [1_000, 60_000, 86_400_000]
const TTL = 15 * MINUTE

describe('times that cannot be', () => {
  test('a copy that says it is valid until 2099 is refused, told, asked for again, and not kept', async () => {
    const { central, mirror, clock } = await pair()
    central.network = saying({ fetchedAt: clock.now().getTime(), validUntil: Date.UTC(2099, 0) })
    expect((await mirror.get(KP)).status).toBe(502)
    expect(told(mirror)).toContain('valid_until exceeds the TTL')
    central.network = undefined
    clock.advance(8 * SECOND)
    const good = await mirror.get(KP)
    expect(good.status).toBe(200)
    expect(central.asked).toHaveLength(2)
    expect(good.headers.get('cache-control')).toBe('private, max-age=900')
  })

  test('as is one that was fetched in a month', async () => {
    const { central, mirror, clock } = await pair()
    const fetchedAt = clock.now().getTime() + 30 * DAY
    central.network = saying({ fetchedAt, validUntil: fetchedAt + TTL })
    expect((await mirror.get(KP)).status).toBe(502)
    expect(told(mirror)).toContain('fetched_at is in the future')
  })

  test('a clock that is four minutes ahead is borne: nothing lasts for longer here than its TTL', async () => {
    const { central, mirror, clock } = await pair()
    const fetchedAt = clock.now().getTime() + 4 * MINUTE
    central.network = saying({ fetchedAt, validUntil: fetchedAt + TTL })
    expect((await mirror.get(KP)).headers.get('cache-control')).toBe('private, max-age=900')
    clock.advance(MINUTE)
    expect((await mirror.get(KP)).headers.get('cache-control')).toBe('private, max-age=840')
    expect(central.asked).toHaveLength(1)
  })

  test('a copy of that kind that an older version kept in the store is not given on', async () => {
    const clock = stoppedClock()
    const store = shared(memory())
    const central = await centralOn(clock)
    await (await openMirror(central, clock, { store })).get(KP)
    poison(store)
    const next = await openMirror(central, clock, { store })
    const answer = await next.get(KP)
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'private, max-age=900'])
    expect(central.asked).toHaveLength(2)
  })
})

async function pair() {
  const clock = stoppedClock()
  const central = await centralOn(clock)
  return { clock, central, mirror: await openMirror(central, clock) }
}

interface Times {
  readonly fetchedAt: number
  readonly validUntil: number
}

/** A central instance that answers with times of its own. */
function saying({ fetchedAt, validUntil }: Times): NonNullable<Central['network']> {
  const [fetched_at, valid_until] = [fetchedAt, validUntil].map((at) => new Date(at).toISOString())
  const data = { kp: 9, as_of: fetched_at, source: 'x' }
  return () =>
    Response.json(
      { source: 'x', fetched_at, valid_until, data },
      { headers: { 'cache-control': 'private, max-age=60' } },
    )
}

function told({ errors }: { readonly errors: readonly unknown[] }): string {
  return errors.map((error) => String((error as Error).cause)).join()
}

/** A store that several instances use one after another. */
function shared(backend: StoreBackend): StoreBackend {
  return { ...backend, close: async () => {} }
}

/** Writes 2099 over the end of what is kept of the path. */
function poison({ adapter }: StoreBackend): void {
  const records = adapter as Map<string, unknown>
  let found = 0
  for (const [key, record] of records) {
    const text = typeof record === 'string' ? record : JSON.stringify(record)
    if (!key.includes(KP)) continue
    found += 1
    const changed = text.replaceAll(/"validUntil":\d+/g, `"validUntil":${Date.UTC(2099, 0)}`)
    records.set(key, typeof record === 'string' ? changed : JSON.parse(changed))
  }
  expect(found).toBeGreaterThan(0)
}
