import type { CheckedUpstream } from '@space-data/core/upstreams'
import { describe, expect, test } from 'vitest'
import { checkUpstreams } from '../../packages/core/src/features/upstream-check/check-upstreams.ts'
import { acquireJobLease } from '../../packages/core/src/kernel/storage/lease/job-lease.ts'
import { feedCases } from '../faults/upstream-feeds.ts'
import { NOON, type TestContext, withEnvironment } from '../support/context.ts'
import { faultyBackend } from '../support/faulty-backend.ts'
import { feeds } from '../support/table.ts'
import { feedsContext, without } from './all-feeds.ts'

const ids = feedCases.map(({ id }) => id)
const paceMs = 0
const HOUR = 3_600_000
const DAY = 24 * HOUR
const TOO_LARGE = new Uint8Array(13 * 1024 * 1024)

/** The first feed of each provider: what goes on beside the one that is looked at. */
const firsts = feeds.filter(({ id }, i) => feeds.findIndex((each) => prefix(each.id) === prefix(id)) === i)

function prefix(id: string): string {
  return id.split('-', 1)[0] ?? id
}

async function rowOf(id: string, context: TestContext): Promise<CheckedUpstream> {
  const some = feeds.filter((feed) => feed.id === id || isTwin(feed.id, id) || firsts.includes(feed))
  const { upstreams } = await checkUpstreams(some, context, { paceMs })
  // CelesTrak asks to be left alone by an answer to any of its feeds.
  const isKept = ({ id: other, error }: CheckedUpstream) =>
    other.startsWith('celestrak') && id.startsWith('celestrak') && /^not_requested: /.test(error ?? '')
  const others = upstreams.filter((row) => row.id !== id && !isTwin(row.id, id) && !isKept(row))
  expect(others.filter(({ status }) => status !== 'operational')).toEqual([])
  const row = upstreams.find((each) => each.id === id)
  if (!row) throw new Error(`no row ${id}`)
  return row
}

/** Two feeds are read from one document. */
function isTwin(one: string, other: string): boolean {
  return one.endsWith('-propagated') && other.endsWith('-propagated')
}

test('every feed is verified, its fallback in a row of its own', async () => {
  const context = feedsContext()
  const seen: number[] = []
  const report = await checkUpstreams(feeds, context, {
    paceMs,
    onProgress: ({ done, total }) => seen.push(done / total),
  })
  expect(report.upstreams.map(({ id }) => id)).toEqual(feeds.map(({ id }) => id))
  expect([...report.upstreams.map(({ id }) => id)].sort()).toEqual([...ids].sort())
  expect(report.upstreams.filter(({ status }) => status !== 'operational')).toEqual([])
  expect(report.upstreams[0]).toEqual({
    id: 'swpc-kp-1m',
    provider: 'NOAA SWPC',
    status: 'operational',
    error: null,
    requestedAt: NOON,
    httpStatus: 200,
    latencyMs: 0,
    dataAsOf: NOON - 60_000,
    schemaOk: true,
  })
  expect(context.asked).toHaveLength(feeds.length)
  expect(seen).toHaveLength(feeds.length)
  expect(seen.at(-1)).toBe(1)
  expect(await context.checkReports.listYear()).toEqual([report])
  expect(context.events).toContainEqual({ type: 'job', job: 'upstream_check', ok: true, ms: 0 })
  expect(context.events).toContainEqual({
    ...{ type: 'upstream', feed: 'swpc-kp-1m', provider: 'swpc', ok: true, ms: 0 },
  })
  expect(context.errors).toEqual([])
})

describe.each(ids)('%s', (id) => {
  const isCelestrak = id.startsWith('celestrak')

  test.each([
    [
      'cannot be reached',
      () => Promise.reject(new TypeError('boom')),
      'unreachable: connection failed',
      null,
    ],
    ['is too large', () => new Response(TOO_LARGE), /^too_large: /, null],
    ['is in trouble', () => new Response('', { status: 503 }), 'http_503', 503],
    ['has moved', () => new Response('', { status: 301 }), /^http_301/, 301],
    ['is gone', () => new Response('', { status: 404 }), /^http_404/, 404],
    ['sends a page', () => new Response('<!doctype html>secret'), /^schema_mismatch: (?!.*secret)/, 200],
    ['is cut off', (body: string) => new Response(body.slice(0, -3)), /^schema_mismatch: /, 200],
  ] as const)('that %s is down', async (_, answer, error, status) => {
    const context = feedsContext({}, { [id]: answer })
    const row = await rowOf(id, context)
    expect(row).toMatchObject({ status: 'down', httpStatus: status })
    expect(row.error).toMatch(error)
    expect(row.schemaOk).toBe(String(error).includes('schema') ? false : null)
    const again = !isCelestrak && /unreach|503|schema/.test(String(error)) ? 3 : 1
    const state = await context.upstreams.states.get(id)
    expect(state).toMatchObject({ consecutiveFailures: again, failingSince: NOON })
  })

  test('whose newest value is old is late, if it carries one, and down once nothing of it is given', async () => {
    const feed = feedCases.find((each) => each.id === id)
    const rowAfter = (ms: number) =>
      rowOf(id, feedsContext({}, { [id]: () => new Response(feed?.body(NOON - ms)) }))
    const row = await rowAfter(20 * DAY)
    const carriesNone = /^donki|flares|celestrak-(object|satcat)|library-(launch|people)/.test(id)
    const isMeasured =
      /^(gfz|swpc-(kp|wind|mag|xray|proton|electrons|flux|sunspots|wwv|ovation|drap|scales|prob|regions|27|discussion))/.test(
        id,
      )
    const age = /^(late|stale): the newest value is (19|20) d old, and the limit is \d+ (min|h|d)/
    expect(row.status).toBe(carriesNone ? 'operational' : isMeasured ? 'down' : 'degraded')
    if (carriesNone) expect(row.error).toBeNull()
    else expect(row.error).toMatch(age)
    expect(row.schemaOk).toBe(true)
    if (
      isMeasured &&
      !/^(gfz|swpc-(kp-3h|kp-forecast|flux|sunspots|wwv|prob|regions|27|discussion))/.test(id)
    )
      expect(await rowAfter(DAY / 12)).toMatchObject({
        status: 'degraded',
        error: expect.stringMatching(/^late: the newest value is 2 h old/),
      })
  })

  test('that fails once and then answers is well', async () => {
    let failures = 0
    const flaky = (body: string) => {
      failures += 1
      return failures === 1 ? new Response('', { status: 500 }) : new Response(body)
    }
    const row = await rowOf(id, feedsContext({}, { [id]: flaky }))
    expect(row.status).toBe(isCelestrak ? 'down' : 'operational')
  })
})

test('a provider that takes its time over every failure does not cost the check its lease', async () => {
  const slow = ids.filter((id) => id.startsWith('donki'))
  const answer = () => {
    context.time.at += 80_000
    return new Response('', { status: 504 })
  }
  const context = feedsContext({}, Object.fromEntries(slow.map((id) => [id, answer])))
  const { upstreams } = await checkUpstreams(feeds, context, { paceMs })
  const down = upstreams.filter(({ error }) => error === 'http_504').map(({ id }) => id)
  expect(down.sort()).toEqual(slow.sort())
})

const ELEMENTS = [
  'NORAD_CAT_ID',
  'EPOCH',
  'MEAN_MOTION',
  'ECCENTRICITY',
  'INCLINATION',
  'RA_OF_ASC_NODE',
  'ARG_OF_PERICENTER',
  'MEAN_ANOMALY',
  'BSTAR',
  'MEAN_MOTION_DOT',
  'MEAN_MOTION_DDOT',
]

const required: Readonly<Record<string, readonly string[]>> = {
  'swpc-kp-1m': ['time_tag', 'estimated_kp'],
  'swpc-kp-3h': ['time_tag', 'Kp'],
  'swpc-kp-forecast': ['Issued', 'NOAA Kp index breakdown'],
  'swpc-kp-forecast-3h': ['time_tag', 'observed', 'kp'],
  'gfz-kp': ['datetime', 'Kp', 'status'],
  'swpc-wind-1m': ['time_tag', 'active', 'overall_quality', 'proton_speed'],
  'swpc-wind-propagated': ['time_tag', 'speed'],
  'swpc-wind-summary': ['time_tag', 'proton_speed'],
  'swpc-mag-1m': ['time_tag', 'active', 'overall_quality', 'bt', 'bz_gsm'],
  'swpc-mag-propagated': ['time_tag', 'bt', 'bz'],
  'swpc-mag-summary': ['time_tag', 'bt', 'bz_gsm'],
  'swpc-xray-primary': ['time_tag', 'energy', 'flux'],
  'swpc-xray-secondary': ['time_tag', 'energy', 'flux'],
  'swpc-proton-primary': ['time_tag', 'energy', 'flux'],
  'swpc-proton-secondary': ['time_tag', 'energy', 'flux'],
  'swpc-electrons-primary': ['time_tag', 'energy', 'flux'],
  'swpc-electrons-secondary': ['time_tag', 'energy', 'flux'],
  'swpc-flux': ['time_tag', 'frequency', 'flux', 'reporting_schedule', 'ninety_day_mean'],
  'swpc-flux-summary': ['time_tag', 'flux'],
  'swpc-sunspots': ['Issued'],
  'swpc-wwv': ['Issued', 'Solar-terrestrial indices', 'Solar flux', 'planetary K-index'],
  'swpc-ovation': ['Observation Time', 'Forecast Time', 'coordinates'],
  'swpc-drap': [
    'Product Valid At',
    'Estimated Recovery Time',
    'X-RAY Message',
    'X-RAY Warning',
    'Proton Message',
    'Proton Warning',
  ],
  'swpc-scales': ['0'],
  'swpc-probabilities': [
    'date',
    'c_class_1_day',
    'x_class_3_day',
    '10mev_protons_2_day',
    'polar_cap_absorption',
  ],
  'swpc-regions': [
    'observed_date',
    'region',
    'latitude',
    'location',
    'area',
    'mag_class',
    'm_flare_probability',
  ],
  'swpc-27-day-outlook': ['Issued'],
  'swpc-alerts': ['product_id', 'issue_datetime', 'message'],
  'swpc-discussion': ['Issued', '.24 hr Summary...', '.Forecast...'],
  'launch-library-upcoming': ['results', 'id', 'name', 'net'],
  'launch-library-previous': ['results', 'id', 'name', 'net'],
  'launch-library-launch': ['id', 'name', 'net'],
  'launch-library-people': [
    ...['results', 'next', 'count', 'id', 'name', 'type', 'in_space', 'agency'],
    ...['nationality', 'flights', 'landings', 'last_flight'],
  ],
  'donki-cme': ['activityID', 'startTime'],
  'donki-flr': ['flrID', 'beginTime'],
  'swpc-flares-7d': ['begin_time'],
  'donki-sep': ['sepID', 'eventTime'],
  'celestrak-object': ELEMENTS,
  'celestrak-group': ELEMENTS,
  'celestrak-launch-year': ELEMENTS,
  'celestrak-satcat': ['NORAD_CAT_ID', 'OBJECT_TYPE', 'OWNER', 'LAUNCH_DATE', 'DECAY_DATE', 'RCS'],
}

describe('a change of shape is named', () => {
  test('for every feed', () => {
    expect(Object.keys(required).sort()).toEqual([...ids].sort())
  })

  test.each(Object.entries(required).flatMap(([id, fields]) => fields.map((field) => [id, field] as const)))(
    '%s without %s',
    async (id, field) => {
      const context = feedsContext({}, { [id]: (body) => new Response(without(field, body)) })
      const row = await rowOf(id, context)
      expect(row).toMatchObject({
        status: 'down',
        httpStatus: 200,
        schemaOk: false,
        error: `schema_mismatch: ${field} is missing`,
      })
      expect((await context.upstreams.states.get(id))?.error).toBe(row.error)
    },
  )

  test.each([
    ['swpc-kp-1m', 'estimated_kp', '"2P"'],
    ['swpc-mag-1m', 'bz_gsm', 'null'],
    ['swpc-xray-primary', 'energy', '"0.1-0.8 nm"'],
    ['swpc-proton-primary', 'flux', '-1'],
    ['swpc-kp-3h', 'time_tag', '"yesterday"'],
    ['launch-library-upcoming', 'net', '"soon"'],
    ['donki-flr', 'beginTime', '42'],
  ])('%s whose %s is %s', async (id, field, value) => {
    const edit = (body: string) =>
      body.replace(new RegExp(`"${field}":("[^"]*"|[^,}]*)`, 'g'), `"${field}":${value}`)
    const row = await rowOf(id, feedsContext({}, { [id]: (body) => new Response(edit(body)) }))
    expect(row.error).toBe(`schema_mismatch: ${field} has no usable value`)
  })
})

describe('a provider that lets us ask only so often', () => {
  const group = 'celestrak-group'

  test('is not asked for what its readers hold, and what a check asked for serves them', async () => {
    const context = feedsContext()
    await checkUpstreams(feeds, context, { paceMs })
    const first = context.asked.filter((address) => address.includes('celestrak'))
    expect(first).toHaveLength(4)
    context.time.at += 60_000
    const { upstreams } = await checkUpstreams(feeds, context, { paceMs })
    const held = context.asked.filter((address) => /GROUP|INTDES|satcat/.test(address))
    expect(held).toHaveLength(3)
    expect(upstreams.find(({ id }) => id === group)).toMatchObject({
      status: 'operational',
      error: null,
      requestedAt: NOON,
      schemaOk: true,
    })
    const { groupElementSets } = await import(
      '../../packages/core/src/features/objects/celestrak/element-sets.ts'
    )
    expect((await groupElementSets('stations', context)).fetchedAt).toBe(NOON)
  })

  test('and that says nothing is new has not failed', async () => {
    const notNew = () => new Response('GP data has not updated since your last download', { status: 403 })
    const context = feedsContext({}, { [group]: notNew })
    const row = await rowOf(group, context)
    expect(row).toMatchObject({ status: 'operational', httpStatus: 403, schemaOk: null })
    expect(row.error).toMatch(/^not_modified: /)
    expect(await context.upstreams.states.get(group)).toMatchObject({ ok: true, failingSince: null })
  })

  test('whose budget is used up is as it was, or unknown when it was never asked', async () => {
    const take = async (context: TestContext) => {
      const slots = Array.from({ length: 15 }, (_, i) => `budget::launch-library:${i}`)
      for (const slot of slots) await context.store.atomic.setIfAbsent(slot, 'test', NOON + HOUR, NOON)
    }
    const never = feedsContext()
    await take(never)
    const launches = (rows: readonly CheckedUpstream[]) =>
      rows.find(({ id }) => id === 'launch-library-upcoming')
    expect(launches((await checkUpstreams(feeds, never, { paceMs })).upstreams)).toMatchObject({
      status: 'unknown',
      requestedAt: null,
      error: 'not_requested: request budget launch-library exhausted (15 per 1 h)',
    })

    const before = feedsContext()
    await checkUpstreams(feeds, before, { paceMs })
    await take(before)
    before.time.at += 1_000
    expect(launches((await checkUpstreams(feeds, before, { paceMs })).upstreams)).toMatchObject({
      status: 'operational',
      requestedAt: NOON,
      error: null,
    })
    expect((await before.upstreams.states.get('launch-library-upcoming'))?.consecutiveFailures).toBe(0)
  })

  test('a feed that was failing and may not be asked again yet is still failing', async () => {
    const context = feedsContext({}, { 'swpc-kp-1m': () => new Response('', { status: 500 }) })
    await checkUpstreams(feeds, context, { paceMs })
    context.time.at += 1_000
    const row = await rowOf('swpc-kp-1m', context)
    expect(row).toMatchObject({ status: 'down', requestedAt: NOON, error: 'http_500' })
  })
})

describe('one check at a time', () => {
  test('another is told who is at it, and nothing is asked', async () => {
    const context = feedsContext()
    const lease = await acquireJobLease('upstream_check', 'process 7', context)
    await expect(checkUpstreams(feeds, context, { paceMs })).rejects.toThrow(
      /has been running on process 7 since/,
    )
    expect(context.asked).toEqual([])
    await lease.release()
    await checkUpstreams(feeds, context, { paceMs })
  })

  test('one that is stopped keeps no report and lets the next begin', async () => {
    const context = feedsContext()
    const stopping = new AbortController()
    const stopped = checkUpstreams(feeds, context, {
      paceMs,
      signal: stopping.signal,
      onProgress: () => stopping.abort(),
    })
    await expect(stopped).rejects.toThrow()
    expect(await context.checkReports.listYear()).toEqual([])
    expect(context.events).toContainEqual({
      type: 'job',
      job: 'upstream_check',
      ok: false,
      error: expect.any(Error),
      ms: 0,
    })
    await checkUpstreams(feeds, context, { paceMs })
  })

  test('a store that is away ends the check and no feed is called down for it', async () => {
    const faulty = faultyBackend()
    const context = feedsContext({ backend: faulty.backend })
    faulty.fault = 'throws'
    await expect(checkUpstreams(feeds, context, { paceMs })).rejects.toMatchObject({
      code: 'store_unavailable',
    })
    expect(context.asked).toEqual([])
  })
})

test('a mirror checks no provider', async () => {
  const context = feedsContext()
  const mirror = withEnvironment(context, { settings: { mirror: true } })
  await expect(checkUpstreams(feeds, mirror)).rejects.toThrow(/a mirror makes no requests to providers/)
  expect(context.asked).toEqual([])
})
