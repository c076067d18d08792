import { describe, expect, test } from 'vitest'
import { outlook27Days } from '../../packages/core/src/features/space-weather/bulletins/swpc-outlook.ts'
import { recordOutlook } from '../../packages/core/src/features/space-weather/forecast/issued-forecasts.ts'
import { recordSeries } from '../../packages/core/src/features/space-weather/series/record-series.ts'
import { ShapeError } from '../../packages/core/src/kernel/upstreams/parse/shape.ts'
import { capture, hasCaptures } from '../fixtures/captures.ts'
import { outlook27 } from '../fixtures/swpc.ts'
import { testContext } from '../support/context.ts'
import { parseRows } from '../support/parse-rows.ts'
import { stoppedClock, testService } from '../support/service.ts'

const PATH = '/v1/space-weather/outlook'
const ISSUED = Date.parse('2026-11-16T01:53:00Z')
const HOUR = 3_600_000
const DAY = 24 * HOUR
const iso = (at: number) => new Date(at).toISOString()
const parse = (body: string, now = ISSUED + HOUR) => outlook27Days.parse(body, now)

async function service() {
  const clock = stoppedClock('2026-11-16T03:00:00Z')
  const feed = { body: outlook27(ISSUED) }
  let requests = 0
  const fetch = async () => {
    requests += 1
    return new Response(feed.body)
  }
  return { ...(await testService({ fetch }, clock)), clock, feed, requests: () => requests }
}

test('27 days have F10.7, Ap and the largest Kp', async () => {
  const { get } = await service()
  const { data } = (await get(PATH)).json
  expect(Object.keys(data)).toEqual(['issued_at', 'days', 'source'])
  expect(data.issued_at).toBe(iso(ISSUED))
  expect(data.days).toHaveLength(27)
  expect(data.days[0]).toEqual({ date: '2026-11-16', f107_sfu: 100, ap: 5, kp_max: 0 })
  expect(data.days[26]).toEqual({ date: '2026-12-12', f107_sfu: 126, ap: 31, kp_max: 6 })
})

test('an outlook that is issued late in the evening begins with the next day', () => {
  const late = Date.parse('2026-12-27T23:59:00Z')
  const { days } = parse(outlook27(late, late + DAY), late)
  expect(iso(days[0]?.at ?? 0)).toBe('2026-12-28T00:00:00.000Z')
  expect(iso(days[26]?.at ?? 0)).toBe('2027-01-23T00:00:00.000Z')
})

describe('is refused', () => {
  const good = outlook27(ISSUED)
  const row = good.split('\n').find((line) => line.startsWith('2026 Nov 20')) ?? ''

  test.each([
    ['without its issue', good.replace(/:Issued.*\n/, ''), /^Issued is missing/],
    ['with an issue that is none', good.replace('2026 Nov 16 0153', '2026 Nov 31 0153'), /^Issued has no/],
    ['of an issue ahead', outlook27(ISSUED + 3 * HOUR), /^Issued has no/],
    ['with other columns', good.replace('A Index    Kp Index', 'Kp Index    A Index'), /columns/],
    ['without a day', good.replace(`${row}\n`, ''), /27 days/],
    ['with a day more', good.replace(row, `${row}\n${row}`), /27 days/],
    ['of other days', outlook27(ISSUED, ISSUED + 2 * DAY), /first day/],
    ['cut within its last row', good.slice(0, -1), /27 days/],
    ['with a note between', good.replace(row, `${row}\nsee below`), /27 days/],
  ])('%s', (_, body, message) => {
    expect(body).not.toBe(good)
    expect(() => parse(body)).toThrow(ShapeError)
    expect(() => parse(body)).toThrow(message)
  })

  test.each([
    ['with a column more', good.replace(row, `${row}     7`)],
    ['with a column less', good.replace(row, row.replace(/ +\d+$/, ''))],
    ['with a day twice', good.replace(row, row.replace('20', '19'))],
    ['with a flux that is none', good.replace(row, row.replace('104', '-999'))],
    ['with a Kp of 10', good.replace(row, row.replace(/\d$/, '10'))],
    ['with a mark', good.replace(row, row.replace(/(\d)$/, '$1*'))],
    ['of which the first is none', good.replace('2026 Nov 16      100', '2026 Nov 1x      100')],
  ])('in part: a day %s is left out', (_, body) => {
    expect(body).not.toBe(good)
    const { value, unusable, reasons } = parseRows(outlook27Days, body, ISSUED + HOUR)
    expect([value.days.length, unusable]).toEqual([26, 1])
    expect(reasons[0]).toMatch(/^row [15]: 2026 Nov (16|20) has no usable value$/)
  })
})

test('is given for 15 days, over one issue that is missed', async () => {
  const { get, clock } = await service()
  clock.goTo(ISSUED + 15 * DAY)
  expect((await get(PATH)).status).toBe(200)
  clock.advance(4 * HOUR)
  const { status, json } = await get(PATH)
  expect([status, json.error]).toEqual([503, 'upstream_stale'])
})

describe('issues of the past', () => {
  test('are kept, found without a request, and 404 before the first', async () => {
    const { get, clock, feed, requests } = await service()
    for (let week = 0; week < 3; week += 1) {
      const at = ISSUED + 7 * week * DAY
      feed.body = outlook27(at)
      clock.goTo(at + HOUR)
      expect((await get(PATH)).json.data.issued_at).toBe(iso(at))
    }
    const asked = requests()
    for (const [before, issued] of [
      ['2026-11-17', ISSUED],
      [iso(ISSUED + 7 * DAY), ISSUED],
      [iso(ISSUED + 7 * DAY + 1), ISSUED + 7 * DAY],
      ['2027-01-01', ISSUED + 14 * DAY],
    ] as const) {
      const { data } = (await get(`${PATH}?issued_before=${before}`)).json
      expect([data.issued_at, data.days[0].date]).toEqual([iso(issued), iso(issued).slice(0, 10)])
    }
    expect((await get(`${PATH}?issued_before=${iso(ISSUED)}`)).json.error).toBe('forecast_not_found')
    expect(requests()).toBe(asked)
  })

  test('are apart from those of the forecast of Kp', async () => {
    const { get } = await service()
    await get(PATH)
    expect((await get('/v1/space-weather/kp/forecast?issued_before=2026-12-01')).status).toBe(404)
  })

  test('an answer that goes back to the issue before does not, but is kept', async () => {
    const { get, clock, feed } = await service()
    clock.goTo(ISSUED + 7 * DAY + HOUR)
    feed.body = outlook27(ISSUED + 7 * DAY)
    await get(PATH)
    feed.body = outlook27(ISSUED)
    clock.advance(4 * HOUR)
    expect((await get(PATH)).json.data.issued_at).toBe(iso(ISSUED + 7 * DAY))
    expect((await get(`${PATH}?issued_before=2026-11-20`)).json.data.issued_at).toBe(iso(ISSUED))
  })
})

test('the recorder requests it twice a day, so that no issue is missed', async () => {
  const context = { ...testContext(), fetch: undefined as unknown as typeof fetch }
  let requests = 0
  context.fetch = async (input) => {
    if (!String(input).includes('27-day-outlook')) return new Response('', { status: 500 })
    requests += 1
    return new Response(outlook27(ISSUED))
  }
  for (let hour = 0; hour < 24; hour += 1) {
    await recordSeries(context)
    context.time.at += HOUR
  }
  expect(requests).toBe(2)
  expect((await context.spaceWeather.keptOutlooks.newestBefore(context.now()))?.issuedAt).toBe(ISSUED)
})

test('what is kept is the whole issue with its source', async () => {
  const context = { ...testContext(), fetch: async () => new Response(outlook27(ISSUED)) }
  const { value } = await recordOutlook(context)
  expect(await context.spaceWeather.keptOutlooks.newestBefore(context.now())).toEqual({
    issuedAt: ISSUED,
    source: 'NOAA SWPC 27-day outlook',
    fetchedAt: context.now(),
    days: value.days,
  })
})

test.skipIf(!hasCaptures)('the capture of 10 August 2026 is read', () => {
  const now = Date.parse('2026-08-12T00:00:00Z')
  const { issuedAt, days } = parse(capture('swpc/27-day-outlook.2026-08-12.txt'), now)
  expect(iso(issuedAt)).toBe('2026-08-10T01:53:00.000Z')
  expect(days[1]).toEqual({ at: Date.parse('2026-08-11'), f107: 90, ap: 20, kp: 5 })
  expect(days[26]).toEqual({ at: Date.parse('2026-09-05'), f107: 95, ap: 8, kp: 3 })
})
