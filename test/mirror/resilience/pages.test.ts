import { expect, test } from 'vitest'
import { openMirror } from '../pair.ts'
import { NOTICE, plotsOf, weather } from '../plots.ts'
import { MINUTE, recordedCentral, targets } from '../recorded.ts'

test.each(['24h', '27d'])('the plots of %s are those of the central instance', async (span) => {
  const { own, copied, page } = await plotsOf(span)
  expect(own.length).toBeGreaterThan(4)
  expect(copied).toEqual(own)
  expect(page).not.toContain(NOTICE)
})

test('plots that are looked at every five minutes cause a request for today each quarter of an hour', async () => {
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
