import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { memory } from '@space-data/core'
import { sqlite } from '@space-data/core/sqlite'
import { sampleFetch } from '@space-data/sample'
import { http } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { PATIENCE_MS } from '../support/patience.ts'
import { stoppedClock, type TestService, testService } from '../support/service.ts'
import { interceptFetch } from '../upstreams/msw.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const NOT_UPDATED =
  'GP data has not updated since your last successful\ndownload of GROUP=active at 2026-11-21 12:00:00 UTC.\nData is updated once every 2 hours.'

let asked: string[]
let answer: (url: URL) => Response | undefined
let clock: ReturnType<typeof stoppedClock>
let store: ReturnType<typeof memory>
let service: TestService

const internet = interceptFetch()

/** The sample's CelesTrak, with every query noted and some answers replaced. */
beforeEach(async () => {
  asked = []
  answer = () => undefined
  clock = stoppedClock()
  const sample = sampleFetch(clock.now)
  internet.use(
    http.get('https://celestrak.org/*', ({ request }) => {
      const url = new URL(request.url)
      asked.push(url.search)
      return answer(url) ?? sample(url)
    }),
  )
  store = memory()
  service = await testService({ fetch: 'global', store }, clock)
})

const status = async (path: string) => (await service.get(path)).status

async function idsOf(group: string): Promise<number[]> {
  const url = `https://celestrak.org/NORAD/elements/gp.php?GROUP=${group}&FORMAT=json`
  const sets = (await (await sampleFetch(clock.now)(url)).json()) as { NORAD_CAT_ID: number }[]
  return sets.map(({ NORAD_CAT_ID }) => NORAD_CAT_ID)
}

describe('CelesTrak objects', () => {
  test('five objects an hour are queried one by one, all others are served from the active group', async () => {
    const ids = (await idsOf('active')).slice(0, 60)
    for (const id of ids) expect(await status(`/v1/objects/${id}`)).toBe(200)
    expect(asked.filter((query) => query.includes('CATNR'))).toHaveLength(5)
    expect(asked.filter((query) => query.includes('GROUP=active'))).toHaveLength(1)
    expect(asked).toHaveLength(6)
  })

  test('the active group is confirmed hourly, and "has not updated" advances fetched_at', async () => {
    const ids = await idsOf('active')
    for (const id of ids.slice(0, 6)) await status(`/v1/objects/${id}`)
    const path = `/v1/objects/${ids[7]}`
    const first = await service.get(path)
    answer = () => new Response(NOT_UPDATED, { status: 403 })
    clock.advance(61 * MINUTE)
    for (const id of ids.slice(10, 15)) await status(`/v1/objects/${id}`)
    const second = await service.get(path)
    expect(second.status).toBe(200)
    expect(Date.parse(second.json.fetched_at) - Date.parse(first.json.fetched_at)).toBe(61 * MINUTE)
    expect(second.json.data.epoch).toBe(first.json.data.epoch)
    const active = (await service.get('/status')).json.data.upstreams.find(
      (row: { id: string }) => row.id === 'celestrak-group',
    )
    expect(active).toMatchObject({ status: 'operational', http_status: 403, error: null })
  })

  test('"has not updated" confirms the cached copy of an object, also after a restart', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'space-data-celestrak-'))
    const open = () => sqlite(join(directory, 'kept.sqlite'))
    const store = await open()
    const first = await testService({ fetch: 'global', store }, clock)
    const before = await first.get('/v1/objects/25544')
    await vi.waitFor(
      async () => expect((await store.keys('')).join()).toContain('element-sets:object:25544'),
      PATIENCE_MS,
    )
    await first.spaceData.close()
    answer = () => new Response(NOT_UPDATED, { status: 403 })
    const second = await testService({ fetch: 'global', store: await open() }, clock)
    for (const hours of [1, 2, 3]) {
      clock.advance(61 * MINUTE)
      const { status, json } = await second.get('/v1/objects/25544')
      expect(status).toBe(200)
      expect(Date.parse(json.fetched_at) - Date.parse(before.json.fetched_at)).toBe(hours * 61 * MINUTE)
      expect(json.data).toEqual(before.json.data)
    }
    await second.spaceData.close()
    rmSync(directory, { recursive: true })
  })

  test('"has not updated" for objects without a cached copy does not affect other objects', async () => {
    const [one, two, three, other] = await idsOf('active')
    answer = () => new Response(NOT_UPDATED, { status: 403 })
    for (const id of [one, two, three]) expect(await status(`/v1/objects/${id}`)).toBe(503)
    answer = () => undefined
    expect(await status(`/v1/objects/${other}`)).toBe(200)
  })

  test('an element set of another object is never served for the requested one', async () => {
    const [one, other] = await idsOf('active')
    const sample = sampleFetch(clock.now)
    const wrong = await (
      await sample(`https://celestrak.org/NORAD/elements/gp.php?CATNR=${other}&FORMAT=json`)
    ).text()
    answer = () => new Response(wrong)
    expect(await status(`/v1/objects/${one}`)).toBe(502)
  })

  test('under steady load the active group is refreshed ahead of expiry, and no request waits or fails', async () => {
    const ids = await idsOf('active')
    for (const id of ids.slice(0, 6)) await status(`/v1/objects/${id}`)
    for (let minute = 0; minute < 240; minute += 1) {
      clock.advance(MINUTE)
      expect(await status(`/v1/objects/${ids[10 + (minute % 40)]}`)).toBe(200)
      await new Promise((resolve) => setImmediate(resolve))
    }
    const verified = asked.filter((query) => query.includes('GROUP=active')).length
    expect(verified).toBeGreaterThanOrEqual(4)
    expect(verified).toBeLessThanOrEqual(6)
    expect(service.errors).toEqual([])
  })

  test('single-object queries never exceed 30 an hour or 40 in two hours, whatever clients request', async () => {
    const statusFor = async (account: string, id: number) => {
      const { key } = await service.spaceData.keys.issue({ tier: 'hobby', label: 'test', account })
      return (await service.get(`/v1/objects/${id}`, { 'x-api-key': key })).status
    }
    for (let i = 0; i < 50; i += 1) await statusFor(`account-${i}`, 500_000 + i)
    expect(asked.filter((query) => query.includes('CATNR'))).toHaveLength(30)
    expect(await statusFor('another', 500_999)).toBe(503)
    clock.advance(HOUR)
    for (let i = 0; i < 50; i += 1) await statusFor(`account-${i}`, 600_000 + i)
    expect(asked.filter((query) => query.includes('CATNR'))).toHaveLength(40)
  })

  test('the nightly catalogue serves debris for an hour without a query', async () => {
    const { objects } = await service.spaceData.jobs.shells.pullCatalogue({ paceMs: 0 })
    expect(objects).toBeGreaterThan(300)
    const queries = asked.length
    expect(queries).toBe(2026 - 1957 + 1)
    const [debris] = await idsOf('fengyun-1c-debris')
    const { json } = await service.get(`/v1/objects/${debris}`)
    expect(json.data.object_type).toBe('debris')
    expect(json.source).toContain('GP catalogue')
    expect(asked).toHaveLength(queries)
  })
})

describe('CelesTrak groups', () => {
  test('a group has one cached response, whatever the case of its name', async () => {
    const answers = await Promise.all(
      ['stations', 'Stations', 'STATIONS', 'sTaTiOnS'].map((name) => service.get(`/v1/tle/${name}`)),
    )
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    const keys = await store.keys('snapshot:')
    expect(keys.filter((key) => key.includes('/v1/tle/'))).toHaveLength(1)
  })

  test('a group is requested at most once in two hours, even if its response is unusable', async () => {
    answer = () => new Response('<html>maintenance</html>')
    expect(await status('/v1/tle/stations')).toBe(502)
    for (let i = 0; i < 11; i += 1) {
      clock.advance(10 * MINUTE)
      expect(await status('/v1/tle/stations')).toBe(503)
    }
    expect(asked).toHaveLength(1)
    answer = () => undefined
    clock.advance(11 * MINUTE)
    expect(await status('/v1/tle/stations')).toBe(200)
    expect(asked).toHaveLength(2)
  })

  test('an empty group is group_not_found for the rest of the cycle, and pauses no other request', async () => {
    answer = (url) =>
      url.search.includes('GROUP') ? new Response('No GP data found', { status: 404 }) : undefined
    for (let i = 0; i < 11; i += 1) {
      expect(await status('/v1/tle/goes')).toBe(404)
      clock.advance(10 * MINUTE)
    }
    expect(asked).toHaveLength(1)
    expect(await status('/v1/objects/25544')).toBe(200)
  })

  test('a group that CelesTrak no longer has is group_not_found', async () => {
    const words = (query: string) => `Invalid query: "${query}" (GROUP=goes not found)`
    answer = ({ search }) => (search.includes('GROUP') ? new Response(words(search.slice(1))) : undefined)
    expect(await status('/v1/tle/goes')).toBe(404)
    expect(await status('/v1/objects/25544')).toBe(200)
  })

  test.each([301, 403, 404])('HTTP %i pauses all requests to CelesTrak for two hours', async (code) => {
    answer = () => new Response('go away', { status: code, headers: { location: 'https://celestrak.com/' } })
    expect(await status('/v1/tle/stations')).toBe(503)
    answer = () => undefined
    clock.advance(HOUR)
    expect(await status('/v1/tle/weather')).toBe(503)
    expect(await status('/v1/objects/25544')).toBe(503)
    expect(asked).toHaveLength(1)
    clock.advance(HOUR + 16 * MINUTE)
    expect(await status('/v1/tle/weather')).toBe(200)
  })

  test('a server error refunds the call: the group is requested again once the circuit breaker closes', async () => {
    answer = () => new Response('', { status: 503 })
    expect(await status('/v1/tle/stations')).toBe(503)
    answer = () => undefined
    clock.advance(10_000)
    expect(await status('/v1/tle/stations')).toBe(200)
  })

  test('objects above 99999 are in the group text, in Alpha-5', async () => {
    const { text, headers } = await service.get('/v1/tle/last-30-days')
    expect(text).toMatch(/^1 [A-Z]\d{4}U /m)
    expect(Number(headers.get('x-tle-count'))).toBe(text.trim().split('\n').length / 3)
  })
})

test('a catalogue pull with one failing year stores no catalogue', async () => {
  answer = (url) => (url.search.includes('INTDES=1999') ? new Response('', { status: 500 }) : undefined)
  await expect(service.spaceData.jobs.shells.pullCatalogue({ paceMs: 0 })).rejects.toMatchObject({
    code: 'upstream_unavailable',
  })
  const [debris] = await idsOf('fengyun-1c-debris')
  const { json } = await service.get(`/v1/objects/${debris}`)
  expect(json.source).toContain('GP element set')
})
