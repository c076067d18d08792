import { sampleFetch } from '@space-data/sample'
import { expect, test } from 'vitest'
import { catalogueOf, quickPool } from '../debris/night/support.ts'
import { stoppedClock, testService } from '../support/service.ts'

const AS_CURL = { accept: '*/*' }

test('a client without a preference gets text of at most 80 columns, with values and their times', async () => {
  const { ask } = await testService({}, stoppedClock())
  const { status, headers, text } = await ask('GET', '/', AS_CURL)
  expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
  expect(headers.get('vary')).toContain('Accept')
  expect(headers.get('cache-control')).toBe('public, max-age=60')
  for (const line of text.split('\n')) expect([...line].length, line).toBeLessThanOrEqual(80)
  // Beside a prompt it fits a terminal of 24 lines, without how to ask, which `space-data now` leaves out.
  expect(text.replace(/\n\nAsk [\s\S]*/, '').split('\n').length).toBeLessThanOrEqual(22)
  expect(text).toMatch(/^Kp index +\d\.\d\d +\d\d:\d\d +[▁▂▃▄▅▆▇█ ]{20,24} +GFZ \d\.\d\d to \d\d:\d\d$/m)
  expect(text).toMatch(/^Geomagnetic storms +G\d /m)
  expect(text).toMatch(/^Next launch .* T−(\d+ d \d+ h|\d+ h \d+ min|\d+ min) {2}\w/m)
})

test('NOAA’s own steps and its three days are beside the steps of the newest values', async () => {
  const { ask, get } = await testService({}, stoppedClock())
  const { text } = await ask('GET', '/', AS_CURL)
  const { observed, highest_24h, forecast } = (await get('/v1/space-weather/scales')).json.data
  const lineOf = (name: string) => text.split('\n').find((line) => line.startsWith(name)) ?? ''
  const own = (member: string) => [observed[member], highest_24h[member]].join(' +')
  const days = (toText: (day: (typeof forecast)[number]) => string) => forecast.map(toText).join(' +')
  expect(text).toMatch(/^ +newest value +NOAA +24 h +11-21 +11-22 +11-23$/m)
  expect(text).toMatch(/^ {2}Columns 2 on: NOAA, 11:59 UTC; /m)
  expect(lineOf('Geomagnetic storms')).toMatch(
    new RegExp(`G\\d \\w+ +${own('g_scale')} +${days(({ g_scale }) => g_scale)}$`),
  )
  expect(lineOf('Radio blackouts')).toMatch(
    new RegExp(`R\\d \\w+ +${own('r_scale')} +${days((day) => `${day.r1_r2_percent}/${day.r3_percent} %`)}$`),
  )
  expect(lineOf('Radiation storms')).toMatch(
    new RegExp(`S\\d \\w+ +${own('s_scale')} +${days(({ s1_percent }) => `${s1_percent} %`)}$`),
  )
})

test('a number of notices of two digits keeps its distance from the first of them', async () => {
  const { ask } = await testService({}, stoppedClock('2026-11-28T02:22:00Z'))
  const { text } = await ask('GET', '/', AS_CURL)
  expect(text).toMatch(/^In force \d\d +(ALERT|WARNING|WATCH|EXTENDED WARNING|SUMMARY): /m)
})

test('the values are those of the endpoints', async () => {
  const { ask, get } = await testService({}, stoppedClock())
  const { text } = await ask('GET', '/', AS_CURL)
  const { json } = await get('/v1/space-weather/kp')
  expect(text).toContain(`Kp index    ${json.data.kp.toFixed(2)}`)
})

test.each([
  ['application/json', 'application/json; charset=utf-8'],
  ['text/html,application/xhtml+xml,*/*;q=0.8', 'text/html; charset=utf-8'],
])('a client that prefers %s gets it', async (accept, type) => {
  const { ask } = await testService()
  expect((await ask('GET', '/', { accept })).headers.get('content-type')).toBe(type)
})

test('with a place it has the next passes of the ISS there, places within 0.1° being one', async () => {
  const { ask } = await testService({}, stoppedClock())
  const { text, headers } = await ask('GET', '/?at=48.137,11.575', AS_CURL)
  expect(text).toContain('Passes of the ISS at 48.1° N, 11.6° E')
  expect(text).toContain('  Rise and set are at the horizon.\n')
  expect(
    text.match(/rises \d\d:\d\d [NSEW]+, highest \d\d:\d\d \d+° [NSEW]+, sets \d\d:\d\d [NSEW]+/g),
  ).toHaveLength(3)
  const again = await ask('GET', '/?at=48.14,11.58', AS_CURL)
  expect(again.headers.get('etag')).toBe(headers.get('etag'))
})

test.each(['91,0', '0,181', 'here', '48.1', '1e1,2'])('at=%s is 400', async (at) => {
  const { ask } = await testService()
  const { status, json } = await ask('GET', `/?at=${at}`, AS_CURL)
  expect([status, json.error]).toEqual([400, 'invalid_parameter'])
})

test('with every provider away it says so and shows no value', async () => {
  const { ask } = await testService({ fetch: () => Promise.reject(new TypeError('away')) }, stoppedClock())
  const { status, text } = await ask('GET', '/?at=48.1,11.6', AS_CURL)
  expect(status).toBe(200)
  expect(text.match(/no data/g)).toHaveLength(12)
  expect(text).toContain('no run of the shells yet')
  expect(text).not.toMatch(/[▁▂▃▄▅▆▇█]/)
})

test('texts and pages show a run as soon as it is published, whatever is cached', async () => {
  const { ask, spaceData } = await testService({}, stoppedClock())
  const pages = ['/', '/debris', '/globe']
  const htmlOf = async (path: string) => (await ask('GET', path, { accept: 'text/html' })).text
  const textOf = async () => (await ask('GET', '/', AS_CURL)).text
  const before = await Promise.all(pages.map(htmlOf))
  expect(await textOf()).toContain('no run of the shells yet')
  await spaceData.jobs.shells.run({ catalogue: catalogueOf(50), pool: () => quickPool() })
  const first = await textOf()
  expect(first).not.toContain('no run of the shells yet')
  const after = await Promise.all(pages.map(htmlOf))
  for (const [i, page] of after.entries()) expect(page, pages[i]).not.toBe(before[i])
  await spaceData.jobs.shells.run({ catalogue: catalogueOf(60), acceptSize: true, pool: () => quickPool() })
  expect(await textOf()).not.toBe(first)
})

test('places of one minute share its facts: none costs the providers, or another place, anything', async () => {
  const clock = stoppedClock()
  const asked: string[] = []
  const samples = sampleFetch(clock.now)
  const fetch: typeof globalThis.fetch = (input, init) => {
    asked.push(String(input))
    return samples(input, init)
  }
  const { ask, get } = await testService({ fetch }, clock)
  const elementsOf = async (at: string) => (await ask('GET', `/?at=${at}`, AS_CURL)).text
  const munich = await elementsOf('48.1,11.6')
  const before = asked.length
  const quito = await elementsOf('-0.2,-78.5')
  expect(asked).toHaveLength(before)
  const withoutPasses = (text: string) => text.replace(/Passes of the ISS[\s\S]*?\n\n/, '')
  expect(withoutPasses(quito)).toBe(withoutPasses(munich))
  expect(quito).not.toBe(munich)
  // A text is as old as what it says.
  clock.advance(30_000)
  const { headers } = await ask('GET', '/?at=10,10', AS_CURL)
  expect(headers.get('cache-control')).toBe('public, max-age=30')
  clock.advance(31_000)
  expect((await ask('GET', '/?at=10,10', AS_CURL)).headers.get('cache-control')).toBe('public, max-age=60')
  expect((await get('/openapi.json')).headers.get('cache-status')).toContain('fwd=miss')
})

test('1,000 new places push nothing else out of the cache', async () => {
  const { spaceData, get } = await testService({}, stoppedClock())
  await get('/openapi.json')
  const send = async (at: string) => {
    const request = new Request(`http://space-data.test/?at=${at}`, { headers: AS_CURL })
    return (await spaceData.handle(request, { ip: '192.0.2.1' })).status
  }
  await send('1,1')
  const places = Array.from({ length: 1_000 }, (_, n) => `${(n % 90) - 30},${Math.floor(n / 90) * 5}`)
  const statuses = new Set<number>()
  for (let n = 0; n < places.length; n += 10)
    for (const status of await Promise.all(places.slice(n, n + 10).map(send))) statuses.add(status)
  expect([...statuses]).toEqual([200])
  expect((await get('/openapi.json')).headers.get('cache-status')).toContain('hit')
})
