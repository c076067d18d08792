import { memory } from '@space-data/core'
import { type Elements, formatOmmCsv, formatOmmJson, formatSatcat } from '@space-data/sample'
import { beforeEach, describe, expect, test } from 'vitest'
import { yearFromNeighbours } from '../../packages/core/src/features/objects/celestrak/launch-year.ts'
import { fetchSatcat } from '../../packages/core/src/features/objects/celestrak/satcat.ts'
import { testContext } from '../support/context.ts'
import { stoppedClock, type TestService, testService } from '../support/service.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const FIRST_DEBRIS = 10_000

/**
 * 120 debris of each launch year from 1970 to 2025, numbered in the order of launch, and 200 active payloads.
 */
const debris = Array.from({ length: 56 * 120 }, (_, i) =>
  object(FIRST_DEBRIS + i, 1970 + Math.floor(i / 120), `SL-${i} DEB`),
)
const active = Array.from({ length: 200 }, (_, i) => object(60_000 + i, 2025, `SAT ${i}`))
const all = [...debris, ...active]
const byId = new Map(all.map((each) => [each.NORAD_CAT_ID, each]))

function object(NORAD_CAT_ID: number, year: number, OBJECT_NAME: string): Elements {
  return {
    OBJECT_NAME,
    OBJECT_ID: `${year}-001A`,
    EPOCH: '2026-11-20T21:00:00.123456',
    MEAN_MOTION: 14.2,
    ECCENTRICITY: 0.001,
    INCLINATION: 71,
    RA_OF_ASC_NODE: 10,
    ARG_OF_PERICENTER: 20,
    MEAN_ANOMALY: 30,
    EPHEMERIS_TYPE: 0,
    CLASSIFICATION_TYPE: 'U',
    NORAD_CAT_ID,
    ELEMENT_SET_NO: 999,
    REV_AT_EPOCH: 1,
    BSTAR: 1e-4,
    MEAN_MOTION_DOT: 1e-6,
    MEAN_MOTION_DDOT: 0,
  }
}

let asked: string[]
let clock: ReturnType<typeof stoppedClock>
let store: ReturnType<typeof memory>
let service: TestService

const celestrak: typeof fetch = async (input) => {
  const { search, searchParams } = new URL(String(input))
  asked.push(search)
  const [number, year, group] = ['CATNR', 'INTDES', 'GROUP'].map((name) => searchParams.get(name))
  const found = number
    ? [byId.get(Number(number))].filter((each) => each !== undefined)
    : year
      ? all.filter(({ OBJECT_ID }) => OBJECT_ID.startsWith(year))
      : group === 'active'
        ? active
        : []
  if (found.length === 0) return new Response('No GP data found', { status: 404 })
  return new Response(number ? formatOmmJson(found) : formatOmmCsv(found))
}

beforeEach(async () => {
  asked = []
  clock = stoppedClock('2026-11-21T03:17:00Z')
  store = memory()
  service = await testService({ fetch: celestrak, store }, clock)
})

const queries = (of: string) => asked.filter((query) => query.includes(of)).length
async function keyOf(account: string): Promise<string> {
  return (await service.spaceData.keys.issue({ tier: 'hobby', label: 'test', account })).key
}
const askWith = (key: string, id: number, headers = {}) =>
  service.get(`/v1/objects/${id}`, { 'x-api-key': key, ...headers })

/** Night’s catalogue, of which only the launch years are still good for anything. */
async function afterANight() {
  await service.spaceData.jobs.shells.pullCatalogue({ paceMs: 0 })
  clock.advance(9 * HOUR)
  asked = []
}

describe('the single-object query share of an account', () => {
  test('is five an hour; the sixth gets 503 with Retry-After, and other accounts are unaffected', async () => {
    const [one, other] = [await keyOf('one'), await keyOf('other')]
    for (let i = 0; i < 5; i += 1) {
      expect((await askWith(one, FIRST_DEBRIS + i)).status).toBe(200)
      clock.advance(MINUTE)
    }
    const refused = await askWith(one, FIRST_DEBRIS + 5)
    expect([refused.status, refused.json.error]).toEqual([503, 'upstream_unavailable'])
    expect(refused.json.message).toMatch(
      /^This account has used its 5 single-object queries to CelesTrak for this hour\. Retry in \d+ s\./,
    )
    expect(Number(refused.headers.get('retry-after'))).toBe(55 * 60)
    // Nobody else is told so, not even of the same object and at the same moment.
    expect((await askWith(other, FIRST_DEBRIS + 5)).status).toBe(200)
    const together = await Promise.all(
      [one, one, one, other].map(async (key) => (await askWith(key, FIRST_DEBRIS + 6)).status),
    )
    expect(together).toEqual([503, 503, 503, 200])
    expect((await askWith(one, FIRST_DEBRIS)).status).toBe(200)
    expect(service.errors).toEqual([])
    clock.advance(55 * MINUTE)
    expect((await askWith(one, FIRST_DEBRIS + 700)).status).toBe(200)
  })

  test('of all networks without a key together is a quarter of the hour, so that keys have the rest', async () => {
    const open = await testService({ fetch: celestrak, anonymous: 1_000 }, clock)
    service = open
    const askFrom = async (ip: string, id: number) =>
      (await open.ask('GET', `/v1/objects/${id}`, {}, { ip })).json
    for (let i = 0; i < 7; i += 1)
      expect(await askFrom(`192.0.${i}.1`, FIRST_DEBRIS + i)).toHaveProperty('data')
    for (const [i, ip] of ['192.0.9.1', '192.0.0.1', '2001:db8::1'].entries()) {
      const { message } = await askFrom(ip, FIRST_DEBRIS + 20 + i)
      expect(message).toMatch(/^Requests without a key have used their 7 single-object queries to CelesTrak/)
    }
    const key = await keyOf('one')
    for (let i = 0; i < 5; i += 1) expect((await askWith(key, FIRST_DEBRIS + 40 + i)).status).toBe(200)
  })

  test('is refunded when CelesTrak does not respond', async () => {
    const key = await keyOf('one')
    const away = await testService({ fetch: () => Promise.reject(new TypeError('away')) }, clock)
    service = away
    const own = await keyOf('one')
    for (let i = 0; i < 20; i += 1) {
      const { json } = await askWith(own, FIRST_DEBRIS + i)
      expect(json.message).toMatch(
        /^CelesTrak is (unreachable|not being queried: .*)\. Retry in \d{2,3} s; see \/status\.$/,
      )
      clock.advance(10_000)
    }
    expect(key).not.toBe(own)
  })

  test('counts an object requested with `If-None-Match: *` that had to be queried', async () => {
    const [attacker, victim] = [await keyOf('attacker'), await keyOf('victim')]
    const answers = []
    for (let i = 0; i < 60; i += 1)
      answers.push(await askWith(attacker, 30_000 + i, { 'if-none-match': '*' }))
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(5)
    expect(answers.filter(({ status }) => status === 503)).toHaveLength(55)
    for (let i = 0; i < 5; i += 1) expect((await askWith(victim, FIRST_DEBRIS + i)).status).toBe(200)
    const another = await keyOf('another')
    const seen = await askWith(another, FIRST_DEBRIS + 50, { 'if-none-match': '*' })
    expect(seen.status).toBe(304)
    expect(seen.headers.get('ratelimit')).toContain('r=49999')
  })
})

describe('an object outside the `active` group', () => {
  test('is served from its launch year, which serves all objects of that year for an hour', async () => {
    await afterANight()
    const ids = debris.slice(0, 120).map(({ NORAD_CAT_ID }) => NORAD_CAT_ID)
    for (const id of ids) expect((await askWith(service.key, id)).status).toBe(200)
    expect(asked).toEqual(['?INTDES=1970&FORMAT=csv'])
    // Past its hour an element set has to be asked for again, and a year may be only once a cycle.
    clock.advance(61 * MINUTE)
    expect((await askWith(service.key, ids[0] as number)).status).toBe(200)
    expect(asked.at(-1)).toContain('CATNR')
    clock.advance(60 * MINUTE)
    expect((await askWith(service.key, ids[1] as number)).status).toBe(200)
    expect(asked.slice(2)).toEqual(['?INTDES=1970&FORMAT=csv'])
  })

  test('is listed in a batch while its launch year is held, and missing from it otherwise', async () => {
    await afterANight()
    const [ofYear, ofAnother] = [debris.slice(0, 50), debris.slice(120, 150)].map((some) =>
      some.map(({ NORAD_CAT_ID }) => NORAD_CAT_ID),
    ) as [number[], number[]]
    await askWith(service.key, ofYear[0] as number)
    const { data } = (await service.get(`/v1/objects?ids=${[...ofYear, ...ofAnother].join(',')}`)).json
    expect(data.objects.map(({ norad_id }: { norad_id: number }) => norad_id)).toEqual(ofYear)
    expect(data.missing).toEqual(ofAnother)
    expect(asked).toEqual(['?INTDES=1970&FORMAT=csv', '?GROUP=active&FORMAT=csv'])
  })

  test('is found through SATCAT alone, without fetching `active` or a query of its own', async () => {
    const keeper = testContext({ backend: store, time: { at: clock.now().getTime() } })
    await fetchSatcat({ ...keeper, fetch: async () => new Response(formatSatcat(all)) })
    for (const { NORAD_CAT_ID } of debris.slice(0, 50))
      expect((await askWith(service.key, NORAD_CAT_ID)).status).toBe(200)
    expect(asked).toEqual(['?INTDES=1970&FORMAT=csv'])
  })

  test('is queried singly if its launch year does not have it or is unknown', async () => {
    await afterANight()
    byId.delete(FIRST_DEBRIS)
    const lost = all.findIndex(({ NORAD_CAT_ID }) => NORAD_CAT_ID === FIRST_DEBRIS)
    const [gone] = all.splice(lost, 1)
    expect((await askWith(service.key, FIRST_DEBRIS)).status).toBe(404)
    expect(asked).toEqual(['?INTDES=1970&FORMAT=csv', `?CATNR=${FIRST_DEBRIS}&FORMAT=json`])
    if (gone) all.unshift(gone)
    byId.set(FIRST_DEBRIS, gone as Elements)
    expect((await askWith(service.key, 500_000)).status).toBe(404)
    expect(asked.slice(2)).toEqual(['?CATNR=500000&FORMAT=json'])
  })

  test('is one bulk query for many concurrent requests', async () => {
    await afterANight()
    const answers = await Promise.all(
      debris.slice(0, 100).map(({ NORAD_CAT_ID }) => askWith(service.key, NORAD_CAT_ID)),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(asked).toHaveLength(1)
  })
})

test('1,000 accounts requesting random debris stay within CelesTrak’s limits', async () => {
  const keys = await Promise.all(Array.from({ length: 1_000 }, (_, i) => keyOf(`account-${i}`)))
  let seed = 1
  const random = () => {
    seed = (seed * 16_807) % 2_147_483_647
    return seed / 2_147_483_647
  }
  const crowd = async () => {
    const counts: Record<number, number> = {}
    for (const key of keys) {
      const { NORAD_CAT_ID } = debris[Math.floor(random() * debris.length)] as Elements
      const { status } = await askWith(key, NORAD_CAT_ID)
      counts[status] = (counts[status] ?? 0) + 1
    }
    return { counts, years: queries('INTDES'), single: queries('CATNR'), asked: asked.length }
  }
  const tell = (when: string, { counts, years, single, asked }: Awaited<ReturnType<typeof crowd>>) =>
    console.log(
      `FIGURE 1,000 accounts ask for random debris of 56 launch years, ${when}: ${counts[200]} have their answer, ` +
        `${counts[503] ?? 0} are told to come back; ${asked} calls to CelesTrak (${years} launch years, ${single} single objects)`,
    )
  const atFirst = await crowd()
  tell('when nothing is held', atFirst)
  expect(atFirst.single).toBeLessThanOrEqual(30)
  await afterANight()
  const later = await crowd()
  tell('nine hours after a night', later)
  expect(later).toEqual({ counts: { 200: 1_000 }, years: 56, single: 0, asked: 56 })
  asked = []
  clock.advance(61 * MINUTE)
  const again = await crowd()
  tell('an hour after that, when the years may not be asked again yet', again)
  expect(again).toMatchObject({ years: 0, single: 30 })
})

test('the launch year of an unknown catalogue number is that of its neighbours', () => {
  const known = { ids: [10, 12, 20, 100, 200, 210], years: [1970, 1970, 1971, 1971, 1980, 1980] }
  const yearsOf = (...ids: number[]) => ids.map((id) => yearFromNeighbours(known, id, 2026))
  expect(yearsOf(10, 11, 20, 205)).toEqual([1970, 1970, 1971, 1980])
  // Between two years, in a wide gap, below all, just above all, far above all.
  expect(yearsOf(15, 50, 5, 400, 9_000)).toEqual([undefined, undefined, undefined, 2026, undefined])
})
