import { expect, test } from 'vitest'
import { sampleFetch } from '../../packages/cli/src/sample/index.ts'
import { catalogueOf, quickPool } from '../jobs/support.ts'
import { stoppedClock, type TestService, testService } from '../support/service.ts'

const BROWSER = { accept: 'text/html' }
const pageOf = async ({ ask }: TestService, query = '') => ask('GET', `/status${query}`, BROWSER)

/** A service that counts whom it asks. */
async function counted(clock = stoppedClock()) {
  const asked: string[] = []
  const sample = sampleFetch(clock.now)
  const fetch: typeof globalThis.fetch = (input, init) => {
    asked.push(String(input))
    return sample(input, init)
  }
  return { ...(await testService({ fetch }, clock)), asked }
}

async function withShells() {
  const made = await testService()
  const fetchedAt = made.clock.now().getTime()
  await made.spaceData.jobs.propagateShells({
    catalogue: catalogueOf(1_860, 150, fetchedAt),
    pool: () => quickPool(),
  })
  return made
}

test('a page of a fresh instance shows live values: it asks each of the five feeds once, and for the day before', async () => {
  const made = await counted()
  const { text } = await pageOf(made)
  expect(made.asked).toHaveLength(5 + 3)
  expect(text).not.toContain('Nothing fetched yet')
  const { json } = await made.get('/v1/space-weather/kp')
  expect(text).toContain(`<strong>${json.data.kp.toFixed(2)}</strong>`)
  expect(made.asked).toHaveLength(5 + 3)
})

test('looking again asks only whom the endpoints would ask again', async () => {
  const made = await counted()
  await pageOf(made)
  for (const alt of ['', '?alt=550', '?alt=560', '?alt=99999']) await pageOf(made, alt)
  expect(made.asked).toHaveLength(5 + 3)
  made.clock.advance(61_000)
  await pageOf(made)
  // Wind, field and X-rays are valid for a minute, protons for 5, Kp for 15.
  expect(made.asked).toHaveLength(5 + 3 + 3)
})

test('JSON asks nobody', async () => {
  const made = await counted()
  await made.get('/status')
  expect(made.asked).toEqual([])
})

test('an upstream that never answers does not keep the page waiting', async () => {
  const made = await testService({ fetch: () => new Promise(() => {}) })
  const { status, text } = await pageOf(made)
  expect(status).toBe(200)
  expect(text.match(/Nothing fetched yet: the first look/g)).toHaveLength(5)
})

test('an upstream that fails is told on the page, and the page is there', async () => {
  const made = await testService({ fetch: async () => new Response('', { status: 503 }) })
  const { status, text } = await pageOf(made)
  expect(status).toBe(200)
  expect(text).toContain('HTTP 503')
  expect(text.match(/Nothing fetched yet: the last ask failed/g)).toHaveLength(5)
})

test('without a choice it shows the densest shell, and a shell for each altitude that there is', async () => {
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

test('the altitudes of one shell, and all that are none, share a page in the cache', async () => {
  const made = await withShells()
  const outcome = async (query: string) => (await pageOf(made, query)).headers.get('cache-status')
  expect(await outcome('?alt=550')).toContain('fwd=miss')
  expect(await outcome('?alt=559')).toContain('; hit;')
  expect(await outcome('?alt=560')).toContain('fwd=miss')
  expect(await outcome('?alt=marker')).toContain('fwd=miss')
  expect(await outcome('')).toContain('; hit;')
  expect(await outcome('?alt=99999')).toContain('; hit;')
})

test('an altitude given twice is none, nothing of the request is on the page, and JSON ignores it', async () => {
  const made = await withShells()
  expect((await pageOf(made, '?alt=550&alt=560')).text).toBe((await pageOf(made)).text)
  const { text } = await pageOf(made, '?alt=marker-of-mine&x=marker-of-mine')
  expect(text).not.toContain('marker-of-mine')
  const [one, other] = [await made.get('/status?alt=550'), await made.get('/status?alt=nonsense')]
  expect(one.text).toBe(other.text)
})

test('under a base every link begins with it', async () => {
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
