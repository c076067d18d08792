import { memory } from '@space-data/core'
import { describe, expect, test } from 'vitest'
import { stoppedClock } from '../support/service.ts'
import { centralOn, type Mirror, openMirror } from './pair.ts'
import { HTML, NOTICE, plots, plotsOf, weather } from './plots.ts'
import { away, DAY, HOUR, MINUTE, recordedCentral, targets } from './recorded.ts'

describe('the plots of a mirror', () => {
  test('of 7d are those of the central instance', async () => {
    const { own, copied, page } = await plotsOf('7d')
    expect(own.length).toBeGreaterThan(4)
    expect(copied).toEqual(own)
    expect(page).not.toContain(NOTICE)
  })

  test('have a gap and a notice for days that cannot be had, and the others', async () => {
    const { clock, central } = await recordedCentral()
    const mirror = await openMirror(central, clock)
    const [, xrays = ''] = plots(await weather(mirror))
    central.network = away
    clock.advance(DAY)
    const later = await weather(mirror, '7d')
    expect(later).toContain(NOTICE)
    const [, kept = ''] = plots(later)
    expect(kept.length).toBeGreaterThan(1_000)
    expect(kept.length).toBeLessThan(xrays.length)
  })

  test('that are read every five minutes cause a request for today each quarter of an hour', async () => {
    const { clock, central } = await recordedCentral()
    const mirror = await openMirror(central, clock)
    for (let minutes = 0; minutes <= 60; minutes += 5) {
      await mirror.spaceData.readings()
      clock.advance(5 * MINUTE)
    }
    const winds = targets(central).filter((target) => target.startsWith('/v1/space-weather/wind/series'))
    expect(winds.filter((target) => target.includes('start=2026-11-21'))).toHaveLength(5)
    expect(winds.filter((target) => target.includes('start=2026-11-20'))).toHaveLength(2)
  })
})

test('the home page and the terminal have the lines of the last day, and do without them', async () => {
  const { clock, central } = await recordedCentral()
  const mirror = await openMirror(central, clock)
  const home = async () => (await mirror.get('/', HTML)).text
  const lines = (markup: string) => markup.match(/class="day-line"/g)?.length ?? 0
  const terminal = async () => (await mirror.get('/', { accept: 'text/plain', 'user-agent': 'curl/8' })).text
  expect(await terminal()).toMatch(/[▁▂▃▄▅▆▇█]{12}/)
  const full = lines(await home())
  expect(full).toBeGreaterThan(0)
  central.network = away
  clock.advance(8 * DAY + HOUR)
  expect(lines(await home())).toBeLessThan(full)
  expect(await terminal()).not.toMatch(/[▁▂▃▄▅▆▇█]{12}/)
  expect(mirror.errors.filter((error) => error instanceof TypeError)).toEqual([])
})

test('a mirror of a sample is marked as one, after a restart without the network, too', async () => {
  const clock = stoppedClock()
  const central = await centralOn(clock, { sourceNote: '(sample)' })
  const disk = memory()
  const store = { ...disk, close: async () => {} }
  const mirror = await openMirror(central, clock, { store })
  const shown = async ({ get }: Mirror) => [
    (await get('/', { accept: '*/*' })).text.split('\n')[0],
    (await get('/weather', HTML)).text.includes('Sample data from simulated providers'),
  ]
  const expected = [expect.stringMatching(/^Space-Data \(sample\) {2}/), true]
  expect(await shown(mirror)).toEqual(expected)
  await mirror.spaceData.close()
  central.network = away
  expect(await shown(await openMirror(central, clock, { store }))).toEqual(expected)
  central.network = undefined
  const live = await openMirror(await centralOn(clock), clock)
  expect(await shown(live)).toEqual([expect.stringMatching(/^Space-Data {2}/), false])
})

test('the page of the sky has no search, which would be a request to the central instance', async () => {
  const { clock, central } = await recordedCentral()
  const mirror = await openMirror(central, clock)
  const { status, text } = await mirror.get('/sky?object=hubble', HTML)
  expect([status, text.includes('sky-object')]).toEqual([200, false])
  expect(targets(central).filter((target) => target.startsWith('/v1/objects'))).toEqual([])
})
