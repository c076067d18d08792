import { expect, test } from 'vitest'
import { stoppedClock, testService } from '../support/service.ts'

const BROWSER = { accept: 'text/html' }

test('the home page shows values with their age, the next launch, the tiers and a description', async () => {
  const { ask } = await testService()
  const { text, headers } = await ask('GET', '/', BROWSER)
  const strip = /<section class="live"[\s\S]*?<\/section>/.exec(text)?.[0] ?? ''
  expect(strip).toMatch(/Planetary K index[\s\S]*G\d [a-z]+[\s\S]*<time /)
  expect(strip).toMatch(/\d+ km\/s/)
  expect(strip).toMatch(/data-until="\d{4}-/)
  // There is no shell run yet.
  expect(strip).toMatch(/Catalogued objects<\/a><\/span><strong>no data/)
  for (const tier of (await ask('GET', '/ref/tiers')).json.data.tiers)
    expect(text).toContain(`<th scope="row">${tier.tier}</th><td>${tier.price}</td>`)
  expect(text).toMatch(/<meta name="description" content="Space-Data serves/)
  expect(headers.get('cache-control')).toBe('public, max-age=60')
})

test('the home page draws the last 24 hours of Kp, wind and X-rays, with gaps where nothing was recorded', async () => {
  const clock = stoppedClock()
  const { ask, spaceData } = await testService({}, clock)
  await spaceData.jobs.series.run()
  const linesOf = async () =>
    [...(await ask('GET', '/', BROWSER)).text.matchAll(/class="day-line"[^>]*><path d="([^"]*)"/g)].map(
      ([, d = '']) => d,
    )
  const lines = await linesOf()
  expect(lines).toHaveLength(3)
  for (const d of lines) expect(d).toMatch(/^M[\d.,L]{500,}$/)
  clock.advance(12 * 3_600_000)
  const [, wind = '', xray = ''] = await linesOf()
  expect(wind.split('M')).toHaveLength(2)
  expect(xray.split('M')).toHaveLength(3)
})

test('with every upstream down the home page says who fails since when, and shows no value', async () => {
  const { ask } = await testService({ fetch: () => Promise.reject(new Error('down')) }, stoppedClock())
  const { text, status } = await ask('GET', '/', BROWSER)
  expect(status).toBe(200)
  const strip = /<section class="live"[\s\S]*?<\/section>/.exec(text)?.[0] ?? ''
  const since = / unreachable since <time [^>]*>12:00<\/time> · <a href="[^"]*status">status<\/a>/g
  expect(strip.match(since)).toHaveLength(4)
  expect(strip.match(/NOAA SWPC unreachable/g)).toHaveLength(3)
  expect(strip).toContain('Launch Library 2 unreachable')
  // The shells, of which there was no run.
  expect(strip.match(/<strong>no data<\/strong>/g)).toHaveLength(1)
  expect(strip).not.toContain('class="grade')
  expect(strip).not.toContain('day-line')
})
