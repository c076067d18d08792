import { type ElementSet, readElementSets } from '@space-data/core/debris'
import { describe, expect, test } from 'vitest'
import { quickPool } from '../../debris/night/support.ts'
import { centralOn, openMirror } from '../../mirror/pair.ts'
import { stoppedClock, type TestService, testService } from '../../support/service.ts'
import { DAY, setOf } from './sets.ts'

const NIGHT = '2026-11-18T03:17:00Z'
const ISS = 25_544

/** The set of a night: an orbit that sinks, and an epoch of two hours before. */
function issOf(night: number): ElementSet {
  const at = Date.parse(NIGHT) + night * DAY - 7_200_000
  const epoch = `${new Date(at).toISOString().slice(0, 19)}.000864Z`
  return setOf(ISS, epoch, { meanMotionRevPerDay: 15.49 + night / 1_000, revAtEpoch: 100 + night })
}

type Runner = Pick<TestService, 'spaceData'> & { readonly clock: ReturnType<typeof stoppedClock> }

async function runNights({ spaceData, clock }: Runner, nights: readonly ElementSet[][]): Promise<void> {
  for (const [night, elementSets] of nights.entries()) {
    clock.goTo(Date.parse(NIGHT) + night * DAY)
    const fetchedAt = clock.now().getTime()
    const catalogue = { elementSets, source: 'CelesTrak GP catalogue', fetchedAt }
    await spaceData.jobs.shells.run({ catalogue, pool: () => quickPool() })
  }
}

async function threeNights() {
  const service = await testService({ keepCatalogues: 400 }, stoppedClock(NIGHT))
  await runNights(
    service,
    [0, 1, 2].map((night) => [issOf(night), setOf(100_057, issOf(0).epoch)]),
  )
  return service
}

const PATH = `/v1/objects/${ISS}/history`

describe('/v1/objects/{norad_id}/history', () => {
  test('has each epoch once, oldest first, with the orbit and the catalogues', async () => {
    const { get } = await threeNights()
    const { status, json } = await get(PATH)
    expect(status).toBe(200)
    const { elements, ...data } = json.data
    expect(data).toEqual({
      norad_id: ISS,
      from: '2026-10-21T03:00:00.000Z',
      to: null,
      count: 3,
      catalogues_kept: 3,
      kept_from: '2026-11-18',
      kept_to: '2026-11-20',
      source: 'CelesTrak GP catalogue',
    })
    expect(elements.map(({ epoch }: { epoch: string }) => epoch)).toEqual(
      [0, 1, 2].map((n) => issOf(n).epoch),
    )
    expect(elements[1]).toMatchObject({
      mean_motion_rev_per_day: 15.491,
      semi_major_axis_km: 6_797.495,
      apogee_km: 424.263,
      perigee_km: 414.452,
      rev_at_epoch: 101,
      first_catalogue_at: '2026-11-19T03:17:00.000Z',
      catalogue_fetched_at: '2026-11-19T03:17:00.000Z',
    })
    const unchanged = (await get('/v1/objects/100057/history')).json.data
    expect(unchanged.elements).toHaveLength(1)
    expect(unchanged.elements[0]).toMatchObject({
      first_catalogue_at: '2026-11-18T03:17:00.000Z',
      catalogue_fetched_at: '2026-11-20T03:17:00.000Z',
    })
  })

  test.each([
    [0, 'The operator can enable this with serve --keep-catalogues 365.'],
    [30, 'The first is kept after the next run, at 03:17 UTC.'],
  ])('says what to do before the first night where %d days are kept', async (keepCatalogues, advice) => {
    const { get } = await testService({ keepCatalogues }, stoppedClock(NIGHT))
    for (const path of [PATH, `/v1/objects/${ISS}?at=2026-11-17`, `/v1/objects?ids=${ISS}&at=2026-11-17`]) {
      const { status, json } = await get(path)
      expect([status, json.message]).toEqual([404, `No catalogue is kept yet. ${advice}`])
    }
  })

  test('of a span has the epochs in it, and refuses one that ends before it begins', async () => {
    const { get } = await threeNights()
    const { json } = await get(`${PATH}?from=2026-11-19&to=2026-11-20`)
    expect(json.data).toMatchObject({
      from: '2026-11-19T00:00:00.000Z',
      to: '2026-11-20T00:00:00.000Z',
      count: 1,
    })
    expect(json.data.elements[0].epoch).toBe(issOf(1).epoch)
    const refused = await get(`${PATH}?from=2026-11-20&to=2026-11-20`)
    expect([refused.status, refused.json.error]).toEqual([400, 'invalid_parameter'])
    const before = await get(`${PATH}?from=2020-01-01&to=2021-01-01`)
    expect([before.status, before.json.error]).toEqual([404, 'elements_not_kept'])
  })

  test('in each format has the same sets', async () => {
    const { get } = await threeNights()
    const sets = [0, 1, 2].map(issOf)
    for (const [format, type] of [
      ['json', 'application/vnd.space-data.omm+json'],
      ['csv', 'text/csv; charset=utf-8'],
    ] as const) {
      const reply = await get(`${PATH}?format=${format}`)
      expect([reply.status, reply.headers.get('content-type')]).toEqual([200, expect.stringContaining(type)])
      expect(reply.headers.get('x-source')).toBe('CelesTrak GP catalogue')
      // Readers of a catalogue keep the newest of an object.
      expect(readElementSets(reply.text).elementSets).toEqual(sets.slice(-1))
      expect(reply.text.match(/2026-11-\d\dT/g)).toHaveLength(3)
    }
    const tle = await get(`${PATH}?format=tle`)
    expect(tle.text.match(/^1 25544U/gm)).toHaveLength(3)
    expect((await get(`${PATH}?format=xml`)).text.match(/<omm /g)).toHaveLength(3)
    expect((await get(`${PATH}?format=kvn`)).text.match(/^CCSDS_OMM_VERS/gm)).toHaveLength(3)
    const six = await get('/v1/objects/100057/history?format=tle')
    expect(six.text).toMatch(/^1 A0057U/m)
  })

  test('is the same, byte for byte, within an hour', async () => {
    const { get, clock } = await threeNights()
    clock.goTo('2026-11-20T04:00:01Z')
    const first = await get(PATH)
    clock.advance(3_500_000)
    expect((await get(PATH, { 'if-none-match': first.headers.get('etag') ?? '' })).status).toBe(304)
    expect(first.json).toMatchObject({
      fetched_at: '2026-11-20T03:17:00.000Z',
      valid_until: '2026-11-20T05:00:00.000Z',
    })
    const csv = await get(`${PATH}?format=csv`)
    expect(csv.headers.get('x-fetched-at')).toBe('2026-11-20T03:17:00.000Z')
  })

  test('where no catalogue is kept is 404, which says how to keep them', async () => {
    const { get } = await testService()
    for (const path of [PATH, `/v1/objects/${ISS}?at=2026-11-20`, '/v1/tle/stations?at=2026-11-20']) {
      const { status, json } = await get(path)
      expect([path, status, json.error]).toEqual([path, 404, 'elements_not_kept'])
      expect(json.message).toContain('--keep-catalogues 365')
    }
  })
})

describe('/v1/objects/{norad_id}?at=', () => {
  test('has what was known then, as the newest elements have it', async () => {
    const { get } = await threeNights()
    const { status, json } = await get(`/v1/objects/${ISS}?at=2026-11-19T12:00:00Z`)
    expect(status).toBe(200)
    const newest = await get(`/v1/objects/${ISS}`)
    expect(Object.keys(json.data)).toEqual([...Object.keys(newest.json.data), 'catalogue_fetched_at'])
    expect(json.fetched_at).toBe('2026-11-19T03:17:00.000Z')
    expect(json.data).toMatchObject({
      epoch: issOf(1).epoch,
      source: 'CelesTrak GP catalogue',
      catalogue_fetched_at: '2026-11-19T03:17:00.000Z',
    })
    const csv = await get(`/v1/objects/${ISS}?at=2026-11-19T12:00:00Z&format=csv`)
    expect(readElementSets(csv.text).elementSets).toEqual([issOf(1)])
  })

  test('before the first catalogue is 404, and in the future 400', async () => {
    const { get } = await threeNights()
    const before = await get(`/v1/objects/${ISS}?at=2026-11-18T03:16:59Z`)
    expect([before.status, before.json]).toEqual([
      404,
      {
        error: 'elements_not_kept',
        message:
          'No catalogue of the 30 days before this time has this object. Catalogues are kept for 3 nights ' +
          'from 2026-11-18 to 2026-11-20.',
      },
    ])
    for (const path of [`/v1/objects/${ISS}`, '/v1/tle/stations']) {
      const ahead = await get(`${path}?at=2026-11-20T03:17:01Z`)
      expect([ahead.status, ahead.json.error]).toEqual([400, 'invalid_parameter'])
    }
  })
})

describe('/v1/objects?ids=&at=', () => {
  test('has each object as its own path gives it, and the numbers that no catalogue had', async () => {
    const { get } = await threeNights()
    const at = 'at=2026-11-19T20:00:00Z'
    const { status, json } = await get(`/v1/objects?ids=100057,5,${ISS}&${at}`)
    expect(status).toBe(200)
    const [iss, other] = [await get(`/v1/objects/${ISS}?${at}`), await get(`/v1/objects/100057?${at}`)]
    expect(json.data).toEqual({
      count: 2,
      matched: 2,
      objects: [iss?.json.data, other?.json.data],
      missing: [5],
      source: 'CelesTrak GP catalogue',
    })
    expect(json.data.objects[0]).toMatchObject({
      epoch: issOf(1).epoch,
      catalogue_fetched_at: '2026-11-19T03:17:00.000Z',
    })
    expect(json.fetched_at).toBe(iss?.json.fetched_at)
  })

  test('of none of them is 404, and in the future 400', async () => {
    const { get } = await threeNights()
    const none = await get('/v1/objects?ids=5,6&at=2026-11-19')
    expect([none.status, none.json.error]).toEqual([404, 'elements_not_kept'])
    expect(none.json.message).toContain('has any of these objects. Catalogues are kept for 3 nights')
    const ahead = await get(`/v1/objects?ids=${ISS}&at=2026-11-20T03:17:01Z`)
    expect([ahead.status, ahead.json.error]).toEqual([400, 'invalid_parameter'])
  })
})

describe('/v1/tle/{group}?at=', () => {
  test('has the members of then with their elements of then', async () => {
    const service = await testService({ keepCatalogues: 400 }, stoppedClock(NIGHT))
    const { get, clock } = service
    const members = readElementSets((await get('/v1/tle/stations?format=json')).text).elementSets
    const [lost] = members.slice(-1) as [ElementSet]
    await runNights(
      service,
      [0, 1].map((night) =>
        members
          .filter((set) => set !== lost)
          .map((set) => ({ ...set, revAtEpoch: 100 + night }))
          .concat(setOf(5, issOf(night).epoch)),
      ),
    )
    clock.advance(3_600_000)
    const at = await get('/v1/tle/stations?at=2026-11-18T20:00:00Z&format=json')
    const expected = members
      .filter((set) => set !== lost)
      .map((set) => ({ ...set, revAtEpoch: 100 }))
      .sort((one, other) => one.noradId - other.noradId)
    expect(readElementSets(at.text).elementSets).toEqual(expected)
    expect(Object.fromEntries(at.headers)).toMatchObject({
      'x-tle-count': String(members.length - 1),
      'x-tle-omitted': String(lost.noradId),
      'x-fetched-at': '2026-11-18T03:17:00.000Z',
      'x-catalogue-fetched-at': '2026-11-18T03:17:00.000Z',
      'x-members-fetched-at': '2026-11-18T03:17:00.000Z',
      'x-source': 'CelesTrak GP catalogue',
    })
    const lines = await get('/v1/tle/STATIONS?at=2026-11-19T03:17:00Z')
    expect(lines.text.split('\n')).toHaveLength(3 * (members.length - 1) + 1)
    const unknown = await get('/v1/tle/weather?at=2026-11-18T20:00:00Z')
    expect([unknown.status, unknown.json.error]).toEqual([404, 'elements_not_kept'])
    expect(unknown.json.message).toContain('before which the group was requested')
    expect((await get('/v1/tle/nonsense?at=2026-11-18')).json.error).toBe('group_not_found')
  })
})

test('earlier days that are added are kept, too, as far back as nights are, in the place of none', async () => {
  const service = await testService({ keepCatalogues: 3 }, stoppedClock('2026-11-20T03:17:00Z'))
  const { spaceData, get } = service
  const { shells } = spaceData.jobs
  const catalogueOf = (night: number, set: ElementSet) => ({
    elementSets: [set],
    source: 'CelesTrak GP catalogue',
    fetchedAt: Date.parse(NIGHT) + night * DAY,
  })
  await shells.run({ catalogue: catalogueOf(2, issOf(2)), pool: () => quickPool() })
  const earlier = [-1, 0, 1, 2].map((night) => catalogueOf(night, { ...issOf(night), revAtEpoch: 7 }))
  await shells.addDays(earlier, { pool: () => quickPool() })
  expect(await shells.keptDays()).toEqual(['2026-11-18', '2026-11-19', '2026-11-20'])
  const { elements } = (await get(PATH)).json.data
  expect(elements.map((each: { rev_at_epoch: number }) => each.rev_at_epoch)).toEqual([7, 7, 102])
})

test('a mirror serves the bytes of its central instance, and passes on that nothing is kept', async () => {
  const clock = stoppedClock(NIGHT)
  const central = await centralOn(clock, { keepCatalogues: 400 })
  await runNights({ spaceData: central.spaceData, clock }, [[issOf(0)], [issOf(1)]])
  clock.advance(60_000)
  const mirror = await openMirror(central, clock)
  for (const path of [
    PATH,
    `${PATH}?format=csv`,
    `${PATH}?format=tle`,
    `/v1/objects/${ISS}?at=2026-11-19`,
    `/v1/objects?ids=${ISS},5&at=2026-11-19`,
  ]) {
    const headers = { 'x-api-key': central.key }
    const original = await central.spaceData.handle(new Request(`https://central.test${path}`, { headers }))
    const copied = await mirror.get(path)
    expect([path, copied.status, original.status]).toEqual([path, 200, 200])
    expect(copied.text).toBe(await original.text())
  }
  for (const path of [
    '/v1/objects/5/history',
    `/v1/objects/${ISS}?at=2026-11-01`,
    '/v1/objects?ids=5,6&at=2026-11-19',
    '/v1/tle/stations?at=2026-11-19',
  ]) {
    const { status, text } = await mirror.get(path)
    expect([path, status, JSON.parse(text).error]).toEqual([path, 404, 'elements_not_kept'])
  }
})
