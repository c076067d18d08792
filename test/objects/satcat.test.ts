import { memory } from '@space-data/core'
import { sampleFetch } from '@space-data/sample'
import { beforeEach, describe, expect, test } from 'vitest'
import { propagateShells } from '../../packages/core/src/features/debris/night/propagate-shells.ts'
import {
  cachedSatcat,
  fetchSatcat,
  refreshSatcatIfDue,
} from '../../packages/core/src/features/objects/celestrak/satcat.ts'
import { catalogueOf, quickPool } from '../debris/night/support.ts'
import { testContext } from '../support/context.ts'
import { stoppedClock, type TestService, testService } from '../support/service.ts'

const DAY = 86_400_000
const FILE = '/pub/satcat.csv'

let asked: string[]
let answer: (text: string) => Response
let clock: ReturnType<typeof stoppedClock>
let store: ReturnType<typeof memory>
let fetch: typeof globalThis.fetch
let service: TestService

beforeEach(async () => {
  asked = []
  answer = (text) => new Response(text)
  clock = stoppedClock('2026-11-21T03:17:00Z')
  const sample = sampleFetch(clock.now)
  fetch = async (input, init) => {
    const { pathname, search } = new URL(String(input))
    asked.push(pathname + search)
    const response = await sample(input, init)
    return pathname === FILE ? answer(await response.text()) : response
  }
  store = memory()
  service = await testService({ fetch, store }, clock)
})

const night = () => service.spaceData.jobs.shells.run({ pool: () => quickPool(), pull: { paceMs: 0 } })
const satcats = () => asked.filter((path) => path === FILE).length
const iss = async () => (await service.get('/v1/objects/25544')).json.data
const status = async () =>
  (await service.get('/status')).json.data.upstreams.find(
    ({ id }: { id: string }) => id === 'celestrak-satcat',
  )

describe('an object with SATCAT', () => {
  test('has its SATCAT fields on every instance after the first nightly run, and a type by name until then', async () => {
    expect(await iss()).toMatchObject({
      object_type: 'payload',
      owner: null,
      launch_date: null,
      decay_date: null,
      rcs_m2: null,
      type_from: 'name',
    })
    expect(satcats()).toBe(0)
    await night()
    expect(satcats()).toBe(1)
    // Another instance on the store, which asks nobody for it.
    service = await testService({ fetch, store }, clock)
    clock.advance(2 * 3_600_000)
    expect(await iss()).toMatchObject({
      object_type: 'payload',
      owner: 'ISS',
      launch_date: '1998-11-20',
      decay_date: null,
      rcs_m2: 399.0524,
      type_from: 'satcat',
    })
    expect(satcats()).toBe(1)
  })

  test('has SATCAT’s type whatever its name, and the type of its name if SATCAT has none', async () => {
    answer = (text) =>
      new Response(text.replace(/^(ISS .*?,25544,)PAY/m, '$1DEB').replace(/^(ENVISAT,.*?,27386,)PAY/m, '$1'))
    await night()
    clock.advance(2 * 3_600_000)
    expect(await iss()).toMatchObject({ object_type: 'debris', type_from: 'satcat' })
    const { data } = (await service.get('/v1/objects/27386')).json
    expect(data).toMatchObject({ object_type: 'payload', type_from: 'name', owner: 'ESA', rcs_m2: 18.6071 })
    const { data: shell } = (await service.get('/shell/density/785')).json
    expect(shell.source).toContain('GP catalogue')
  })
})

describe('SATCAT', () => {
  test('is fetched weekly and expires a week after that', async () => {
    const context = { ...testContext(), fetch }
    const isHeld = async () => (await cachedSatcat(context))(25_544) !== undefined
    for (let day = 0; day < 15; day += 1) {
      await refreshSatcatIfDue(context)
      context.time.at += DAY
    }
    expect(satcats()).toBe(3)
    answer = () => new Response('', { status: 503 })
    for (let day = 0; day < 12; day += 1) {
      await refreshSatcatIfDue(context).catch(() => {})
      context.time.at += DAY
    }
    expect(await isHeld()).toBe(true)
    context.time.at += 2 * DAY
    expect(await isHeld()).toBe(false)
  })

  test('that fails or is missing neither fails the nightly run nor pauses other queries', async () => {
    for (const code of [404, 500, 200]) {
      answer = () => new Response('<html>\n', { status: code })
      const { objects } = await night()
      expect(objects).toBeGreaterThan(300)
      expect((await iss()).type_from).toBe('name')
      clock.advance(DAY)
    }
    expect(await status()).toMatchObject({
      status: 'down',
      error: 'schema_mismatch: NORAD_CAT_ID is missing',
    })
  })

  test('that lost part of its objects is accepted when two more fetches over a day return the same', async () => {
    const context = { ...testContext(), fetch }
    const { columns } = await fetchSatcat(context)
    answer = (text) => new Response(`${text.split('\r\n').slice(0, 100).join('\r\n')}\r\n`)
    context.time.at += DAY
    await expect(fetchSatcat(context)).rejects.toMatchObject({ code: 'upstream_invalid' })
    context.time.at += DAY / 2
    await expect(fetchSatcat(context)).rejects.toMatchObject({ code: 'upstream_invalid' })
    expect((await cachedSatcat(context))(25_544)?.owner).toBe('ISS')
    context.time.at += DAY / 2
    expect((await fetchSatcat(context)).columns.words.length).toBeLessThan(columns.words.length / 2)
  })

  test('is requested at most once in twelve hours by all processes', async () => {
    const context = { ...testContext(), fetch }
    answer = () => new Response('<html>')
    for (let i = 0; i < 12; i += 1) {
      await refreshSatcatIfDue(context).catch(() => {})
      context.time.at += 3_600_000
    }
    expect(satcats()).toBe(1)
  })

  test('is not requested for a catalogue from a file', async () => {
    const context = { ...testContext(), fetch }
    await propagateShells(context, {
      catalogue: catalogueOf(10, 1, context.now()),
      pool: () => quickPool(),
    })
    expect(asked).toEqual([])
  })

  test('is listed at /status like other feeds', async () => {
    await service.spaceData.jobs.checks.run({ paceMs: 0 })
    expect(await status()).toMatchObject({
      provider: 'CelesTrak',
      endpoints: ['/v1/objects/{norad_id}', '/v1/objects'],
      status: 'operational',
      http_status: 200,
      schema_ok: true,
    })
    expect((await iss()).owner).toBe('ISS')
    const { data } = (await service.get('/ref/sources')).json
    const celestrak = data.sources.find(({ provider }: { provider: string }) => provider === 'CelesTrak')
    expect(celestrak.feeds).toContain('celestrak-satcat')
    // What is held is used for another week.
    answer = () => new Response('', { status: 404 })
    clock.advance(8 * DAY)
    await service.spaceData.jobs.checks.run({ paceMs: 0 })
    expect((await status()).status).toBe('degraded')
    expect((await iss()).owner).toBe('ISS')
  })
})
