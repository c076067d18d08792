import { describe, expect, test } from 'vitest'
import { type Mirror, openMirror } from './pair.ts'
import { away, DAY, HOUR, MINUTE, recordedCentral, targets } from './recorded.ts'

const HTML = { accept: 'text/html' }
const NOTICE = 'Some days cannot be fetched from the central instance now'
const plots = (markup: string) => [...markup.matchAll(/data-values="([^"]*)"/g)].map(([, values]) => values)
const weather = async ({ get }: Pick<Mirror, 'get'>, span = '24h') =>
  (await get(`/weather?span=${span}`, HTML)).text

describe('the plots of a mirror', () => {
  test.each(['24h', '7d', '27d'])('of %s are those of the central instance', async (span) => {
    const { clock, central } = await recordedCentral()
    const mirror = await openMirror(central, clock)
    const own = plots(await weather({ get: (path) => central.get(path) }, span))
    const copied = await weather(mirror, span)
    expect(own.length).toBeGreaterThan(4)
    expect(plots(copied)).toEqual(own)
    expect(copied).not.toContain(NOTICE)
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

  test('that are looked at every five minutes cause a request for today each quarter of an hour', async () => {
    const { clock, central } = await recordedCentral()
    const mirror = await openMirror(central, clock)
    for (let minutes = 0; minutes <= 60; minutes += 5) {
      await weather(mirror)
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
