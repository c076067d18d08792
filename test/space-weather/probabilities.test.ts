import { describe, expect, test } from 'vitest'
import { solarProbabilities } from '../../packages/core/src/features/space-weather/solar/swpc-probabilities.ts'
import { ShapeError } from '../../packages/core/src/kernel/upstreams/parse/shape.ts'
import { json } from '../fixtures/bodies.ts'
import { probabilityRow } from '../fixtures/swpc.ts'
import { parseRows } from '../support/parse-rows.ts'
import { stoppedClock, testService } from '../support/service.ts'

const PATH = '/v1/space-weather/probabilities'
const NOW = Date.parse('2026-11-21T12:00:00Z')
const TODAY = '2026-11-21T00:00:00'
const parse = (...rows: unknown[]) => solarProbabilities.parse(json(rows), NOW)

test('each day has its probabilities', async () => {
  const fetch = async () => new Response(json([probabilityRow(TODAY)]))
  const { get } = await testService({ fetch }, stoppedClock('2026-11-21T12:00:00Z'))
  expect((await get(PATH)).json.data).toEqual({
    date: '2026-11-21',
    days: [
      { day: 1, c_class_percent: 95, m_class_percent: 35, x_class_percent: 15, protons_percent: 3 },
      { day: 2, c_class_percent: 90, m_class_percent: 30, x_class_percent: 10, protons_percent: 2 },
      { day: 3, c_class_percent: 85, m_class_percent: 25, x_class_percent: 5, protons_percent: 1 },
    ],
    polar_cap_absorption: 'green',
    as_of: '2026-11-21T00:00:00.000Z',
    source: 'NOAA SWPC probabilities of solar events',
  })
})

test('the newest row counts, wherever it is; one ahead does not yet', () => {
  const rows = ['2026-11-20T00:00:00', '2026-11-22T00:00:00', TODAY, '2026-11-19'].map((date, i) =>
    probabilityRow(date, { c_class_1_day: i }),
  )
  expect(parse(...rows).days[0]?.cClass).toBe(2)
})

test('null stays null, texts of numbers are read, and a word of NOAA’s that is new is passed on', () => {
  const { days, polarCapAbsorption } = parse(
    probabilityRow(TODAY, { x_class_1_day: null, m_class_1_day: '40', polar_cap_absorption: 'in progress' }),
  )
  expect(days[0]).toEqual({ cClass: 95, mClass: 40, xClass: null, protons: 3 })
  expect(polarCapAbsorption).toBe('in progress')
  expect(parse(probabilityRow(TODAY, { polar_cap_absorption: null })).polarCapAbsorption).toBeNull()
})

describe('a newest row that cannot be read is left out, and the one before counts', () => {
  const names = Object.keys(probabilityRow(TODAY)).filter((name) => name !== 'date')
  const older = probabilityRow('2026-11-20T00:00:00')

  test.each(names)('without %s', (name) => {
    const body = json([probabilityRow(TODAY, { [name]: undefined }), older])
    const { value, reasons } = parseRows(solarProbabilities, body, NOW)
    expect([value.at, reasons]).toEqual([Date.parse('2026-11-20'), [`row 1: ${name} is missing`]])
    expect(() => parse(probabilityRow(TODAY, { [name]: undefined }))).toThrow(`${name} is missing`)
  })

  test.each(names)('whose %s is no value', (name) => {
    for (const value of [-1, 101, 0.8, '0.8', '', 'Unk', {}, []]) {
      if (name === 'polar_cap_absorption' && value !== '' && typeof value !== 'object') continue
      const body = json([probabilityRow(TODAY, { [name]: value }), older])
      expect(solarProbabilities.parse(body, NOW).at).toBe(Date.parse('2026-11-20'))
      expect(() => parse(probabilityRow(TODAY, { [name]: value }))).toThrow(ShapeError)
    }
  })
})

test('a text that is no word is refused', () => {
  expect(() => parse(probabilityRow(TODAY, { polar_cap_absorption: 'x'.repeat(41) }))).toThrow('too long')
})

test('is given for three days from the start of its date', async () => {
  const clock = stoppedClock('2026-11-23T23:00:00Z')
  const { get } = await testService({ fetch: async () => new Response(json([probabilityRow(TODAY)])) }, clock)
  expect((await get(PATH)).status).toBe(200)
  clock.advance(61 * 60_000)
  expect((await get(PATH)).json.error).toBe('upstream_stale')
})
