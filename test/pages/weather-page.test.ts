import { memory } from '@space-data/core'
import { sampleFetch } from '@space-data/sample'
import { expect, test } from 'vitest'
import { faultyBackend } from '../support/faulty-backend.ts'
import { stoppedClock, testService } from '../support/service.ts'

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
    get: service.get,
    page: async (query = '') => await service.ask('GET', `/weather${query}`, HTML),
    leave: () => {
      isAway = true
    },
  }
}
const badges = (markup: string) =>
  [...markup.matchAll(/class="badge ([\w-]+)">(\w\d|\w\?)/g)].map(([, kind, text]) => [kind, text])
const readings = (markup: string) =>
  [...markup.matchAll(/data-values="([^"]*)"/g)].map(([, json = '']) => {
    let minute = 0
    return JSON.parse(json.replaceAll('&quot;', '"')).map(([step, words]: [number, string]) => {
      minute += step
      return [minute, words]
    })
  })

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

test('NOAA’s own steps are beside those of the newest values, and both say whose they are', async () => {
  const clock = stoppedClock('2026-11-21T13:20:00Z')
  const sampled = sampleFetch(clock.now)
  const fetch: typeof globalThis.fetch = async (...given) => {
    const response = await sampled(...given)
    if (!String(given[0]).endsWith('/noaa-scales.json')) return response
    const file = await response.json()
    file['0'].G = { Scale: '5', Text: 'extreme' }
    file['-1'].R = { Scale: null, Text: null, MinorProb: null, MajorProb: null }
    return Response.json(file)
  }
  const { ask } = await testService({ fetch }, clock)
  const { text } = await ask('GET', '/weather', HTML)
  const words = text.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
  expect(words).toMatch(/Large: computed here from the newest value\. NOAA’s own: the level that NOAA/)
  expect(words).toMatch(/ G4 Geomagnetic storms severe , [^·]*· NOAA’s own: G5, in 24 h: G\d /)
  expect(words).toMatch(/ R1 Radio blackouts minor , [^·]*· NOAA’s own: R1 S1 Radiation storms/)
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
  const figure = text.split('</article>').find((each) => each.includes('Planetary K index')) ?? ''
  const levels = [...figure.matchAll(/class="bar-kp level-(\d) forecast"/g)].map(([, level]) => Number(level))
  // The forecast begins at midnight; the windows that began before 13:20 are not shown as forecast.
  expect(levels).toEqual([4, 4, 4, 1, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])
  expect(figure.match(/class="hatch"/g)).toHaveLength(levels.length)
  expect(figure).toMatch(/issued <time datetime="2026-11-21T12:30:00/)
  expect(figure).toMatch(/class="present"/)
})

test('without a forecast the page says so', async () => {
  const { leave, page } = await sample()
  leave()
  const { text } = await page()
  expect(text).toContain('No forecast is available now')
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

test('the day in numbers, what NOAA says, and the active regions come from their paths', async () => {
  const { page, get } = await sample()
  const { text } = await page()
  const words = text.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
  expect(words).toMatch(/Radio flux \(F10\.7\) \d+ sfu [^,]*, mean \d+/)
  expect(words).toMatch(/Sunspot number \d+ .* A index \d+ .* Electrons of 2 MeV [\d.]+ pfu/)
  expect(words).toMatch(/Flares expected M \d+ % X \d+ %/)
  expect(words).toMatch(/Next arrival of a CME \d+ Nov \d\d:\d\d .*± 7 h/)
  // The plot of Kp has it as a line ahead.
  const plot = /<div class="chart"[^>]*data-step="180"[\s\S]*?<\/div>/.exec(text)?.[0] ?? ''
  const end = Number(/data-to="(\d+)"/.exec(plot)?.[1])
  const { arrivals, as_of } = (await get('/v1/space-weather/arrivals')).json.data
  const ahead = arrivals
    .map(({ arrival_time }: { arrival_time: string }) => Date.parse(arrival_time))
    .filter((at: number) => at > Date.parse(as_of) && at < end)
  expect(ahead.length).toBeGreaterThan(0)
  expect(plot.match(/class="arrival"/g)).toHaveLength(ahead.length)
  // Arrivals that are close together have one label.
  const counted = [...plot.matchAll(/class="arrival-label[^>]*>(?:(\d+) CMEs|CME) /g)].map(([, n = '1']) =>
    Number(n),
  )
  expect(counted.length).toBeLessThan(ahead.length)
  expect(counted.reduce((sum, n) => sum + n, 0)).toBe(ahead.length)
  expect(words).toMatch(/Three days 21 Nov 22 Nov 23 Nov Geomagnetic storm G\d G\d G\d Radio blackout/)
  expect(words).toMatch(/In force .*WARNING: Geomagnetic K-index of \d .*expected until \d+ Nov/)
  expect(text.match(/title="20\d\d-\d\d-\d\d: Kp up to \d/g)).toHaveLength(27)
  expect(words).toMatch(/Active regions of the Sun .* 13664 /)
  expect(words).toMatch(
    /GFZ publishes \d\.\d\d \((preliminary|definitive), CC BY 4\.0 \) for the three hours to 21 Nov \d\d:00 UTC/,
  )
  expect(words).toMatch(/Discussion, issued .* Solar Activity .* Forecast: Solar activity is expected/)
  expect(text).toMatch(/3-day forecast, <span[^>]*>issued [\s\S]*<pre[^>]*>:Product: 3-Day Forecast\n/)
})

test('what has no value says so', async () => {
  const { leave, page } = await sample()
  leave()
  const { text } = await page()
  expect(text.match(/NOAA’s own: none/g)).toHaveLength(3)
  expect(text.match(/No value available now/g)).toHaveLength(6)
  expect(text).toContain('No list available now.')
  expect(text).not.toContain('Outlook: highest Kp')
  expect(text).not.toContain('GFZ publishes')
  expect(text).toMatch(/Discussion, <span[^>]*>not available now/)
})
