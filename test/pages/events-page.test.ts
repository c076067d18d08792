import { sampleFetch } from '@space-data/sample'
import { expect, test } from 'vitest'
import { stoppedClock, testService } from '../support/service.ts'

const HTML = { accept: 'text/html' }

async function eventsPage(isAway: (url: string) => boolean = () => false) {
  const clock = stoppedClock()
  const fetch: typeof globalThis.fetch = (input, init) =>
    isAway(String(input)) ? Promise.reject(new TypeError('away')) : sampleFetch(clock.now)(input, init)
  const { ask, get } = await testService({ fetch }, clock)
  const { status, text } = await ask('GET', '/events', HTML)
  return { status, text, get }
}

interface Event {
  readonly kind: string
  readonly earth_impact: { readonly arrival_time: string } | null
}

test('flares and ejections are on the time line, and every event is in a table with its record', async () => {
  const { text, get } = await eventsPage()
  const { events } = (await get('/v1/events/recent')).json.data as { events: (Event & { id: string })[] }
  const of = (kind: string) => events.filter((event) => event.kind === kind)
  expect(text.match(/class="stem level-\d"/g)).toHaveLength(of('flare').length)
  expect(text.match(/class="transit"/g)).toHaveLength(of('cme').filter((each) => each.earth_impact).length)
  expect(text.match(/class="impact"/g)).toHaveLength(of('cme').filter((each) => each.earth_impact).length)
  expect(text.match(/class="missed"/g)).toHaveLength(of('cme').filter((each) => !each.earth_impact).length)
  for (const { id } of events) expect(text).toContain(`id="${id}"`)
  expect(text.match(/>DONKI<\/a>/g)).toHaveLength(events.length)
})

test('ejections that have not arrived are one line, with the next one and the range', async () => {
  const { text, get } = await eventsPage()
  const { events } = (await get('/v1/events/recent')).json.data as { events: Event[] }
  const coming = events
    .flatMap(({ earth_impact }) => earth_impact?.arrival_time ?? [])
    .filter((at) => at > '2026-11-21T12:00:00.000Z')
    .sort()
  const line = /class="card arrivals">[\s\S]*?<\/div>/.exec(text)?.[0] ?? ''
  expect(/<strong><time datetime="([^"]*)"/.exec(line)?.[1]).toBe(coming[0])
  expect(line).toContain(`${coming.length} ejections: `)
  expect(line).toContain(` to ${Number(coming.at(-1)?.slice(8, 10))} `)
  expect(line).toMatch(/Kp up to 9 <span[^>]*>.*[\d,]+–\d,\d{3} km\/s/)
  expect(coming.length).toBeGreaterThan(1)
})

test('a kind whose feed is away is named, and without any the page says who does not respond', async () => {
  const { text } = await eventsPage((url) => url.includes('/CME'))
  expect(text).toContain('Not available now: coronal mass ejections.')
  const { status, text: empty } = await eventsPage(() => true)
  expect(status).toBe(200)
  expect(empty).toMatch(
    /No events are available yet\.<\/strong> NASA DONKI unreachable since <time [^>]*>12:00/,
  )
  expect(empty).not.toContain('class="chart"')
})
