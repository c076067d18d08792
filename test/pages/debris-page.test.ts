import { memory, type SpaceDataOptions } from '@space-data/core'
import { mirrorOf } from '@space-data/core/mirror'
import { expect, test } from 'vitest'
import { elementSet } from '../debris/night/element-sets.ts'
import { catalogueOf, quickPool } from '../debris/night/support.ts'
import { faultyBackend } from '../support/faulty-backend.ts'
import { stoppedClock, testService } from '../support/service.ts'

async function withRun(options: SpaceDataOptions = {}) {
  const clock = stoppedClock()
  const service = { ...(await testService({ store: memory(), ...options }, clock)), clock }
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

test('the catalogue is not called debris, and what is above the shells is said', async () => {
  const { ask, spaceData, clock } = await withRun()
  const at = clock.now().getTime()
  const high = { ...elementSet(200, at), meanMotionRevPerDay: 1.0027 }
  const elementSets = [...catalogueOf(3, 150, at).elementSets, high]
  await spaceData.jobs.shells.run({ catalogue: { elementSets, source: 'test', fetchedAt: at } })
  const { text } = await ask('GET', '/debris')
  expect(text).toContain('Catalogued objects by altitude')
  expect(text).toMatch(
    /Of 4 catalogued objects \(all of them propagated\), 3 are in the shells from 150 to 2,010 km at any time, and 1 \(25 % of the catalogue\) above them/,
  )
  const now = (await ask('GET', '/', { accept: 'text/plain' })).text
  expect(now).toMatch(
    /^Catalogued objects {2}4 on \d{4}-\d\d-\d\d, all of them propagated,\n {20}25 % of them above 2,010 km;$/m,
  )
  expect(now).not.toMatch(/debris/i)
  for (const line of now.split('\n')) expect(line.length).toBeLessThanOrEqual(80)
})

test('alt selects the shell, and an invalid one the densest', async () => {
  const { ask } = await withRun()
  expect((await ask('GET', '/debris?alt=555')).text).toContain('Shell 550–560 km')
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
    mirror: mirrorOf({ origin: 'https://central.test', key: async () => 'x'.repeat(46) }),
  })
  expect((await mirror.ask('GET', '/debris')).text).toContain('This is a mirror')
})

test('after a second night it has the changes as /shell/diff counts them, and the history', async () => {
  const { ask, get, clock, spaceData } = await withRun()
  clock.advance(24 * 3_600_000)
  const text = catalogueOf(1_010, 150, clock.now().getTime())
  await spaceData.jobs.shells.run({ catalogue: text, pool: () => quickPool(), acceptSize: true })
  const page = (await ask('GET', '/debris')).text
  const { data } = (await get('/shell/diff')).json
  expect(data.added_count).toBeGreaterThan(0)
  expect(page).toContain(`Added: ${data.added_count}<`)
  expect(page).toContain(`Removed: ${data.removed_count}<`)
  expect(page).toContain(data.added[0].name)
  const history = page.slice(page.indexOf('<h2 id="history">'))
  expect(history).toMatch(/Objects in the catalogue<[\s\S]*?<text[^>]*>1,00\d</)
})

test('what stayed the same is a sentence, not a plot', async () => {
  const { ask, clock, spaceData } = await withRun()
  clock.advance(24 * 3_600_000)
  const catalogue = catalogueOf(1_000, 150, clock.now().getTime())
  await spaceData.jobs.shells.run({ catalogue, pool: () => quickPool() })
  const { text } = await ask('GET', '/debris')
  expect(text).toMatch(/Objects in the catalogue, 2026-11-21 to 2026-11-22: always 1,000\./)
  expect(text).not.toContain('<h3>Objects in the catalogue</h3>')
})

test('a run that failed is told with its reason, and the shells of the run before stay', async () => {
  const { ask, clock, spaceData } = await withRun({ fetch: () => Promise.reject(new Error('down')) })
  clock.advance(3_600_000)
  const shells = /<ol class="ranks">.*?<\/ol>/.exec((await ask('GET', '/debris')).text)?.[0]
  await expect(spaceData.jobs.shells.run({ pool: () => quickPool() })).rejects.toThrow()
  clock.advance(60_000)
  const { text } = await ask('GET', '/debris')
  const [, reason = ''] = /The last run failed<\/span>, .*<\/time>: (.*)\. Next run/.exec(text) ?? []
  expect(reason).toMatch(/CelesTrak/)
  expect(/<ol class="ranks">.*?<\/ol>/.exec(text)?.[0]).toBe(shells)
  expect((await ask('GET', '/status', { accept: 'text/html' })).text).toContain(`${reason}.`)
})

test('a store that cannot be read is named, and no shell is shown', async () => {
  const faulty = faultyBackend()
  const { ask } = await testService({ store: faulty.backend })
  faulty.fault = 'throws'
  const { status, text } = await ask('GET', '/debris')
  expect(status).toBe(200)
  expect(text).toContain('The store is unavailable')
  expect(text).not.toContain('<h2 id="shell">')
})
