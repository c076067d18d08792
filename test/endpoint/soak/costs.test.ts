import { createSpaceData, memory, type StoreBackend } from '@space-data/core'
import { everything } from '@space-data/core/features'
import { sampleFetch, withSyntheticYears } from '@space-data/sample'
import { expect, test } from 'vitest'
import { type CostClass, costClassOf } from '../../../packages/core/src/kernel/endpoint/cost.ts'
import type { Endpoint } from '../../../packages/core/src/kernel/endpoint/endpoint.ts'
import { plenty } from '../../support/service.ts'
import { endpoints, examplePath } from '../../support/table.ts'

/** Members of the group `active`: as many as it has. */
const ACTIVE_OBJECTS = 13_000
const PLACE = 'latitude=52.52&longitude=13.4'
const DAY_MS = 86_400_000

/** The sample with 30,000 objects, 13,000 of them in `active`. What it says once is kept: to make it costs CPU time. */
function withWholeCatalogue(now: () => Date): typeof fetch {
  const provider = withSyntheticYears(sampleFetch(now), () => now().getTime())
  const kept = new Map<string, Promise<{ readonly body: Uint8Array; readonly init: ResponseInit }>>()
  const readActive = async (url: URL) => {
    let header = ''
    const rows: string[] = []
    for (let year = now().getUTCFullYear(); rows.length < ACTIVE_OBJECTS && year > 1957; year -= 1) {
      const ofYear = new URL(url)
      ofYear.searchParams.delete('GROUP')
      ofYear.searchParams.set('INTDES', String(year))
      const lines = (await (await provider(ofYear)).text()).trim().split(/\r?\n/)
      header = lines[0] ?? ''
      rows.push(...lines.slice(1))
    }
    const text = `${[header, ...rows.slice(0, ACTIVE_OBJECTS)].join('\r\n')}\r\n`
    return new Response(text, { headers: { 'content-type': 'text/csv' } })
  }
  const read = async (url: URL) => {
    const isActive = url.searchParams.get('GROUP')?.toLowerCase() === 'active'
    const response = isActive ? await readActive(url) : await provider(url)
    const { status, headers } = response
    return { body: new Uint8Array(await response.arrayBuffer()), init: { status, headers } }
  }
  return async (input) => {
    const url = new URL(input instanceof Request ? input.url : String(input))
    const reading = kept.get(url.href) ?? read(url)
    kept.set(url.href, reading)
    const { body, init } = await reading
    return new Response(body as Uint8Array<ArrayBuffer>, init)
  }
}

/** The most expensive valid requests of the paths whose parameters decide; `ids` are 100 objects of low orbits. */
function dearest(ids: readonly number[], now: Date): Record<string, string[]> {
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS).toISOString()
  const sky = `ids=${ids.slice(0, 20).join(',')}&${PLACE}&days=10&min_elevation_deg=0&limit=500`
  const group = (format: string) => `/NORAD/elements/gp.php?GROUP=active&FORMAT=${format}`
  const all = ['kp', 'wind', 'mag', 'xray', 'proton', 'electrons', 'aurora', 'scales', 'notices'].join(',')
  const spans = (path: string) => [`${path}?start=${before(31)}`, `${path}?start=${before(30)}&format=csv`]
  return {
    '/v1/tle/{group}': [
      ...['', '?format=xml', '?format=json', '?format=csv', '?format=kvn'].map(
        (form) => `/v1/tle/active${form}`,
      ),
      ...['', '&format=xml'].map((form) => `/v1/tle/active?at=${now.toISOString()}${form}`),
    ],
    '/v1/objects': [`/v1/objects?ids=${ids.join(',')}`],
    '/v1/objects/{norad_id}/position': ['json', 'csv', 'geojson'].map(
      (format) =>
        `/v1/objects/${ids[0]}/position?start=${before(1)}&stop=${now.toISOString()}&step=1m&${PLACE}&format=${format}`,
    ),
    '/v1/objects/{norad_id}/passes': [
      `/v1/objects/${ids[0]}/passes?${PLACE}&days=10&min_elevation_deg=0&limit=500`,
    ],
    '/v1/passes': [`/v1/passes?${sky}`, `/v1/passes?${sky}&visible=true`],
    '/v1/passes.ics': [`/v1/passes.ics?${sky.replace('52.52', '51.1')}`],
    '/v1/above': [`/v1/above?${PLACE}&group=active&limit=1000&min_elevation_deg=0`],
    '/v1/space-weather/current': [`/v1/space-weather/current?fields=${all}`],
    '/v1/space-weather/aurora': [
      `/v1/space-weather/aurora?${PLACE}`,
      '/v1/space-weather/aurora?latitude=-89.9&longitude=7',
    ],
    '/hapi/data': ['wind', 'mag'].map(
      (id) => `/hapi/data?dataset=${id}&start=${before(30)}&stop=${before(0)}`,
    ),
    ...Object.fromEntries(
      endpoints
        .map(({ path }) => path)
        .filter((path) => path.endsWith('/series'))
        .map((path) => [path, spans(path)]),
    ),
    ...Object.fromEntries(
      ['aurora', 'absorption'].map((name) => {
        const path = `/v1/space-weather/${name}/grid`
        return [path, [path, `${path}?format=csv`, `${path}?format=geojson`]]
      }),
    ),
    '/shell/objects': ['/shell/objects?limit=1000', '/shell/objects?limit=1000&owner=US&type=debris'],
    '/NORAD/elements/gp.php': [
      ...['XML', 'JSON-PRETTY', 'KVN', 'TLE', 'CSV'].map(group),
      '/NORAD/elements/gp.php?NAME=AT&FORMAT=XML',
      '/NORAD/elements/gp.php?NAME=DEB&FORMAT=XML',
      '/NORAD/elements/gp.php?INTDES=2024&FORMAT=XML',
    ],
    '/satcat/records.php': [
      '&MAX=9999',
      '&MAX=9998&FORMAT=CSV',
      '&PAYLOADS=1&ACTIVE=1&FORMAT=JSON-PRETTY',
    ].map((selection) => `/satcat/records.php?GROUP=active${selection}`),
    '/': ['/', '/?at=52.52,13.4', '/?at=51.1,7'],
    '/weather': ['/weather', '/weather?span=7d', '/weather?span=27d'],
  }
}

/** Milliseconds of CPU time of this process, of all its threads. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

/** The longest turn of the event loop while something runs, and all of it, in milliseconds of CPU time. */
async function measured(run: () => Promise<unknown>): Promise<{ total: number; turn: number }> {
  let turn = 0
  let last = cpuMs()
  const timer = setInterval(() => {
    const at = cpuMs()
    turn = Math.max(turn, at - last)
    last = at
  }, 1)
  const start = cpuMs()
  await run()
  turn = Math.max(turn, cpuMs() - last)
  clearInterval(timer)
  return { total: cpuMs() - start, turn }
}

/** What the yardstick takes where a unit is 50 ms: two shared cores of 2026. */
const YARDSTICK_MS = 20
const SAMPLES = Array.from({ length: 20_000 }, (_, i) => ({
  id: i,
  name: `OBJECT ${i}`,
  values: [i / 7, i / 11],
}))

/** How much slower this machine is: a fixed piece of work, at its best of ten. */
async function slowness(): Promise<number> {
  const runs: number[] = []
  for (let i = 0; i < 10; i += 1)
    runs.push((await measured(async () => JSON.parse(JSON.stringify(SAMPLES)))).total)
  return Math.min(...runs) / YARDSTICK_MS
}

const AT = new Date('2026-11-21T12:00:00Z')

/** An instance with nothing in its caches, and a run of the shells. */
async function newInstance(fetch: typeof globalThis.fetch, store: StoreBackend) {
  const spaceData = createSpaceData({
    features: everything,
    fetch,
    store,
    now: () => AT,
    anonymous: 1_000_000,
    keepCatalogues: 30,
    hapi: true,
    compat: ['celestrak', 'swpc', 'open-notify'],
    limits: { ...plenty, computedPerMinute: 1_000_000 },
    onError() {},
  })
  await spaceData.loadPages()
  const { key } = await spaceData.keys.issue({ tier: 'enterprise', label: 'bench', account: 'bench' })
  const ask = async (path: string) => {
    const request = new Request(`http://space-data.test${path}`, {
      headers: { 'x-api-key': key, accept: '*/*' },
    })
    const response = await spaceData.handle(request, { ip: '192.0.2.1' })
    return { status: response.status, body: await response.arrayBuffer() }
  }
  return { spaceData, ask }
}

/** What a path declares for a request. */
function declaredOf(endpoint: Endpoint, target: string) {
  const query = new URL(target, 'http://space-data.test').searchParams
  const group = /\/v1\/tle\/(\w+)/.exec(target)?.[1]
  const params = { ...Object.fromEntries(query), ...(group && { group }) }
  const request = { target, method: 'GET', header: () => null, body: null, waitUntil() {} }
  return costClassOf(endpoint.cost, { params, request, now: AT.getTime() })
}

const LIMITS_MS = { own: 5, shared: Number.POSITIVE_INFINITY }

test('no path costs more than it declares, with a catalogue of 30,000 objects', {
  timeout: 1_800_000,
}, async () => {
  const fetch = withWholeCatalogue(() => AT)
  const gets = endpoints.filter(
    ({ method, success }) =>
      method === 'GET' && success.status === 200 && !('text/event-stream' in success.content),
  )
  const least = new Map<string, { declared: CostClass; status: number; total: number; turn: number }>()
  const factors: number[] = []
  // The first round compiles, and makes what the providers say.
  for (let round = 0; round < 3; round += 1) {
    const { spaceData, ask } = await newInstance(fetch, memory())
    const { body } = await ask('/v1/tle/active?format=json')
    const active = JSON.parse(new TextDecoder().decode(body)) as Elements[]
    const low = active.filter(({ MEAN_MOTION }) => MEAN_MOTION > 14).slice(0, 100)
    const requests = dearest(
      low.map(({ NORAD_CAT_ID }) => NORAD_CAT_ID),
      AT,
    )
    await spaceData.jobs.shells.run()
    factors.push(await slowness())
    const asked = gets.flatMap((endpoint) =>
      (requests[endpoint.path] ?? [examplePath(endpoint)]).map((target) => ({ endpoint, target })),
    )
    // Feeds are fetched and read with what is shared.
    const isShared = ({ endpoint, target }: (typeof asked)[number]) =>
      declaredOf(endpoint, target) === 'shared'
    const shared = asked.filter(isShared)
    for (const { endpoint, target } of [...shared, ...asked.filter((each) => !isShared(each))]) {
      // The catalogue is read from the store once a minute at most, for everybody.
      if (endpoint.path === '/v1/objects/{norad_id}') await ask('/v1/objects/20580')
      let status = 0
      const { total, turn } = await measured(async () => {
        status = (await ask(target)).status
      })
      const before = least.get(target)
      least.set(target, {
        declared: declaredOf(endpoint, target),
        status,
        total: Math.min(total, before?.total ?? total),
        turn: Math.min(turn, before?.turn ?? turn),
      })
    }
    await spaceData.close()
  }
  const factor = Math.min(...factors)
  const rows = [...least].map(([target, { total, turn, ...row }]) => ({
    ...{ target: target.slice(0, 110), ...row },
    totalMs: Math.round((10 * total) / factor) / 10,
    turnMs: Math.round((10 * turn) / factor) / 10,
  }))
  rows.sort((one, other) => other.turnMs - one.turnMs)
  for (const row of rows) console.log(`FIGURE cost ${Object.values(row).join(' ')}`)
  console.log(`FIGURE cost: this machine is ${factor.toFixed(2)} times as slow as that of the limits`)
  // What is shared is made once for everybody; what a client can multiply lets others be served.
  expect.soft(rows.filter(({ declared, turnMs }) => declared !== 'shared' && turnMs > 25)).toEqual([])
  const isAbove = ({ target, declared, totalMs }: (typeof rows)[number]) =>
    // Searches are charged for what they find, too.
    !/[?&](NAME|INTDES)=/.test(target) &&
    totalMs > (typeof declared === 'number' ? 50 * declared : LIMITS_MS[declared])
  expect.soft(rows.filter(isAbove)).toEqual([])
})

interface Elements {
  readonly NORAD_CAT_ID: number
  readonly MEAN_MOTION: number
}
