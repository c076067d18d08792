import { describe, expect, test } from 'vitest'
import { windRow } from '../fixtures/swpc.ts'
import { minuteOfDay, swpcOverTime } from '../space-weather/swpc-over-time.ts'
import { stoppedClock } from '../support/service.ts'
import { DAY, HOUR, hapiService, IDS, MINUTE, SPAN } from './hapi-service.ts'

const at = (time: string) => Date.parse(time)
const linesOf = (text: string) => text.trimEnd().split('\n')

/** Records of HAPI's binary with this number of doubles. */
function readBinary(body: Uint8Array, columns: number): (string | number)[][] {
  const size = 24 + 8 * columns
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength)
  expect(body.byteLength % size).toBe(0)
  return Array.from({ length: body.byteLength / size }, (_, row) => [
    new TextDecoder().decode(body.subarray(row * size, row * size + 24)),
    ...Array.from({ length: columns }, (_, i) => view.getFloat64(row * size + 24 + 8 * i, true)),
  ])
}

describe('CSV', () => {
  test('has a record for each row of the span, start included and stop not, without a key', async () => {
    const { hapi } = await hapiService()
    const { status, headers, text } = await hapi(
      'data?dataset=mag&start=2026-11-21T11:58Z&stop=2026-11-21T12:00Z',
    )
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(text).toBe(
      '2026-11-21T11:58:00.000Z,6.93,4.65,-2.55,-71.8\n2026-11-21T11:59:00.000Z,6.93,4.65,-2.55,-71.9\n',
    )
    expect(headers.get('x-source')).toContain('NOAA SWPC real-time interplanetary magnetic field')
    expect(headers.get('access-control-allow-origin')).toBe('*')
  })

  test('has the three-hour values of a week, stamped with the begin of their window', async () => {
    const { hapi } = await hapiService()
    const lines = linesOf((await hapi('data?dataset=kp_3h&start=2026-11-15&stop=2026-11-21T12:00')).text)
    expect(lines).toHaveLength((6.5 * DAY) / (3 * HOUR))
    for (const [i, line] of lines.entries()) {
      const [time = '', kp] = line.split(',')
      expect(at(time)).toBe(at('2026-11-15T00:00:00Z') + i * 3 * HOUR)
      expect(Number(kp)).toBeCloseTo((minuteOfDay(at(time)) % 28) / 3, 6)
    }
  })

  test('leaves out rows that were not recorded, and has the fill where a row lacks a value', async () => {
    const clock = stoppedClock('2026-11-21T12:00:00Z')
    const swpc = swpcOverTime(() => clock.now().getTime())
    const times = ['11:57', '11:59']
    const rows = times.map((time) => windRow(`2026-11-21T${time}:00`, { proton_density: null }))
    const fetched: typeof fetch = async (input) =>
      String(input).endsWith('rtsw_wind_1m.json')
        ? new Response(JSON.stringify(rows))
        : String(input).includes('propagated')
          ? new Response('', { status: 404 })
          : swpc.fetch(input)
    const { hapi } = await hapiService({ fetch: fetched })
    const { text } = await hapi('data?dataset=wind&start=2026-11-21T11:50Z&stop=2026-11-21T12:00Z')
    const cells = linesOf(text).map((line) => line.split(','))
    expect(cells.map(([time]) => time)).toEqual(times.map((time) => `2026-11-21T${time}:00.000Z`))
    for (const [, speed, density] of cells) expect([Number(speed) > 0, density]).toEqual([true, '-1e31'])
    const only = await hapi(
      'data?dataset=wind&start=2026-11-21T11:50Z&stop=2026-11-21T12:00Z&parameters=density_per_cm3&format=json',
    )
    expect(only.json.data).toEqual(times.map((time) => [`2026-11-21T${time}:00.000Z`, -1e31]))
  })
})

describe.each(IDS)('the formats of %s', (id) => {
  test('have the same records', async () => {
    const { hapi, bytes } = await hapiService()
    const csv = linesOf((await hapi(`data?dataset=${id}&${SPAN}`)).text).map((line) => line.split(','))
    const { json } = await hapi(`data?dataset=${id}&${SPAN}&format=json`)
    const binary = readBinary(
      await bytes(`data?dataset=${id}&${SPAN}&format=binary`),
      json.parameters.length - 1,
    )
    expect(csv.length).toBeGreaterThan(1)
    expect(csv.map(([time, ...values]) => [time, ...values.map(Number)])).toEqual(json.data)
    expect(binary).toEqual(json.data)
    for (const [time] of json.data) expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:00\.000Z$/)
  })

  test('have the response of info as a header if they are asked to', async () => {
    const { hapi, bytes } = await hapiService()
    const { json: info } = await hapi(`info?dataset=${id}`)
    const { data, ...jsonHeader } = (await hapi(`data?dataset=${id}&${SPAN}&format=json`)).json
    expect(jsonHeader).toEqual({ ...info, format: 'json' })
    const plain = (await hapi(`data?dataset=${id}&${SPAN}`)).text
    const { text } = await hapi(`data?dataset=${id}&${SPAN}&include=header`)
    const [header = '', ...lines] = text.split('\n')
    expect(lines.join('\n')).toBe(plain)
    expect(JSON.parse(header.replace(/^#/, ''))).toEqual({ ...info, format: 'csv' })
    const binary = await bytes(`data?dataset=${id}&${SPAN}&format=binary&include=header`)
    const end = binary.indexOf('\n'.charCodeAt(0)) + 1
    expect(new TextDecoder().decode(binary.subarray(0, end))).toBe(
      `#${JSON.stringify({ ...info, format: 'binary' })}\n`,
    )
    expect(readBinary(binary.subarray(end), info.parameters.length - 1)).toEqual(data)
  })
})

describe('parameters', () => {
  test('select columns; time is always there, and an empty list is all', async () => {
    const { hapi } = await hapiService()
    const mag = `data?dataset=mag&${SPAN}&parameters=`
    const all = linesOf((await hapi(mag)).text).map((line) => line.split(','))
    expect(all[0]).toHaveLength(5)
    expect((await hapi(`data?dataset=mag&${SPAN}`)).text).toBe((await hapi(mag)).text)
    for (const [list, columns] of [
      ['Time', [0]],
      ['bz_gsm_nt', [0, 4]],
      ['Time,bt_nt,by_gsm_nt', [0, 1, 3]],
      ['bt_nt%2Cby_gsm_nt', [0, 1, 3]],
    ] as const) {
      const found = linesOf((await hapi(mag + list)).text).map((line) => line.split(','))
      expect(found).toEqual(all.map((cells) => columns.map((column) => cells[column])))
    }
  })

  test('of HAPI 2 are understood, and so is every way to write a time', async () => {
    const { hapi } = await hapiService()
    const { text } = await hapi('data?dataset=kp_3h&start=2026-11-20T00:00:00.000Z&stop=2026-11-21T00:00:00Z')
    expect(linesOf(text)).toHaveLength(8)
    for (const query of [
      'id=kp_3h&time.min=2026-11-20&time.max=2026-11-21',
      'id=kp_3h&start=2026-324&time.max=2026-325Z',
      'dataset=kp_3h&start=2026-11-20T00Z&stop=2026-11-20T24:00Z&format=csv',
      'dataset=kp_3h&start=2026-324T00:00&stop=2026-324T23:59:59.999999999Z',
    ])
      expect((await hapi(`data?${query}`)).text).toBe(text)
  })
})

test('a span without records is 200 with HAPI 1201: no byte, or a header that says so', async () => {
  const { hapi, bytes } = await hapiService()
  const empty = 'dataset=kp&start=2026-11-21T12:00:00.001Z&stop=2026-11-21T12:00:00.002Z'
  const { status, text } = await hapi(`data?${empty}`)
  expect([status, text]).toEqual([200, ''])
  expect(await bytes(`data?${empty}&format=binary`)).toHaveLength(0)
  const { json } = await hapi(`data?${empty}&format=json`)
  expect([json.status, json.data]).toEqual([{ code: 1201, message: 'OK - no data for time range' }, []])
  const { text: header } = await hapi(`data?${empty}&include=header`)
  expect(JSON.parse(header.slice(1)).status.code).toBe(1201)
})

describe('validity', () => {
  const maxAge = (headers: Headers) =>
    Number(/^public, max-age=(\d+)(?:, immutable)?$/.exec(headers.get('cache-control') ?? '')?.[1])

  test('is a minute for today, and up to 7 days once no feed carries the last day', async () => {
    const { hapi, clock } = await hapiService()
    const day = 'data?dataset=mag&start=2026-11-20&stop=2026-11-21'
    expect(maxAge((await hapi(`data?dataset=mag&${SPAN}`)).headers)).toBe(60)
    clock.goTo(at('2026-11-22T01:30:00Z'))
    const hour = await hapi(day)
    expect([maxAge(hour.headers), linesOf(hour.text).length]).toEqual([1_800, 1_440])
    clock.goTo(at('2026-11-29T12:00:00Z'))
    expect(maxAge((await hapi(day)).headers)).toBe((6.5 * DAY) / 1_000)
    const { headers } = await hapi(day)
    clock.advance(HOUR)
    const again = await hapi(day, { 'if-none-match': headers.get('etag') ?? '' })
    expect([again.status, again.text]).toEqual([304, ''])
  })

  test('of a header ends at midnight, when the end of the dataset moves', async () => {
    const { hapi, clock } = await hapiService()
    clock.goTo(at('2026-11-29T23:00:00Z'))
    const target = 'data?dataset=mag&start=2026-11-20&stop=2026-11-21&format=json'
    const today = await hapi(target)
    expect([maxAge(today.headers), today.json.stopDate]).toEqual([3_600, '2026-11-30T00:00:00.000Z'])
    clock.advance(HOUR + MINUTE)
    const tomorrow = (await hapi(target)).json
    expect(tomorrow.stopDate).toBe('2026-12-01T00:00:00.000Z')
    expect(tomorrow.data).toEqual(today.json.data)
  })
})
