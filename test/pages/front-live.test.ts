import { sampleFetch } from '@space-data/sample'
import { expect, test } from 'vitest'
import { stoppedClock, testService } from '../support/service.ts'

const BROWSER = { accept: 'text/html' }

/** The tiles of the home page by name. */
function tilesOf(text: string): Record<string, string> {
  const tiles = text.match(/<li class="card tile">[\s\S]*?<\/li>/g) ?? []
  return Object.fromEntries(tiles.map((tile) => [/<h2><a [^>]*>([^<]*)/.exec(tile)?.[1] ?? '', tile]))
}

test('the home page shows values with their age, the next launch, a link to the tiers and a description', async () => {
  const { ask } = await testService()
  const { text, headers } = await ask('GET', '/', BROWSER)
  const tiles = tilesOf(text)
  expect(tiles['Planetary K index']).toMatch(/<span class="pill level-\d">G\d [a-z]+<\/span>[\s\S]*<time /)
  expect(tiles['Solar wind']).toMatch(/\d+ km\/s/)
  expect(tiles['Solar X-rays']).toMatch(/[CMX]\d\.\d <span class="pill level-\d">R\d/)
  expect(tiles['Launches']).toMatch(/data-until="\d{4}-/)
  expect(tiles['Flares and CMEs']).toMatch(
    /<strong>X\d\.\d<\/strong>[\s\S]*Strongest of \d+ flares in 7 days/,
  )
  // There is no shell run yet.
  expect(tiles['Objects in orbit']).toContain('no data yet')
  expect(text).toContain('href="./ref/tiers"')
  expect(text).toMatch(/<meta name="description" content="Space-Data serves/)
  expect(headers.get('cache-control')).toBe('public, max-age=60')
})

test('the home page draws the last 24 hours of Kp, wind and X-rays, with gaps where nothing was recorded', async () => {
  const clock = stoppedClock()
  const { ask, spaceData } = await testService({ fetch: sampleFetch(clock.now) }, clock)
  await spaceData.jobs.series.run()
  const pageTiles = async () => tilesOf((await ask('GET', '/', BROWSER)).text)
  const lineOf = (tile = '') => /class="day-line" d="([^"]*)"/.exec(tile)?.[1] ?? ''
  const tiles = await pageTiles()
  for (const name of ['Solar wind', 'Solar X-rays']) expect(lineOf(tiles[name])).toMatch(/^M[\d. l-]{500,}$/)
  expect(tiles['Planetary K index']?.match(/class="fill level-\d"/g)).toHaveLength(8)
  clock.advance(12 * 3_600_000)
  const later = await pageTiles()
  expect(lineOf(later['Solar wind']).split('M')).toHaveLength(2)
  expect(lineOf(later['Solar X-rays']).split('M')).toHaveLength(3)
})

test('with every upstream down the home page says who fails since when, and shows no value', async () => {
  const { ask } = await testService({ fetch: () => Promise.reject(new Error('down')) }, stoppedClock())
  const { text, status } = await ask('GET', '/', BROWSER)
  expect(status).toBe(200)
  const strip = Object.values(tilesOf(text)).join('')
  const since = / unreachable since <time [^>]*>12:00<\/time> · <a href="[^"]*status">status<\/a>/g
  expect(strip.match(since)).toHaveLength(5)
  expect(strip.match(/NOAA SWPC unreachable/g)).toHaveLength(3)
  expect(strip).toContain('Launch Library 2 unreachable')
  expect(strip).toContain('NASA DONKI unreachable')
  // The shells and their objects, of which there was no run.
  expect(strip.match(/no data yet/g)).toHaveLength(2)
  expect(strip).not.toContain('class="pill')
  expect(strip).not.toContain('day-line')
})
