import { sampleFetch } from '@space-data/sample'
import { expect, test } from 'vitest'
import { catalogueOf, quickPool } from '../jobs/support.ts'
import { stoppedClock, type TestService, testService } from '../support/service.ts'

const BROWSER = { accept: 'text/html' }
const pageOf = async ({ ask }: TestService, query = '') => ask('GET', `/status${query}`, BROWSER)

/** A service that records its upstream requests. */
async function recording(clock = stoppedClock()) {
  const requested: string[] = []
  const sample = sampleFetch(clock.now)
  const fetch: typeof globalThis.fetch = (input, init) => {
    requested.push(String(input))
    return sample(input, init)
  }
  return { ...(await testService({ fetch }, clock)), requested }
}

async function withShells() {
  const made = await testService()
  const fetchedAt = made.clock.now().getTime()
  await made.spaceData.jobs.shells.run({
    catalogue: catalogueOf(1_860, 150, fetchedAt),
    pool: () => quickPool(),
  })
  return made
}

test('the page of a fresh instance shows live values: it requests each of the five feeds once, and the last day', async () => {
  const made = await recording()
  const { text } = await pageOf(made)
  expect(made.requested).toHaveLength(5 + 3)
  expect(text).not.toMatch(/No data(:| yet)/)
  const { json } = await made.get('/v1/space-weather/kp')
  expect(text).toContain(`<strong>${json.data.kp.toFixed(2)}</strong>`)
  expect(made.requested).toHaveLength(5 + 3)
})

test('further page views request only feeds whose cached values have expired', async () => {
  const made = await recording()
  await pageOf(made)
  for (const alt of ['', '?alt=550', '?alt=560', '?alt=99999']) await pageOf(made, alt)
  expect(made.requested).toHaveLength(5 + 3)
  made.clock.advance(61_000)
  await pageOf(made)
  // Wind, field and X-rays are valid for a minute, protons for 5, Kp for 15.
  expect(made.requested).toHaveLength(5 + 3 + 3)
})

test('the JSON report sends no upstream request', async () => {
  const made = await recording()
  await made.get('/status')
  expect(made.requested).toEqual([])
})

test('an upstream that never responds does not delay the page', async () => {
  const made = await testService({ fetch: () => new Promise(() => {}) })
  const { status, text } = await pageOf(made)
  expect(status).toBe(200)
  expect(text.match(/No data yet\. Reload in a minute\./g)).toHaveLength(5)
})

test('the page reports a failing upstream', async () => {
  const made = await testService({ fetch: async () => new Response('', { status: 503 }) })
  const { status, text } = await pageOf(made)
  expect(status).toBe(200)
  expect(text).toContain('HTTP 503')
  expect(text.match(/No data: the last request failed/g)).toHaveLength(5)
})

test('the page shows the densest shell by default, and the shell around a valid altitude', async () => {
  const made = await withShells()
  const heading = async (query: string) =>
    /<h3>Shell ([^<]*)<\/h3>/.exec((await pageOf(made, query)).text)?.[1]
  const densest = await heading('')
  expect(densest).toBe('150–160 km')
  expect(await heading('?alt=550')).toBe('550–560 km')
  expect(await heading('?alt=2000')).toBe('2000–2010 km')
  for (const wrong of ['?alt=', '?alt=149', '?alt=2001', '?alt=-5', '?alt=1e3', '?alt=%3Cb%3E', '?other=550'])
    expect(await heading(wrong), wrong).toBe(densest)
})

test('all altitudes of a shell share one cached page, and so do all invalid ones', async () => {
  const made = await withShells()
  const outcome = async (query: string) => (await pageOf(made, query)).headers.get('cache-status')
  expect(await outcome('?alt=550')).toContain('fwd=miss')
  expect(await outcome('?alt=559')).toContain('; hit;')
  expect(await outcome('?alt=560')).toContain('fwd=miss')
  expect(await outcome('?alt=marker')).toContain('fwd=miss')
  expect(await outcome('')).toContain('; hit;')
  expect(await outcome('?alt=99999')).toContain('; hit;')
})

test('a repeated altitude is ignored, the page echoes nothing of the request, and JSON ignores the altitude', async () => {
  const made = await withShells()
  expect((await pageOf(made, '?alt=550&alt=560')).text).toBe((await pageOf(made)).text)
  const { text } = await pageOf(made, '?alt=marker-of-mine&x=marker-of-mine')
  expect(text).not.toContain('marker-of-mine')
  const [one, other] = [await made.get('/status?alt=550'), await made.get('/status?alt=nonsense')]
  expect(one.text).toBe(other.text)
})

test('under a base path every link starts with it', async () => {
  const { spaceData } = await testService({ base: '/space' })
  for (const path of ['/space/status', '/space', '/space/']) {
    const response = await spaceData.handle(new Request(`http://x.test${path}`, { headers: BROWSER }))
    const html = await response.text()
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
