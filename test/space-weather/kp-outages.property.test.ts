import { memory } from '@space-data/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { kpRow, threeHourRow } from '../fixtures/swpc.ts'
import { stoppedClock, testService } from '../support/service.ts'
import { orInSoak, runs } from '../support/tier.ts'

const [MINUTE, HOUR] = [60_000, 3_600_000]
const KP = '/v1/space-weather/kp'
const DAY = Date.parse('2026-07-09T00:00:00Z')
const stamp = (at: number) => new Date(at).toISOString().slice(0, 19)

/** SWPC's two feeds of Kp: a storm of 6.33 from 09:00 on, each window published 5 minutes after its end. */
function storm(now: () => number) {
  const kpOf = (at: number) => (at >= DAY + 9 * HOUR ? 6.33 : 1.67)
  const feeds = {
    isMinuteAway: false,
    areWindowsAway: false,
    fetch: (async (input) => {
      const url = String(input)
      const isMinute = url.includes('planetary_k_index_1m')
      if (!isMinute && !url.includes('noaa-planetary-k-index.json')) return new Response('', { status: 404 })
      if (isMinute ? feeds.isMinuteAway : feeds.areWindowsAway) return new Response('', { status: 503 })
      const [length, stepMs, newest] = isMinute
        ? [360, MINUTE, now() - 5 * MINUTE]
        : [56, 3 * HOUR, now() - 3 * HOUR - 5 * MINUTE]
      const rows = Array.from({ length }, (_, i) => {
        const at = (Math.floor(newest / stepMs) - i) * stepMs
        return isMinute ? kpRow(stamp(at), minuteKp(at)) : threeHourRow(stamp(at), kpOf(at))
      })
      return Response.json(rows)
    }) as typeof fetch,
  }
  // The running estimate takes half an hour in each window to rise.
  const minuteKp = (at: number) =>
    at % (3 * HOUR) < 30 * MINUTE ? 0 : at < DAY + 10 * HOUR ? 1.67 : kpOf(at)
  return feeds
}

type Service = Awaited<ReturnType<typeof testService>>

async function shown({ get }: Pick<Service, 'get'>) {
  const { status, json, headers } = await get(KP)
  return { status, json, isMarked: /ttl=-/.test(headers.get('cache-status') ?? '') }
}

describe('while the estimates by minute are away from 09:54 on', () => {
  const clock = stoppedClock(DAY + 9 * HOUR + 54 * MINUTE)
  const swpc = storm(() => clock.now().getTime())
  const store = memory()
  const start = () => testService({ store, fetch: swpc.fetch }, clock)

  test.each<[time: string, is: number | 'upstream_stale', of: string, by?: string]>([
    ['09:54', 1.67, '09:49', '1 minute'],
    ['10:08', 1.67, '09:49', '1 minute'],
    ['10:09', 'upstream_stale', '09:49'],
    ['10:50', 'upstream_stale', '09:49'],
    ['12:04', 'upstream_stale', '09:49'],
    ['12:05', 6.33, '12:00', '3 hours'],
    ['12:50', 6.33, '12:00', '3 hours'],
    ['13:50', 6.33, '12:00', '3 hours'],
    ['14:50', 6.33, '12:00', '3 hours'],
    ['15:04', 6.33, '12:00', '3 hours'],
    ['15:20', 6.33, '15:00', '3 hours'],
    ['15:50', 6.33, '15:00', '3 hours'],
  ] as const)(
    'at %s: %s, of %s, from an instance that had them and from a new one',
    async (time, is, of, by) => {
      long ??= await start()
      clock.goTo(`2026-07-09T${time}:00Z`)
      for (const service of [long, await start()]) {
        const { status, json, isMarked } = await shown(service)
        expect(isMarked).toBe(false)
        if (by === undefined) {
          expect([status, json.error]).toEqual([503, is])
          expect(json.message).toContain(`newer than 2026-07-09T${of}:00.000Z; that value was valid until`)
        } else {
          expect(status).toBe(200)
          expect(json.data).toEqual({
            kp: is,
            as_of: `2026-07-09T${of}:00.000Z`,
            source: `NOAA SWPC planetary K index (${by})`,
          })
          expect(Date.parse(json.valid_until)).toBeGreaterThan(clock.now().getTime())
        }
      }
      swpc.isMinuteAway = true
    },
  )
  let long: Service | undefined
})

const step = fc.record({
  minutes: fc.integer({ min: 3, max: 150 }),
  isMinuteAway: fc.boolean(),
  areWindowsAway: fc.boolean(),
})

test('through random outages no value is served past its validity, and a new instance agrees', async () => {
  let [compared, values] = [0, 0]
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      const clock = stoppedClock(DAY + 6 * HOUR)
      const swpc = storm(() => clock.now().getTime())
      const [store, now] = [memory(), () => clock.now().getTime()]
      const start = (own = store) => testService({ store: own, fetch: swpc.fetch }, clock)
      const long = await start()
      let heldUntil = 0
      let newest = ''
      for (const { minutes, ...outage } of steps) {
        clock.advance(minutes * MINUTE)
        Object.assign(swpc, outage)
        const is = await shown(long)
        const hasExpired = now() >= heldUntil
        if (is.status === 200) {
          values += 1
          expect(Date.parse(is.json.valid_until)).toBeGreaterThan(now())
          // By at most ten minutes, as where the end of a window follows the minute after it.
          expect(Date.parse(is.json.data.as_of)).toBeGreaterThanOrEqual(
            Date.parse(newest || '2026-01-01') - 10 * MINUTE,
          )
          heldUntil = Date.parse(is.json.valid_until)
          newest = is.json.data.as_of
        }
        if (!hasExpired) continue
        compared += 1
        const fresh = await shown(await start())
        expect([fresh.status, fresh.json.error, fresh.json.data]).toEqual([
          is.status,
          is.json.error,
          is.json.data,
        ])
        // One with a store of its own has no value to be better than; where both have one it is the same.
        const alone = await shown(await start(memory()))
        if (is.status === 200) expect(alone.json.data).toEqual(is.json.data)
      }
    }),
    runs(5, 20),
  )
  console.log(
    `FIGURE random outages of both feeds of Kp: ${values} values, 0 past valid_until; ${compared} comparisons ` +
      'with an instance that has just started, 0 differences',
  )
  expect(compared).toBeGreaterThan(orInSoak(10, 50))
  expect(values).toBeGreaterThan(orInSoak(10, 50))
}, 120_000)
