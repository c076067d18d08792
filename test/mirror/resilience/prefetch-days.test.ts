import { memory } from '@space-data/core'
import { expect, onTestFinished, test, vi } from 'vitest'
import { tleGroups } from '../../../packages/core/src/features/objects/celestrak/tle-groups.ts'
import { type Central, type Mirror, openMirror } from '../pair.ts'
import { away, DAY, HOUR, QUANTITIES, recordedCentral, targets } from '../recorded.ts'

vi.setConfig({ testTimeout: 120_000 })

const daysOf = (central: Central) => targets(central).filter((target) => target.includes('/series?'))

/** One round, whose end is the request for the last group: it is due each time, as six hours have passed. */
async function round(mirror: Mirror, central: Central): Promise<string[]> {
  const last = `/v1/tle/${tleGroups.at(-1)}`
  central.asked.length = 0
  const stop = mirror.spaceData.jobs.prefetch({ paceMs: 0 })
  onTestFinished(stop)
  await vi.waitFor(() => expect(targets(central)).toContain(last), 60_000)
  await stop()
  await mirror.get(last)
  return daysOf(central)
}

test('closed days come newest first, as far back as there are any, and serve without the network', async () => {
  const { clock, central } = await recordedCentral()
  const store = memory()
  const asked = await round(await openMirror(central, clock, { store }), central)
  expect(asked.slice(0, QUANTITIES.length + 1)).toEqual([
    ...QUANTITIES.map((name) => expect.stringMatching(`/${name}/series\\?start=2026-11-19&stop=2026-11-20$`)),
    expect.stringContaining('start=2026-11-18'),
  ])
  // A month of daily values comes with its last day; the A index begins in November.
  const MONTHS = ['flux', 'sunspots'].map(
    (name) => `/v1/space-weather/${name}/series?start=2026-10-01&stop=2026-11-01`,
  )
  expect(asked.slice(-3)).toEqual([expect.stringContaining('start=2026-11-10'), ...MONTHS])
  expect(new Set(asked).size).toBe(asked.length)

  central.network = away
  const mirror = await openMirror(central, clock, { store })
  for (const path of asked) expect((await mirror.get(path)).text).toBe((await central.get(path)).text)
  for (const id of ['kp_3h', 'kp_gfz', 'wind', 'mag', 'xray', 'proton', 'electrons']) {
    const week = `/hapi/data?dataset=${id}&start=2026-11-13&stop=2026-11-20`
    expect((await mirror.get(week)).text).toBe((await central.get(week)).text)
  }
  const october = '/hapi/data?dataset=flux&start=2026-10-12&stop=2026-11-01'
  expect((await mirror.get(october)).text).toBe((await central.get(october)).text)
})

test('a day that is closed is renewed once a day, a settled one once in its validity', async () => {
  const { clock, central } = await recordedCentral()
  const mirror = await openMirror(central, clock)
  const first = await round(mirror, central)
  clock.advance(7 * HOUR)
  expect(await round(mirror, central)).toEqual([])
  clock.advance(18 * HOUR)
  const second = await round(mirror, central)
  // The 20th is closed now; those before the 13th are valid for seven days, of Kp that may be revised for
  // one; two months of daily values.
  const isRevised = (target: string) => target.includes('/kp/gfz/')
  expect(second.filter((target) => !isRevised(target))).toHaveLength((QUANTITIES.length - 1) * 8 + 2)
  expect(second.join()).toMatch(/start=2026-11-20&/)
  const settledOf = (asked: readonly string[]) =>
    asked.filter((target) => /start=2026-11-(10|11|12)/.test(target))
  expect(settledOf(second).every(isRevised)).toBe(true)
  expect(settledOf(second)).toHaveLength(3)
  clock.advance(4 * DAY)
  const settledLater = (asked: readonly string[]) => settledOf(asked).filter((target) => !isRevised(target))
  const third = settledLater(await round(mirror, central))
  clock.advance(3 * DAY)
  await central.spaceData.jobs.series.run()
  const fourth = settledLater(await round(mirror, central))
  expect([...third, ...fourth].sort()).toEqual(settledLater(first).sort())
})
