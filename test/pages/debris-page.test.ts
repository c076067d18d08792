import { memory } from '@space-data/core'
import { expect, test } from 'vitest'
import { catalogueOf, quickPool } from '../jobs/support.ts'
import { stoppedClock, testService } from '../support/service.ts'

async function withRun() {
  const clock = stoppedClock()
  const service = await testService({ store: memory() }, clock)
  await service.spaceData.jobs.shells.run({
    catalogue: catalogueOf(1_000, 150, clock.now().getTime()),
    pool: () => quickPool(),
  })
  return service
}

test('the page has all shells in one picture, and the densest shell as the API counts it', async () => {
  const { ask, get } = await withRun()
  const { status, text } = await ask('GET', '/debris')
  expect(status).toBe(200)
  expect(text).toMatch(
    /aria-label="Density of catalogued objects by altitude and latitude, highest at \d+–\d+ km/,
  )
  const altitude = Number(/<h3>Shell (\d+)–/.exec(text)?.[1])
  const { data } = (await get(`/shell/density/${altitude}`)).json
  const shown = Number(/([\d.,]+) objects on average/.exec(text)?.[1]?.replace(',', ''))
  expect(shown).toBeCloseTo(data.objects_total, shown < 100 ? 1 : 0)
})

test('alt selects the shell, and an invalid one the densest', async () => {
  const { ask } = await withRun()
  expect((await ask('GET', '/debris?alt=555')).text).toContain('<h3>Shell 550–560 km</h3>')
  const [densest, invalid] = await Promise.all([ask('GET', '/debris'), ask('GET', '/debris?alt=x')])
  expect(invalid.text).toBe(densest.text)
})

test('ten shells are listed, densest first', async () => {
  const { text } = await (await withRun()).ask('GET', '/debris')
  const list = /The densest shells<\/h3>(.*?)<\/ol>/.exec(text)?.[1] ?? ''
  const densities = [...list.matchAll(/<span>([\d.,]+)<\/span>/g)].map(([, value]) =>
    Number(value?.replace(',', '')),
  )
  expect(densities).toHaveLength(10)
  expect(densities).toEqual([...densities].sort((a, b) => b - a))
})

test('before the first run it says when that is, and a mirror says that it has none', async () => {
  const { ask } = await testService()
  expect((await ask('GET', '/debris')).text).toContain('No shells yet')
  const mirror = await testService({
    mirror: { origin: 'https://central.test', key: async () => 'x'.repeat(46) },
  })
  expect((await mirror.ask('GET', '/debris')).text).toContain('This is a mirror')
})
