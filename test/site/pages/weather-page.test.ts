import { memory } from '@space-data/core'
import { sampleFetch } from '@space-data/sample'
import { expect, test } from 'vitest'
import { faultyBackend } from '../../support/faulty-backend.ts'
import { stoppedClock, testService } from '../../support/service.ts'

const HTML = { accept: 'text/html' }
const HOUR = 3_600_000

async function sample({ store = memory(), at = '2026-11-21T13:20:00Z' } = {}) {
  const clock = stoppedClock(at)
  let isAway = false
  const away = () => Promise.reject(new TypeError('away'))
  const fetch: typeof globalThis.fetch = (...given) => (isAway ? away() : sampleFetch(clock.now)(...given))
  const service = await testService({ store, fetch }, clock)
  return {
    clock,
    store,
    detect: async () => await service.spaceData.jobs.alerts.run(),
    record: async () => await service.spaceData.jobs.series.run(),
    page: async (query = '') => await service.ask('GET', `/weather${query}`, HTML),
    leave: () => {
      isAway = true
    },
  }
}
const badges = (markup: string) =>
  [...markup.matchAll(/class="badge ([\w-]+)">(\w\d|\w\?)/g)].map(([, kind, text]) => [kind, text])
const readings = (markup: string) =>
  [...markup.matchAll(/data-values="([^"]*)"/g)].map(([, json = '']) =>
    JSON.parse(json.replaceAll('&quot;', '"')),
  )

test('the scales come first, coloured by their level, before plots of 24 hours', async () => {
  const { record, page } = await sample()
  await record()
  const { text } = await page()
  expect(badges(text)).toEqual([
    ['level-4', 'G4'],
    ['level-1', 'R1'],
    ['level-1', 'S1'],
  ])
  const [kp, xray, , wind, bz] = readings(text)
  // Nine windows to now, the last of them a running estimate, and those of the forecast that follow.
  const isForecast = ([, words]: [number, string]) => words.endsWith(', forecast')
  expect(kp.filter((each: [number, string]) => !isForecast(each))).toHaveLength(9)
  expect(kp.findIndex(isForecast)).toBe(9)
  for (const series of [xray, wind, bz]) expect(series.length).toBeGreaterThan(280)
  expect(text.match(/class="bar-kp level-\d estimate"/g)).toHaveLength(1)
  expect(text).toContain('X5.8')
  expect(text).not.toMatch(/NaN|Infinity|undefined/)
})

test('seven days have all windows of Kp and a value each 15 minutes', async () => {
  const { record, page } = await sample()
  await record()
  const { text } = await page('?span=7d')
  const [kp, xray] = readings(text)
  expect(kp.filter(([, words]: [number, string]) => !words.endsWith(', forecast'))).toHaveLength(57)
  expect(xray.length).toBeGreaterThan(660)
  expect(xray.length).toBeLessThan(680)
  expect(text).toMatch(/<a href="[^"]*weather\?span=7d" aria-current="true">/)
})

test('27 days have a value each hour, as far back as any was recorded', async () => {
  const { record, page, clock } = await sample()
  await record()
  clock.advance(20 * 24 * HOUR)
  await record()
  const { text } = await page('?span=27d')
  const [kp, xray] = readings(text)
  expect(kp.length).toBeGreaterThan(100)
  const minutes: number[] = xray.map(([minute]: [number]) => minute)
  expect(Math.min(...minutes)).toBeLessThan(0.1 * 1_440)
  expect(Math.max(...minutes)).toBeGreaterThan(26.9 * 1_440)
  expect(minutes.length).toBeGreaterThan(13 * 24)
  expect(minutes.length).toBeLessThan(15 * 24)
  expect(text).toMatch(/<a href="[^"]*weather\?span=27d" aria-current="true">27 days/)
  expect(text).not.toMatch(/NaN|Infinity|undefined/)
})

test('another span is rejected', async () => {
  expect((await (await sample()).page('?span=30d')).status).toBe(400)
})

test('with everything down and an empty store no level is claimed, and the plots say that they are empty', async () => {
  const { leave, page } = await sample()
  leave()
  const { status, text } = await page()
  expect(status).toBe(200)
  expect(badges(text)).toEqual([
    ['unknown', 'G?'],
    ['unknown', 'R?'],
    ['unknown', 'S?'],
  ])
  expect(text.match(/>No data( in the last 24 hours)?</g)).toHaveLength(5)
  expect(text).not.toContain('class="line"')
  expect(text.match(/<strong>–<\/strong> <span class="muted">NOAA SWPC unreachable since /g)).toHaveLength(5)
})

test('a value that is no longer served is called the last known one, not the level of now', async () => {
  const { clock, leave, page } = await sample()
  await page()
  leave()
  clock.advance(20 * HOUR)
  const { text } = await page()
  expect(badges(text).map(([kind]) => kind)).toEqual(['unknown', 'unknown', 'unknown'])
  expect(text).toContain('last known value')
})

test('without its store the page has the current values, and says that the plots are empty', async () => {
  const faulty = faultyBackend()
  const { page } = await sample({ store: faulty.backend })
  faulty.fault = 'throws'
  const { status, text } = await page()
  expect(status).toBe(200)
  expect(text).toContain('The store is unavailable')
  expect(badges(text)[0]).toEqual(['level-4', 'G4'])
})

test('the forecast of Kp follows its observations, in the colours of NOAA, with the time of issue', async () => {
  const { record, page } = await sample()
  await record()
  const { text } = await page()
  const [figure = ''] = text.split('</article>')
  const levels = [...figure.matchAll(/class="bar-kp level-(\d) forecast"/g)].map(([, level]) => Number(level))
  // The forecast begins at midnight; the windows that began before 13:20 are not shown as forecast.
  expect(levels).toEqual([4, 4, 4, 1, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])
  expect(figure).toMatch(/issued <time datetime="2026-11-21T12:30:00/)
  expect(figure).toMatch(/class="present"/)
})

test('without a forecast the page says so', async () => {
  const { leave, page } = await sample()
  leave()
  const { text } = await page()
  expect(text).toContain('No forecast is known now')
  expect(text).not.toMatch(/bar-kp level-\d forecast/)
})

test('a span says since when there are records, and alerts of the span are links above its plots', async () => {
  const service = await sample()
  const { record, page } = service
  await record()
  const { text } = await page('?span=27d')
  expect(text.match(/no records before \d+ Nov</g)?.length).toBeGreaterThan(3)
  await service.detect()
  const { text: later } = await (await sample({ store: service.store })).page('?span=7d')
  const links = [...later.matchAll(/<a href="[^"]*alerts#(evt_\w+)" aria-label="([^"]*)"/g)]
  expect(links.map(([, , words]) => words)).toContainEqual(expect.stringMatching(/geomagnetic storm/i))
})
