import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Series } from '../../packages/core/src/features/space-weather/series/series.ts'
import { openStore } from '../../packages/core/src/kernel/storage/store.ts'
import { runs } from '../support/tier.ts'
import { streamService, useFakeTimers } from './stream-service.ts'

const [SECOND, MINUTE] = [1_000, 60_000]
const START = Date.parse('2026-11-21T12:00:00Z')
const NAMES = ['kp', 'mag', 'wind', 'xray'] as const
type Name = (typeof NAMES)[number]

const VALUES = {
  kp: { kp: 3 },
  mag: { bt_nt: 5, bx_gsm_nt: 1, by_gsm_nt: 1, bz_gsm_nt: -2 },
  wind: { speed_km_s: 400, density_per_cm3: 5, temperature_k: 1e5 },
  xray: { flux_w_m2: 1e-7 },
} as const

/** What happens one after the other: minutes of a series are recorded, time passes, the client is cut off. */
const step = fc.oneof(
  fc.record({ record: fc.constantFrom(...NAMES), minutes: fc.integer({ min: 1, max: 130 }) }),
  fc.record({ pass: fc.integer({ min: 0, max: 200 }) }),
  fc.record({ cutAfter: fc.integer({ min: 0, max: 3 }) }),
)
type Step = { record: Name; minutes: number } | { pass: number } | { cutAfter: number }

/** Plays the steps, and returns the instants recorded and received of each series. */
async function play(steps: readonly Step[], firstId: string | undefined) {
  const { spaceData, open, pass, clock, faulty } = await streamService('/v1/space-weather/stream', {
    fetch: () => Promise.reject(new TypeError('this test reaches nobody')),
  })
  const now = () => clock.now().getTime()
  const store = openStore(faulty.backend)
  const series = new Series({
    store,
    originsId: '',
    now,
    keepDays: 365,
    onError: (error) => expect.unreachable(String(error)),
  })
  const [recorded, received] = [instants(), instants()]
  let lastId = firstId
  const connect = () => open(`?series=${NAMES}`, lastId === undefined ? {} : { 'last-event-id': lastId })
  let reader = await connect()
  const cut = async () => {
    await reader.leave()
    for (const { event, data } of reader.events) received[event as Name].push(Date.parse(data.time))
    lastId = reader.lastId ?? lastId
    reader = await connect()
  }
  for (const each of [...steps, { pass: 120 }, { cutAfter: 0 }]) {
    if ('pass' in each) for (let i = 0; i < each.pass; i += 10) await pass(10 * SECOND)
    else if ('cutAfter' in each) {
      await pass(each.cutAfter * SECOND)
      await cut()
    } else {
      const from = (recorded[each.record].at(-1) ?? START - 121 * MINUTE) + MINUTE
      const times = Array.from({ length: each.minutes }, (_, i) => from + i * MINUTE).filter(
        (at) => at <= now(),
      )
      const rows = times.map((at) => ({ at, values: VALUES[each.record], instrument: null }))
      await series.record(each.record, { feed: `swpc-${each.record}-1m`, fetchedAt: now(), rows })
      recorded[each.record].push(...times)
    }
  }
  await reader.leave()
  await spaceData.close()
  return { recorded, received }
}

const instants = (): Record<Name, number[]> => ({ kp: [], mag: [], wind: [], xray: [] })

test('whoever resumes gets every value of every series once, in whatever order the series arrive', async () => {
  useFakeTimers()
  const before = NAMES.map((name) => `${name}@${new Date(START - 3 * 60 * MINUTE).toISOString()}`).join(',')
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 10, maxLength: 25 }),
      fc.boolean(),
      async (steps, isResumed) => {
        const { recorded, received } = await play(steps, isResumed ? before : undefined)
        for (const name of NAMES) {
          // A stream that begins without a position begins with the newest value there is.
          const first = isResumed ? 0 : recorded[name].indexOf(received[name][0] ?? 0)
          expect(received[name]).toEqual(recorded[name].slice(Math.max(0, first)))
        }
      },
    ),
    runs(10, 30),
  )
}, 120_000)
