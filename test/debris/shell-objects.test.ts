import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { ElementSet } from '@space-data/core/debris'
import { parquetMetadata, parquetReadObjects } from 'hyparquet'
import { DEFAULT_PARSERS } from 'hyparquet/src/convert.js'
import Papa from 'papaparse'
import { expect, test } from 'vitest'
import { readElementSets } from '../../packages/core/src/features/objects/elements/read-element-sets.ts'
import { feedService, linesOf, NIGHT, PATH } from '../pages/feed-service.ts'
import { faultyBackend } from '../support/faulty-backend.ts'
import { elementSet, elementSets } from './night/element-sets.ts'

const AT = Date.parse(NIGHT)
const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex')

/** Odd names, numbers of every length, and elements with all their digits. */
const odd: ElementSet[] = [
  { ...elementSet(5, AT - 3_600_000), name: '#1, "QUOTED"' },
  { ...elementSet(25_544, AT), epoch: '2026-11-20T01:17:37.872384Z', bstarPerEarthRadius: 7.969016e-5 },
  { ...elementSet(339_999, AT), internationalDesignator: null, meanMotionDdotRevPerDay3: -1.25e-13 },
  { ...elementSet(799_500_123, AT), eccentricity: 0.00072161, name: 'SÄT, Ü' },
]

test('a page has the objects by number, with the run and what of it the page has', async () => {
  const { run, get } = await feedService()
  const runId = await run(elementSets(2_600, AT))
  const { status, json } = await get()
  expect(status).toBe(200)
  expect(json.data).toMatchObject({
    run_id: runId,
    run_number: 1,
    catalogue_objects: 2_600,
    matched: 2_600,
    count: 1_000,
    complete: false,
    has_more: true,
    next_after: 100_999,
    missing_source: [],
  })
  expect(json.data.objects[0]).toMatchObject({
    norad_id: 100_000,
    first_seen: null,
    age_days: 0,
    owner: null,
  })
  const seen = [...json.data.objects]
  for (let after = json.data.next_after; after !== null; ) {
    const { data } = (await get(`?after=${after}&limit=1000`)).json
    seen.push(...data.objects)
    after = data.next_after
  }
  expect(seen.map(({ norad_id }) => norad_id)).toEqual(Array.from({ length: 2_600 }, (_, i) => 100_000 + i))
  expect((await get('?limit=5000')).json.data).toMatchObject({
    complete: true,
    has_more: false,
    next_after: null,
  })
})

test('an object has the same values as at /v1/objects', async () => {
  const { run, get, ask, key, spaceData } = await feedService()
  const { json } = await ask('GET', '/v1/objects/25544', { 'x-api-key': key })
  const { data } = json
  const elements: ElementSet = {
    noradId: data.norad_id,
    name: data.name,
    internationalDesignator: data.international_designator,
    epoch: data.epoch,
    meanMotionRevPerDay: data.mean_motion_rev_per_day,
    eccentricity: data.eccentricity,
    inclinationDeg: data.inclination_deg,
    raanDeg: data.raan_deg,
    argOfPericenterDeg: data.arg_of_pericenter_deg,
    meanAnomalyDeg: data.mean_anomaly_deg,
    bstarPerEarthRadius: data.bstar_per_earth_radius,
    meanMotionDotRevPerDay2: data.mean_motion_dot_rev_per_day2,
    meanMotionDdotRevPerDay3: data.mean_motion_ddot_rev_per_day3,
    elementSetNo: data.element_set_no,
    revAtEpoch: data.rev_at_epoch,
    classification: data.classification,
    ephemerisType: 0,
  }
  await run([elements, elementSet(7, AT)])
  const [found] = (await get('?ids=25544')).json.data.objects
  const { ephemeris_type, rcs_class, first_seen, age_days, ...shared } = found
  expect(ephemeris_type).toBe(0)
  expect([rcs_class, first_seen]).toEqual([null, null])
  expect(age_days).toBeTypeOf('number')
  expect(data).toMatchObject(shared)
  await spaceData.close()
})

test('NDJSON has a head, every object, and a trailer with the hash of the lines between', async () => {
  const { run, get } = await feedService()
  const runId = await run([...odd, ...elementSets(1_700, AT)])
  const { text, headers } = await get('', { accept: 'application/x-ndjson' })
  expect(headers.get('content-type')).toBe('application/x-ndjson')
  expect(headers.get('vary')).toContain('Accept')
  const [head, ...rest] = linesOf(text)
  const trailer = rest.pop()
  expect(head).toMatchObject({
    record: 'head',
    run_id: runId,
    catalogue_objects: 1_704,
    source: 'test catalogue',
  })
  expect(rest).toHaveLength(1_704)
  expect(Object.keys(rest[0]!).sort()).toEqual([...(head!['fields'] as string[])].sort())
  const between = text.slice(text.indexOf('\n') + 1, text.lastIndexOf('\n', text.length - 2) + 1)
  expect(trailer).toEqual({
    record: 'trailer',
    run_id: runId,
    count: 1_704,
    sha256: sha256(between),
    complete: true,
    missing_source: [],
  })
})

test('CSV is read by papaparse and by the reader of OMM, with every element set exact', async () => {
  const { run, get } = await feedService()
  const sets = [...odd, ...elementSets(300, AT)].sort((one, other) => one.noradId - other.noradId)
  await run(sets)
  const { text, headers } = await get('?format=csv', { accept: 'application/json' })
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
  const { elementSets: read, refused } = readElementSets(text)
  expect(refused).toBe(0)
  expect(read).toEqual(sets)
  const { data, errors } = Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true })
  expect(errors).toEqual([])
  expect(data.map(({ NORAD_CAT_ID }) => Number(NORAD_CAT_ID))).toEqual(sets.map(({ noradId }) => noradId))
  expect(data[0]).toMatchObject({ OBJECT_NAME: '#1, "QUOTED"', OBJECT_TYPE: 'PAYLOAD', OWNER: '' })
  expect(text.split('\n')[0]).toMatch(/^OBJECT_NAME,OBJECT_ID,EPOCH,MEAN_MOTION,/)
})

test('the headers of CSV say its run, its length, its hash and that it is whole; HEAD says the same', async () => {
  const { run, get, open } = await feedService()
  const runId = await run([...odd, ...elementSets(300, AT)])
  const { text, headers } = await get('?format=csv')
  const bytes = new TextEncoder().encode(text)
  const expected = {
    'content-length': String(bytes.byteLength),
    'x-run-id': runId,
    'x-run-number': '1',
    'x-catalogue-objects': '304',
    'x-source': 'test catalogue',
    'x-fetched-at': '2026-11-21T03:17:00.000Z',
    'x-valid-until': '2026-11-22T03:17:00.000Z',
    'x-count': '304',
    'x-sha256': sha256(bytes),
    'x-complete': 'true',
  }
  expect(Object.fromEntries(headers)).toMatchObject(expected)
  expect(headers.get('access-control-expose-headers')).toContain('x-sha256')
  expect(headers.get('x-missing-ids')).toBeNull()
  const head = await open('?format=csv', 'HEAD')
  expect(Object.fromEntries(head.headers)).toMatchObject(expected)
  const some = await get('?format=csv&ids=5,9,77')
  expect(some.headers.get('x-count')).toBe('1')
  expect(some.headers.get('x-missing-ids')).toBe('9,77')
  expect(some.headers.get('x-sha256')).toBe(sha256(some.text))
})

test('a list is summed up once for all who ask for it, and each filter on its own', async () => {
  const faulty = faultyBackend()
  const { run, get } = await feedService({ store: faulty.backend })
  await run(elementSets(3_000, AT))
  await get('?format=csv')
  const before = faulty.calls.get
  await get('?format=csv')
  const ofOne = faulty.calls.get - before
  const other = faulty.calls.get
  const replies = await Promise.all([1, 2, 3].map(() => get('?format=csv&type=debris')))
  expect(new Set(replies.map(({ headers }) => headers.get('x-sha256'))).size).toBe(1)
  expect(faulty.calls.get - other).toBe(4 * ofOne)
})

test('CSV with trailer=1 has run and hash as comments before and after its rows', async () => {
  const { run, get } = await feedService()
  const runId = await run([...odd, ...elementSets(300, AT)])
  const { text, headers } = await get('?format=csv&trailer=1')
  const rows = text.split('\n').filter((line) => !line.startsWith('#'))
  expect(text.startsWith(`# run_id: ${runId}\n`)).toBe(true)
  expect(text).toContain(`# sha256: ${sha256(rows.join('\n'))}\n# complete: true\n`)
  expect(text).toContain('# count: 304\n')
  expect(rows.join('\n')).toBe((await get('?format=csv')).text)
  expect(headers.get('x-run-id')).toBe(runId)
  expect((await get('?format=csv&trailer=yes')).json.message).toMatch(/^Invalid trailer: /)
})

/** The whole seconds of an instant as microseconds. */
const wholeSeconds = (instant: unknown) => BigInt(Date.parse(`${String(instant).slice(0, 19)}Z`)) * 1_000n

test('Parquet has the same rows with instants and dates as such, and head and trailer as metadata', async () => {
  const { run, get, open } = await feedService()
  await run([...odd, ...elementSets(7_000, AT)])
  const file = await (await open('?format=parquet')).arrayBuffer()
  const parsers = { ...DEFAULT_PARSERS, timestampFromMicroseconds: (micros: bigint) => micros }
  const rows = await parquetReadObjects({ file, parsers })
  const { text } = await get('?format=ndjson')
  expect(rows).toHaveLength(7_004)
  const dateOf = (day: unknown) => (day === null ? null : new Date(String(day)))
  const expected = linesOf(text)
    .slice(1, -1)
    .map((row) => ({
      ...row,
      epoch:
        BigInt(String(row['epoch']).replace(/\D/g, '').slice(14).padEnd(6, '0')) + wholeSeconds(row['epoch']),
      launch_date: dateOf(row['launch_date']),
      decay_date: dateOf(row['decay_date']),
      first_seen: dateOf(row['first_seen']),
    }))
  expect(rows.map((row) => ({ ...row }))).toEqual(expected)
  const { schema, key_value_metadata } = parquetMetadata(file)
  const typeOf = (name: string) => schema.find((each) => each.name === name)?.logical_type
  expect(typeOf('epoch')).toEqual({ type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MICROS' })
  for (const name of ['launch_date', 'decay_date', 'first_seen'])
    expect(typeOf(name)).toEqual({ type: 'DATE' })
  const [entry] = key_value_metadata ?? []
  const facts = JSON.parse(entry?.value ?? '')
  expect(facts).toMatchObject({ count: 7_004, complete: true, missing_source: [], catalogue_objects: 7_004 })
  expect(facts.sha256).toBe(sha256(new Uint8Array(file, 0, facts.data_bytes)))
})

test.each([
  ['', 'application/json; charset=utf-8'],
  ['text/csv;q=0.5, application/x-ndjson', 'application/x-ndjson'],
  ['application/vnd.apache.parquet', 'application/vnd.apache.parquet'],
  ['*/*', 'application/json; charset=utf-8'],
])('Accept: %s gets %s', async (accept, type) => {
  const { run, get } = await feedService()
  await run(elementSets(3, AT))
  const reply = await get('', accept ? { accept } : {})
  expect(reply.headers.get('content-type')).toBe(type)
  expect(reply.headers.get('vary')).toMatch(/\bAccept\b/)
})

test('an unknown media type is 406, wrong parameters are 400 and named', async () => {
  const { run, get } = await feedService()
  await run(elementSets(3, AT))
  expect((await get('', { accept: 'application/xml' })).json.error).toBe('not_acceptable')
  const hundred = Array.from({ length: 101 }, (_, i) => i + 1).join()
  for (const query of [
    'format=xml',
    'type=debris,rubble',
    'owner=us',
    'altitude_min_km=-1',
    'altitude_max_km=1e3',
    'inclination_min_deg=181',
    'inclination_max_deg=x',
    'ids=1,,2',
    'ids=0',
    `ids=${hundred}`,
    'limit=5001',
    'after=-1',
    'since=%20',
  ]) {
    const { status, json } = await get(`?${query}`)
    expect([query, status, json.error]).toEqual([query, 400, 'invalid_parameter'])
    expect(json.message).toContain(`Invalid ${query.split('=')[0]}:`)
  }
  expect((await get('?altitude_min_km=600&altitude_max_km=500')).json.message).toContain('altitude_max_km')
})

test('filters select by type, owner, overlap of altitudes, inclination and number', async () => {
  const { run, get } = await feedService()
  await run([
    { ...elementSet(9, AT), name: 'A DEB', inclinationDeg: 98 },
    { ...elementSet(10, AT), name: 'B', inclinationDeg: 53 },
    { ...elementSet(11, AT), name: 'C R/B', inclinationDeg: 0, meanMotionRevPerDay: 2.3, eccentricity: 0.72 },
  ])
  const ids = async (query: string) =>
    (await get(query)).json.data.objects.map(({ norad_id }: { norad_id: number }) => norad_id)
  expect(await ids('?type=debris,rocket_body')).toEqual([9, 11])
  expect(await ids('?owner=US')).toEqual([])
  expect(await ids('?inclination_min_deg=53&inclination_max_deg=98')).toEqual([9, 10])
  expect(await ids('?altitude_min_km=2000')).toEqual([11])
  expect(await ids('?altitude_max_km=402.5')).toEqual([9])
  expect(await ids('?altitude_min_km=0&altitude_max_km=1000')).toEqual([9, 10, 11])
  const { data } = (await get('?ids=10,9,77')).json
  expect(data).toMatchObject({ matched: 2, count: 2, complete: true, missing_ids: [77] })
  const { text } = await get('?ids=10,77&format=ndjson')
  expect(linesOf(text).at(-1)).toMatchObject({ count: 1, complete: true, missing_ids: [77] })
})

test('other tiers get 403 that names the tiers, after parameters are checked', async () => {
  const { run, ask, spaceData } = await feedService()
  await run(elementSets(3, AT))
  const { key: hobby } = await spaceData.keys.issue({ tier: 'hobby', label: 'other' })
  const { status, json } = await ask('GET', `${PATH}?format=csv`, { 'x-api-key': hobby })
  expect([status, json.error]).toEqual([403, 'tier_required'])
  expect(json.message).toContain('shell_basic, shell_pro or enterprise')
})

test('it is 404 before the first run', async () => {
  const { get } = await feedService()
  expect((await get()).json.error).toBe('shell_not_populated')
})

test('a copy that is current gets 304; another run, query or format has another tag', async () => {
  const { run, get, open, clock } = await feedService()
  await run(elementSets(30, AT))
  const tags = new Set<string>()
  for (const query of ['', '?format=ndjson', '?format=csv', '?format=parquet', '?format=csv&type=debris']) {
    const etag = (await get(query)).headers.get('etag') ?? ''
    tags.add(etag)
    const again = await get(query, { 'if-none-match': etag })
    expect([query, again.status, again.text]).toEqual([query, 304, ''])
  }
  expect(tags.size).toBe(5)
  const before = (await get('?format=csv')).headers.get('etag')
  clock.advance(86_400_000)
  await run(elementSets(30, AT))
  expect((await get('?format=csv')).headers.get('etag')).not.toBe(before)
  const head = await open('?format=csv', 'HEAD')
  expect([head.status, await head.text()]).toEqual([200, ''])
})

test('an export and import keep the runs that changes can be asked since', async () => {
  const source = await feedService()
  const first = await source.run(elementSets(10, AT))
  source.clock.advance(86_400_000)
  const second = await source.run(elementSets(11, AT))
  const chunks: string[] = []
  await source.spaceData.store.export((text) => void chunks.push(text))
  const target = await feedService()
  target.clock.advance(86_400_000)
  await target.spaceData.store.import(() => Readable.from(chunks))
  const { data } = (await target.get(`?since=${first}`)).json
  expect(data).toMatchObject({ run_id: second, run_number: 2, matched: 1, removed: [] })
})

test('comments of CSV are skipped only if they are no rows of it', () => {
  const header = 'OBJECT_NAME,EPOCH,MEAN_MOTION,NORAD_CAT_ID'
  const text = `# source: a, b\n${header}\n#1,2026-11-21T00:00:00.123456,15.5,7\n# sha256: 00\n`
  const { elementSets: read, refused } = readElementSets(text)
  expect(read.map(({ noradId, name }) => [noradId, name])).toEqual([])
  expect(refused).toBe(1)
})
