import { memory } from '@space-data/core'
import { beforeAll, describe, expect, test } from 'vitest'
import { parseHapiTime } from '../../packages/core/src/features/hapi/time.ts'
import { openStore } from '../../packages/core/src/kernel/storage/store.ts'
import { hapiViolations, hasHapiSchema } from '../fixtures/hapi-schema.ts'
import { faultyBackend } from '../support/faulty-backend.ts'
import { plenty, stoppedClock, testService } from '../support/service.ts'
import { hapiService, SPAN } from './hapi-service.ts'

const MARKER = 'marker-of-mine'
const mag = `data?dataset=mag&${SPAN}`
const durationText = (start: string, stop: string) => `data?dataset=mag&start=${start}&stop=${stop}`

const refused: readonly (readonly [target: string, httpStatus: number, hapiCode: number])[] = [
  ['info', 400, 1400],
  ['data?dataset=mag&start=2026-11-21', 400, 1400],
  ['data?dataset=mag&stop=2026-11-21', 400, 1400],
  [`${mag}&start=2026-11-21`, 400, 1400],
  ['info?dataset=mag&id=mag', 400, 1400],
  ['catalog?depth=all', 400, 1400],
  [`${mag}&${MARKER}=1`, 400, 1401],
  [`about?${MARKER}`, 400, 1401],
  ['capabilities?format=json', 400, 1401],
  ['info?dataset=mag&start=2026-11-21', 400, 1401],
  [`${mag}&Format=csv`, 400, 1401],
  [durationText(MARKER, '2026-11-21'), 400, 1402],
  [durationText('', '2026-11-21'), 400, 1402],
  [durationText('2026-02-30', '2026-11-21'), 400, 1402],
  [durationText('2026-11-20', MARKER), 400, 1403],
  [durationText('2026-11-20', '2026-366'), 400, 1403],
  [durationText('2026-11-20', '2026-11-20'), 400, 1404],
  [durationText('2026-11-21', '2026-11-20'), 400, 1404],
  [durationText('2026-11-13', '2026-11-15'), 400, 1405],
  [durationText('2026-11-21', '2026-11-22T00:01'), 400, 1405],
  [`info?id=${MARKER}`, 404, 1406],
  [`data?dataset=constructor&${SPAN}`, 404, 1406],
  [`info?dataset=mag&parameters=${MARKER}`, 404, 1407],
  [`${mag}&parameters=Time,,bt_nt`, 404, 1407],
  [durationText('2026-10-01', '2026-11-02'), 400, 1408],
  [`${mag}&format=${MARKER}`, 400, 1409],
  [`${mag}&format=constructor`, 400, 1409],
  [`${mag}&include=${MARKER}`, 400, 1410],
  [`${mag}&parameters=bx_gsm_nt,bt_nt`, 400, 1411],
  [`${mag}&parameters=bt_nt,Time`, 400, 1411],
  ['info?dataset=mag&parameters=bt_nt,bt_nt', 400, 1411],
  [`catalog?resolve_references=${MARKER}`, 400, 1412],
]

describe('a request that is refused', () => {
  let service: Awaited<ReturnType<typeof hapiService>>
  beforeAll(async () => {
    service = await hapiService()
  })

  test.each(refused)('/hapi/%s is %i with HAPI %i', async (target, httpStatus, hapiCode) => {
    const { hapi, errors } = service
    const { status, headers, json, text } = await hapi(target)
    expect([status, json.HAPI, json.status.code]).toEqual([httpStatus, '3.3', hapiCode])
    expect(json.status.message).toMatch(new RegExp(`^HAPI error ${hapiCode}: `))
    expect(text).not.toContain(MARKER)
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(errors).toEqual([])
  })

  test('is told what was expected', async () => {
    const { hapi } = service
    const messageOf = async (target: string) => (await hapi(target)).json.status.message
    expect(await messageOf(durationText('2026-11-13', '2026-11-15'))).toBe(
      'HAPI error 1405: time outside valid range; expected times from 2026-11-14T00:00:00.000Z to ' +
        '2026-11-22T00:00:00.000Z',
    )
    expect(await messageOf(`info?id=${MARKER}`)).toContain(
      'expected kp, kp_3h, kp_gfz, wind, mag, xray, proton, electrons, flux, sunspots, a_index',
    )
    expect(await messageOf(durationText('2026-10-01', '2026-11-02'))).toContain('at most 31 days')
  })

  test('is not rendered as a page for a browser', async () => {
    const { hapi } = service
    const { headers, json } = await hapi('info', { accept: 'text/html' })
    expect([headers.get('content-type'), json.status.code]).toEqual(['application/json; charset=utf-8', 1400])
  })

  test.skipIf(!hasHapiSchema)('is answered by the schema of HAPI', async () => {
    const { hapi } = service
    for (const [target] of refused)
      expect([target, hapiViolations('error', (await hapi(target)).json)]).toEqual([target, undefined])
  })
})

describe('a failure', () => {
  test('of the store is 503 with HAPI 1501 and Retry-After, and is reported', async () => {
    const faulty = faultyBackend()
    const { hapi, errors } = await hapiService({ store: faulty.backend })
    faulty.fault = 'throws'
    for (const target of [mag, 'info?dataset=mag']) {
      const { status, headers, json } = await hapi(target)
      expect([status, json.status.code]).toEqual([503, 1501])
      expect(headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
    }
    expect(errors.map(String).join()).toContain('The store is unavailable')
  })

  test('of the program is 500 with HAPI 1500, and says nothing of its cause', async () => {
    const store = memory()
    await openStore(store).set('series::mag:2026-11-21', { runs: [null] })
    const { ask, errors } = await testService({ store }, stoppedClock('2026-11-21T12:00:00Z'))
    const { status, json, text } = await ask('GET', `/hapi/${mag}`)
    expect([status, json.status]).toEqual([
      500,
      { code: 1500, message: 'HAPI error 1500: internal server error' },
    ])
    expect(text).not.toMatch(/null|iterable|TypeError/)
    expect(errors.length).toBeGreaterThan(0)
  })
})

describe('what the host answers before', () => {
  test('429 is of a limit of its own, in the format of the host', async () => {
    const { hapi, ask } = await hapiService({ limits: { ...plenty, hapiPerMinute: 2 } })
    expect((await hapi('about')).status).toBe(200)
    expect((await hapi(mag)).status).toBe(200)
    const { status, json } = await hapi('catalog')
    expect([status, json.error]).toEqual([429, 'rate_limited'])
    expect((await ask('GET', '/status')).status).toBe(200)
    expect((await ask('GET', '/hapi')).status).toBe(200)
  })

  test('other methods and paths are 405 and 404 as everywhere', async () => {
    const { ask } = await hapiService()
    expect((await ask('POST', '/hapi/about')).json.error).toBe('method_not_allowed')
    expect((await ask('GET', '/hapi/nothing')).json.error).toBe('not_found')
  })
})

describe('times', () => {
  test.each([
    ['2026Z', '2026-01-01T00:00:00.000Z'],
    ['2026-11', '2026-11-01T00:00:00.000Z'],
    ['2026-11-20Z', '2026-11-20T00:00:00.000Z'],
    ['2026-001', '2026-01-01T00:00:00.000Z'],
    ['2024-366Z', '2024-12-31T00:00:00.000Z'],
    ['2026-11-20T12Z', '2026-11-20T12:00:00.000Z'],
    ['2026-324T12:34', '2026-11-20T12:34:00.000Z'],
    ['2026-11-20T12:34:56.7Z', '2026-11-20T12:34:56.700Z'],
    ['2026-11-20T12:34:56.Z', '2026-11-20T12:34:56.000Z'],
    ['2026-11-20T12:34:56.000000001Z', '2026-11-20T12:34:56.001Z'],
    ['2026-11-20T24:00:00.000Z', '2026-11-21T00:00:00.000Z'],
    ['2016-12-31T23:59:60Z', '2017-01-01T00:00:00.000Z'],
  ])('%s is %s', (text, instant) => {
    const at = parseHapiTime(text)
    expect(at === undefined ? at : new Date(at).toISOString()).toBe(instant)
  })

  test.each([
    '',
    'now',
    '26-11-20',
    '2026-13',
    '2026-11-31',
    '2026-000',
    '2026-366',
    '2026-11-20T',
    '2026-11-20 12:00',
    '2026-11T12:00',
    '2026-11-20T25:00',
    '2026-11-20T24:01',
    '2026-11-20T12:60',
    '2026-11-20T12:34:60',
    '2026-11-20T12:34:56,7',
    '2026-11-20T12:00:00+01:00',
    '2026-11-20T12:00ZZ',
    '+02026-11-20',
  ])('%s is none', (text) => {
    expect(parseHapiTime(text)).toBeUndefined()
  })
})
