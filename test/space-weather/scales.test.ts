import { describe, expect, test } from 'vitest'
import { noaaScales } from '../../packages/core/src/features/space-weather/scales/swpc-scales.ts'
import { ShapeError } from '../../packages/core/src/kernel/upstreams/parse/shape.ts'
import { json } from '../fixtures/bodies.ts'
import { capture, hasCaptures } from '../fixtures/captures.ts'
import { scales } from '../fixtures/swpc.ts'
import { parseRows } from '../support/parse-rows.ts'
import { stoppedClock, testService } from '../support/service.ts'

const PATH = '/v1/space-weather/scales'
const NOW = Date.parse('2026-11-21T12:00:00Z')
const MINUTE = 60_000
const parse = (body: string, now = NOW) => noaaScales.parse(body, now)
type File = ReturnType<typeof scales>

/** The product of a minute ago, changed. */
const changed = (edit: (file: File) => unknown) => {
  const file = structuredClone(scales(NOW - MINUTE))
  edit(file)
  return json(file)
}

test('what was observed last, the highest of 24 hours and three days are told apart', async () => {
  const fetch = async () => new Response(json(scales(NOW - MINUTE)))
  const { get } = await testService({ fetch }, stoppedClock('2026-11-21T12:00:00Z'))
  const { data } = (await get(PATH)).json
  expect(data).toEqual({
    observed: { r_scale: 'R0', s_scale: 'S1', g_scale: 'G2' },
    highest_24h: { start: '2026-11-20T11:59:00.000Z', r_scale: 'R3', s_scale: 'S4', g_scale: 'G5' },
    forecast: [
      { date: '2026-11-21', r1_r2_percent: 35, r3_percent: 5, s1_percent: 75, g_scale: 'G4' },
      { date: '2026-11-22', r1_r2_percent: 30, r3_percent: 1, s1_percent: 25, g_scale: 'G1' },
      { date: '2026-11-23', r1_r2_percent: 25, r3_percent: 1, s1_percent: 10, g_scale: 'G0' },
    ],
    as_of: '2026-11-21T11:59:00.000Z',
    source: 'NOAA SWPC space weather scales',
  })
})

test('is null where NOAA says null, and nowhere else', () => {
  const { observed, forecast } = parse(
    changed((file) => {
      Object.assign(file['0'].R, { Scale: null })
      Object.assign(file['2'].G, { Scale: null })
      Object.assign(file['3'].S, { Prob: null })
    }),
  )
  expect(observed).toEqual({ r: null, s: 1, g: 2 })
  expect(forecast.map(({ g }) => g)).toEqual([4, null, 0])
  expect(forecast.map(({ s1OrGreater }) => s1OrGreater)).toEqual([75, 25, null])
})

test('numbers are read like their texts', () => {
  const asNumbers = changed((file) => Object.assign(file['0'].G, { Scale: 3 }))
  expect(parse(asNumbers).observed.g).toBe(3)
})

describe('is refused', () => {
  test.each<[string, (file: File) => unknown, RegExp]>([
    ['without a scale', (file) => Reflect.deleteProperty(file['0'], 'S'), /^S is missing/],
    ['without a step', (file) => Reflect.deleteProperty(file['0'].G, 'Scale'), /^Scale is missing/],
    ['with a step of 6', (file) => Object.assign(file['0'].G, { Scale: '6' }), /^Scale has no usable/],
    ['with an empty step', (file) => Object.assign(file['0'].R, { Scale: '' }), /^Scale has no usable/],
    ['without a time', (file) => Reflect.deleteProperty(file['0'], 'TimeStamp'), /^TimeStamp is missing/],
    ['with a date alone', (file) => Object.assign(file['0'], { TimeStamp: '' }), /^TimeStamp has no usable/],
    [
      'with another date',
      (file) => Object.assign(file['0'], { DateStamp: '21/11/2026' }),
      /^DateStamp has no/,
    ],
    ['of tomorrow', (file) => Object.assign(file, scales(NOW + 6 * MINUTE)), /future/],
    ['as a list', () => 0, /^0 is missing/],
  ])('%s', (what, edit, message) => {
    const body = what === 'as a list' ? json(Object.values(scales(NOW)).slice(0, 0)) : changed(edit)
    expect(() => parse(body)).toThrow(ShapeError)
    expect(() => parse(body)).toThrow(message)
  })
})

describe('leaves out the member that cannot be read, and names it', () => {
  test.each<[string, (file: File) => unknown, RegExp]>([
    ['without a day', (file) => Reflect.deleteProperty(file, '2'), /: 2 is missing/],
    ['without the 24 hours', (file) => Reflect.deleteProperty(file, '-1'), /: -1 is missing/],
    [
      'without a probability',
      (file) => Reflect.deleteProperty(file['1'].R, 'MajorProb'),
      /: MajorProb is missing/,
    ],
    ['with a step by name', (file) => Object.assign(file['-1'].R, { Scale: 'R1' }), /: Scale has no usable/],
    ['with 101 percent', (file) => Object.assign(file['3'].S, { Prob: '101' }), /: Prob has no usable/],
    ['with a share', (file) => Object.assign(file['3'].S, { Prob: '0.25' }), /: Prob has no usable/],
    ['of another 24 hours', (file) => Object.assign(file['-1'], { DateStamp: '2026-11-21' }), /24 hours/],
  ])('%s', (_, edit, message) => {
    const { value, unusable, reasons } = parseRows(noaaScales, changed(edit), NOW)
    expect(value.observed).toEqual({ r: 0, s: 1, g: 2 })
    expect(unusable).toBe(1)
    expect(reasons[0]).toMatch(message)
    const isHighest = reasons[0]?.startsWith('member -1')
    expect(value.highest.g).toBe(isHighest ? null : 5)
    expect(value.forecast).toHaveLength(isHighest ? 3 : 2)
  })

  test('of days in another order', () => {
    const body = changed((file) => Object.assign(file, { '2': file['3'], '3': file['2'] }))
    expect(parse(body).forecast.map(({ day }) => day)).toEqual(['2026-11-21'])
  })
})

test('is not given when it is more than three hours old', async () => {
  const clock = stoppedClock('2026-11-21T12:00:00Z')
  const fetch = async () => new Response(json(scales(NOW - 180 * MINUTE)))
  const { get } = await testService({ fetch }, clock)
  expect((await get(PATH)).status).toBe(200)
  clock.advance(MINUTE)
  expect((await get(PATH)).json.error).toBe('upstream_stale')
})

test('just after midnight the days may be those of before, but no others', () => {
  const observedAt = Date.parse('2026-11-22T00:01:00Z')
  const daysOf = (lagDays: number) => {
    const { '0': observed, '-1': highest } = scales(observedAt)
    const body = json({ ...scales(observedAt - lagDays * 86_400_000), '0': observed, '-1': highest })
    return parse(body, observedAt).forecast.map(({ day }) => day)
  }
  expect(daysOf(0)).toEqual(['2026-11-22', '2026-11-23', '2026-11-24'])
  expect(daysOf(1)).toEqual(['2026-11-21', '2026-11-22', '2026-11-23'])
  expect(daysOf(2)).toEqual([])
  expect(daysOf(-1)).toEqual([])
})

test('days of the turn of the year follow each other', () => {
  const { forecast } = parse(
    json(scales(Date.parse('2026-12-30T23:59:00Z'))),
    Date.parse('2026-12-31T00:00:00Z'),
  )
  expect(forecast.map(({ day }) => day)).toEqual(['2026-12-30', '2026-12-31', '2027-01-01'])
})

test.skipIf(!hasCaptures)('the capture of 1 August 2026 is read', () => {
  const at = Date.parse('2026-08-01T07:48:00Z')
  expect(parse(capture('swpc/noaa-scales.2026-08-01.json'), at)).toEqual({
    observedAt: at - MINUTE,
    observed: { r: 0, s: 0, g: 0 },
    highest: { r: 0, s: 1, g: 0 },
    forecast: [
      { day: '2026-08-01', r1ToR2: 35, r3OrGreater: 5, s1OrGreater: 75, g: 0 },
      { day: '2026-08-02', r1ToR2: 35, r3OrGreater: 5, s1OrGreater: 25, g: 2 },
      { day: '2026-08-03', r1ToR2: 35, r3OrGreater: 5, s1OrGreater: 10, g: 0 },
    ],
  })
})
