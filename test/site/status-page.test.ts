import { sampleFetch } from '@space-data/sample'
import { expect, test } from 'vitest'
import { stoppedClock, testService } from '../support/service.ts'

const BROWSER = { accept: 'text/html' }

test('neither the report nor the page sends an upstream request', async () => {
  const clock = stoppedClock()
  const requested: string[] = []
  const sample = sampleFetch(clock.now)
  const fetch: typeof globalThis.fetch = (input, init) => {
    requested.push(String(input))
    return sample(input, init)
  }
  const { ask } = await testService({ fetch }, clock)
  for (const headers of [{}, BROWSER]) expect((await ask('GET', '/status', headers)).status).toBe(200)
  expect(requested).toEqual([])
})

test('the page reports a failing upstream', async () => {
  const { ask, get } = await testService({ fetch: async () => new Response('', { status: 503 }) })
  await get('/v1/launches/upcoming')
  const { status, text } = await ask('GET', '/status', BROWSER)
  expect(status).toBe(200)
  expect(text).toContain('Launch Library 2 responds with HTTP 503')
  expect(text).toContain('Requests that need it get 503: <code>/v1/launches/upcoming</code>.')
})

test('the page of an endpoint that a fallback serves says so', async () => {
  const clock = stoppedClock()
  const good = sampleFetch(clock.now)
  const fetch: typeof globalThis.fetch = (input, init) =>
    /planetary_k_index_1m/.test(String(input)) ? Promise.reject(new TypeError('boom')) : good(input, init)
  const { ask, get } = await testService({ fetch }, clock)
  expect((await get('/v1/space-weather/kp')).status).toBe(200)
  const { text } = await ask('GET', '/status', BROWSER)
  expect(text).toContain('<h1>All data are served, some by fallbacks</h1>')
  expect(text).toContain('<span class="degraded">fallback in use</span>')
  expect(text).toContain('primary down; 1 fallback in use')
})

test('the page counts a fallback that was requested and is down, too', async () => {
  const clock = stoppedClock()
  const { ask, get } = await testService({ fetch: () => Promise.reject(new TypeError('boom')) }, clock)
  for (const path of ['kp', 'wind']) expect((await get(`/v1/space-weather/${path}`)).status).toBe(503)
  expect((await get('/v1/events/recent')).status).toBe(503)
  const { text } = await ask('GET', '/status', BROWSER)
  const summaries = [...text.matchAll(/<summary>([^<]+)<\/summary>/g)].map(([, summary]) => summary)
  expect(summaries.slice(0, 2)).toEqual(['primary and 1 fallback down', 'primary; 1 fallback idle'])
  expect(summaries).toContain('primary and 2 fallbacks down')
  expect(summaries).toContain('3 primary feeds and 1 fallback down')
})

test('the page echoes nothing of the request, and all queries share it', async () => {
  const { ask } = await testService()
  const one = await ask('GET', '/status?x=marker-of-mine&alt=550', BROWSER)
  expect(one.text).not.toContain('marker-of-mine')
  const other = await ask('GET', '/status', BROWSER)
  expect(other.headers.get('cache-status')).toContain('; hit;')
  expect(other.text).toBe(one.text)
})

test('under a base path every link starts with it', async () => {
  const { spaceData } = await testService({ base: '/space' })
  for (const path of ['/space/status', '/space', '/space/']) {
    const response = await spaceData.handle(new Request(`http://x.test${path}`, { headers: BROWSER }))
    const html = (await response.text()).replace(/<script>[\s\S]*?<\/script>/g, '')
    const links = [...html.matchAll(/(?:href|action|data-root)="(?!data:|#)([^"]*)"/g)].map(
      ([, link]) => link,
    )
    expect(links.length, path).toBeGreaterThan(4)
    expect(
      links.filter((link) => !link?.startsWith('/space/')),
      path,
    ).toEqual([])
  }
})
