import { describe, expect, test } from 'vitest'
import { fatesOf, isInForce } from '../../packages/core/src/features/space-weather/notices/in-force.ts'
import { readNotice } from '../../packages/core/src/features/space-weather/notices/message.ts'
import { noticeArchive } from '../../packages/core/src/features/space-weather/notices/swpc-alerts.ts'
import { notice, stampOf } from '../fixtures/swpc.ts'
import { parseRows } from '../support/parse-rows.ts'
import { stoppedClock, testService } from '../support/service.ts'

const at = (time: string) => Date.parse(`2026-11-${time.length > 5 ? time : `21T${time}`}:00Z`)
const NOW = at('12:00')
const iso = (instant: number | null) => instant && new Date(instant).toISOString().slice(8, 16)
const stamp = (time: string) => stampOf(at(time)).stamp
const parse = (rows: readonly unknown[], now = NOW) => noticeArchive.parse(JSON.stringify(rows), now)

/** Reads the lines of one message of noon. */
function read(lines: readonly string[], { name = 'WARK05-7', issued = NOW, product = 'K05W' } = {}) {
  const { message } = notice(name, issued, lines)
  return readNotice({ productId: product, issuedAt: issued, message })
}

describe('a message', () => {
  test('of a warning says all that it says', () => {
    const lines = [
      'EXTENDED WARNING: Geomagnetic K-index of 7 or greater expected',
      'Extension to Serial Number: 6',
      `Valid From: ${stamp('09:20')}`,
      `Now Valid Until: ${stamp('22T06:00')}`,
      'Warning Condition: Persistence',
      '',
      'NOAA Scale: G3 - Greater',
    ]
    const { text, ...facts } = read(lines, { name: 'WARK07-7', product: 'K07W' })
    expect(facts).toEqual({
      productId: 'K07W',
      code: 'WARK07',
      serial: 7,
      kind: 'warning',
      issuedAt: NOW,
      headline: lines[0],
      scale: 'G',
      level: 3,
      orGreater: true,
      validFrom: at('09:20'),
      validTo: at('22T06:00'),
      days: [],
      eventStart: null,
      eventPeak: null,
      eventEnd: null,
      periodEnd: null,
      extendsSerial: 6,
      cancelsSerial: null,
      supersedesWatches: false,
      times: { read: 3, unread: 0 },
    })
    expect(text).toMatch(
      /^Space Weather Message Code: WARK07\nSerial Number: 7\n[\s\S]*\n\nNOAA Scale: G3 - Greater$/,
    )
  })

  test('of a watch has its days, and is valid for those of storms', () => {
    const watch = read([
      'WATCH: Geomagnetic Storm Category G2 Predicted',
      'Highest Storm Level Predicted by Day:',
      'Nov 22:  None (Below G1)   Nov 23:  G2 (Moderate)   Nov 24:  None (Below G1)   ',
      'THIS SUPERSEDES ANY/ALL PRIOR WATCHES IN EFFECT',
    ])
    expect([watch.kind, watch.scale, watch.level, watch.supersedesWatches]).toEqual(['watch', 'G', 2, true])
    expect(watch.days.map(({ day, level }) => [iso(day), level])).toEqual([
      ['22T00:00', 0],
      ['23T00:00', 2],
      ['24T00:00', 0],
    ])
    expect([iso(watch.validFrom), iso(watch.validTo)]).toEqual(['23T00:00', '24T00:00'])
  })

  test('of the turn of the year has days of both years', () => {
    const lines = ['WATCH: Geomagnetic Storm Category G1 Predicted', 'Highest Storm Level Predicted by Day:']
    const list = 'Dec 31:  G1 (Minor)   Jan 01:  G1 (Minor)   Jan 02:  None (Below G1)'
    const { days, validTo } = read([...lines, list], { issued: Date.parse('2026-12-30T20:00:00Z') })
    expect(days.map(({ day }) => new Date(day).toISOString().slice(0, 10))).toEqual([
      '2026-12-31',
      '2027-01-01',
      '2027-01-02',
    ])
    expect(validTo).toBe(Date.parse('2027-01-02T00:00:00Z'))
  })

  test.each([
    ['ALERT: Geomagnetic K-index of 4', ['G', 0, false]],
    ['ALERT: Geomagnetic K-index of 6', ['G', 2, false]],
    ['EXTENDED WARNING: Geomagnetic K-Index of 6 expected', ['G', 2, false]],
    ['WARNING: GEOMAGNETIC K-INDEX OF 7 OR GREATER EXPECTED', ['G', 3, true]],
    ['WARNING: Geomagnetic K-index of 7 or greater expected', ['G', 3, true]],
    ['WATCH: Geomagnetic Storm Category G4 or Greater Predicted', ['G', 4, true]],
    ['ALERT: X-Ray Flux exceeded M5\nNoaa Scale: R2 - Moderate', ['R', 2, false]],
    ['CANCEL WARNING: x\nSlip of the pen.NOAA Scale: S3 - Strong', ['S', 3, false]],
    ['ALERT: Type II Radio Emission', [null, null, false]],
    ['ALERT: Geomagnetic K-index of 9o\nNOAA Scale: G5 - Extreme', ['G', 5, false]],
  ])('%j has the scale %j', (line, expected) => {
    const { scale, level, orGreater } = read(line.split('\n'))
    expect([scale, level, orGreater]).toEqual(expected)
  })

  test.each([
    ['WARNING: x', 'WARK05', 'warning'],
    ['CONTINUED ALERT: x', 'ALTEF3', 'alert'],
    ['CANCEL WATCH: x', 'WATA20', 'cancellation'],
    ['CANCELLED WATCH: x', 'WATA20', 'cancellation'],
    ['Cancel Warning: x', 'WARK05', 'cancellation'],
    ['Extended warning: x', 'XYZ123', 'warning'],
    ['Something of another kind', 'SUMX01', 'summary'],
    ['Something of another kind', 'XYZ123', 'other'],
  ])('%j of %s is a %s', (line, code, kind) => {
    expect(read([line], { name: `${code}-1` }).kind).toBe(kind)
  })

  test('that slips in a time has none, and keeps the rest', () => {
    const slip = read([
      'SUMMARY: 10cm Radio Burst',
      `Begin Time: ${stamp('10:00')}`,
      'Maximum Time: 2026 Nov 31 1000 UTC',
      `End Time: ${stamp('22T10:20')}`,
      'Valid To: 2062 Nov 21 1000 UTC',
    ])
    expect([slip.eventStart, slip.eventPeak, slip.eventEnd, slip.validTo]).toEqual([
      at('10:00'),
      null,
      null,
      null,
    ])
    expect(slip.times).toEqual({ read: 2, unread: 3 })
  })

  test('that is not known is kept with its text', () => {
    const { message } = { message: 'Ground station maintenance.\n\n\nNo data.' }
    const { code, serial, kind, headline, text } = readNotice({ productId: 'X', issuedAt: NOW, message })
    expect([code, serial, kind, headline, text]).toEqual([
      null,
      null,
      'other',
      null,
      'Ground station maintenance.\n\nNo data.',
    ])
  })

  test.each([
    ['2100-2400', '21T23:59', '22T00:00'],
    ['2100-2400 UTC', '22T00:04', '22T00:00'],
    ['0000-0300', '22T00:04', '22T03:00'],
    ['1500-1800', '21T15:00', '21T18:00'],
    ['25-26', '21T15:00', null],
  ])('of the period %s, reached at %s, is of the three hours to %s', (period, reached, end) => {
    const { periodEnd } = read(
      [
        'ALERT: Geomagnetic K-index of 5',
        `Threshold Reached: ${stamp(reached)}`,
        `Synoptic Period: ${period}`,
      ],
      { issued: at('22T00:06') },
    )
    expect(iso(periodEnd)).toBe(end)
  })
})

describe('the file', () => {
  const good = notice('WARK05-1', NOW, [
    'WARNING: Geomagnetic K-index of 5 expected',
    `Valid To: ${stamp('18:00')}`,
  ])

  test.each<[string, readonly unknown[], RegExp]>([
    ['no rows', [], /there are no rows/],
    ['rows of another type', ['x'], /product_id is missing/],
    ['no instant', [{ ...good, issue_datetime: 'soon' }], /issue_datetime has no usable value/],
    ['one of tomorrow', [{ ...good, issue_datetime: '2026-11-22 12:00:00.000' }], /issue_datetime has no/],
    ['an empty message', [{ ...good, message: ' ' }], /message has no usable value/],
    ['a message without end', [{ ...good, message: 'x'.repeat(4_001) }], /message has no usable value/],
    ['no codes', [{ ...good, message: good.message.replace(/Code.*/, '') }], /Message Code is missing/],
    [
      'no serial numbers',
      [{ ...good, message: good.message.replace('Serial', 'S.') }],
      /Serial Number is missing/,
    ],
    [
      'no headlines',
      [{ ...good, message: good.message.replace('WARNING', 'Warned') }],
      /headline is missing/,
    ],
    [
      'other times',
      [{ ...good, message: good.message.replaceAll('2026 Nov', '11/2026') }],
      /times in the messages/,
    ],
  ])('is refused with %s', (_, rows, error) => {
    expect(() => parse(rows)).toThrow(error)
  })

  test.each([
    ['that is none', 'x', 'row 2: product_id is missing'],
    ['without words', { ...good, message: ' ' }, 'row 2: message has no usable value'],
    ['of no time', { ...good, issue_datetime: 'soon' }, 'row 2: issue_datetime has no usable value'],
  ])('is without a message %s', (_, bad, reason) => {
    const { value, reasons } = parseRows(noticeArchive, JSON.stringify([good, bad, good]), NOW)
    expect([value.length, reasons]).toEqual([2, [reason]])
  })

  test('is ordered newest first, and one message of a form that is unknown spoils nothing', () => {
    const odd = { product_id: 'NEW1', issue_datetime: '2026-11-21 11:00:00.000', message: 'A new form.' }
    const older = notice('WARK05-0', at('10:00'), ['WARNING: Geomagnetic K-index of 5 expected'])
    expect(parse([older, odd, good]).map(({ serial, kind }) => [serial, kind])).toEqual([
      [1, 'warning'],
      [null, 'other'],
      [0, 'warning'],
    ])
  })
})

describe('in force', () => {
  const warning = (serial: number, issued: string, to: string, ...lines: string[]) =>
    notice(`WARK05-${serial}`, at(issued), [
      'WARNING: Geomagnetic K-index of 5 expected',
      `Valid From: ${stamp(issued)}`,
      `Valid To: ${stamp(to)}`,
      ...lines,
    ])
  const watch = (name: string, issued: string, day: string, ...lines: string[]) =>
    notice(name, at(issued), [
      'WATCH: Geomagnetic Storm Category G1 Predicted',
      'Highest Storm Level Predicted by Day:',
      `Nov ${day}:  G1 (Minor)`,
      ...lines,
    ])
  const alert = (name: string, issued: string, ...lines: string[]) =>
    notice(name, at(issued), ['ALERT: Something exceeded a threshold', ...lines])
  const SUPERSEDES = 'THIS SUPERSEDES ANY/ALL PRIOR WATCHES IN EFFECT'

  /** From when to when each notice is, and what ended it, newest first. */
  function spans(...rows: readonly unknown[]) {
    const notices = parse(rows, at('30T12:00'))
    return fatesOf(notices).map(({ until, endedBy }, i) => {
      const { serial, issuedAt } = notices[i] ?? { serial: null, issuedAt: 0 }
      return [serial, until && `${iso(issuedAt)} to ${iso(until)}`, endedBy?.by].filter(
        (each) => each !== undefined,
      )
    })
  }

  test.each<[string, readonly unknown[], unknown[]]>([
    [
      'a warning is to the end of its validity',
      [warning(1, '10:00', '15:00')],
      [[1, '21T10:00 to 21T15:00']],
    ],
    [
      'an extension takes its place',
      [warning(1, '10:00', '15:00'), warning(2, '14:00', '21:00', 'Extension to Serial Number: 1')],
      [
        [2, '21T14:00 to 21T21:00'],
        [1, '21T10:00 to 21T14:00', 'extension'],
      ],
    ],
    [
      'a correction has the same number',
      [warning(1, '10:00', '22T15:00'), warning(1, '10:30', '15:00')],
      [
        [1, '21T10:30 to 21T15:00'],
        [1, '21T10:00 to 21T10:30', 'correction'],
      ],
    ],
    [
      'a cancellation ends it, and is none itself',
      [
        warning(1, '10:00', '15:00'),
        notice('WARK05-2', at('12:00'), ['CANCEL WARNING: x', 'Cancel Serial Number: 1']),
      ],
      [
        [2, null],
        [1, '21T10:00 to 21T12:00', 'cancellation'],
      ],
    ],
    [
      'a cancellation that names an earlier one of a chain ends its last, and none issued after it',
      [
        warning(1, '10:00', '15:00'),
        warning(2, '14:00', '21:00', 'Extension to Serial Number: 1'),
        notice('WARK05-3', at('16:00'), ['CANCEL WARNING: x', 'Cancel Serial Number: 1']),
        warning(4, '17:00', '22:00'),
        warning(5, '18:00', '23:00', 'Extension to Serial Number: 2'),
      ],
      [
        [5, '21T18:00 to 21T23:00'],
        [4, '21T17:00 to 21T22:00'],
        [3, null],
        [2, '21T14:00 to 21T16:00', 'cancellation'],
        [1, '21T10:00 to 21T14:00', 'extension'],
      ],
    ],
    [
      'a serial number of another code ends nothing',
      [
        warning(1, '10:00', '15:00'),
        notice('WARK06-2', at('12:00'), ['CANCEL WARNING: x', 'Cancel Serial Number: 1']),
      ],
      [
        [2, null],
        [1, '21T10:00 to 21T15:00'],
      ],
    ],
    [
      'a warning without an end is for a day',
      [notice('WARSUD-1', at('10:00'), ['WARNING: Geomagnetic Sudden Impulse expected'])],
      [[1, '21T10:00 to 22T10:00']],
    ],
    [
      'a watch is from its issue to its last day of a storm',
      [watch('WATA20-1', '10:00', '23')],
      [[1, '21T10:00 to 24T00:00']],
    ],
    [
      'a watch that supersedes ends those of every code, and no warning',
      [
        watch('WATA20-1', '10:00', '23'),
        warning(5, '11:00', '15:00'),
        watch('WATA30-2', '12:00', '23', SUPERSEDES),
      ],
      [
        [2, '21T12:00 to 24T00:00'],
        [5, '21T11:00 to 21T15:00'],
        [1, '21T10:00 to 21T12:00', 'superseding'],
      ],
    ],
    [
      'a watch that was over is not superseded',
      [watch('WATA20-1', '10:00', '21'), watch('WATA20-2', '22T12:00', '23', SUPERSEDES)],
      [
        [2, '22T12:00 to 24T00:00'],
        [1, '21T10:00 to 22T00:00'],
      ],
    ],
    [
      'an alert about the K index is to the end of its three hours',
      [alert('ALTK05-1', '10:00', `Threshold Reached: ${stamp('09:58')}`, 'Synoptic Period: 0900-1200')],
      [[1, '21T10:00 to 21T12:00']],
    ],
    [
      'an alert that comes after its three hours never is',
      [alert('ALTK05-1', '12:03', `Threshold Reached: ${stamp('11:59')}`, 'Synoptic Period: 0900-1200')],
      [[1, null]],
    ],
    [
      'an alert about protons is until the summary of that threshold',
      [
        alert('ALTPX1-1', '10:00'),
        alert('ALTPC0-2', '10:01'),
        alert('ALTPX2-3', '10:02'),
        notice('SUMPX2-4', at('22T10:00'), ['SUMMARY: Proton Event 10MeV Integral Flux exceeded 100pfu']),
        notice('SUMPX1-5', at('23T10:00'), ['SUMMARY: Proton Event 10MeV Integral Flux exceeded 10pfu']),
      ],
      [
        [5, null],
        [4, null],
        [3, '21T10:02 to 22T10:00', 'summary'],
        [2, '21T10:01 to 28T10:01'],
        [1, '21T10:00 to 23T10:00', 'summary'],
      ],
    ],
    [
      'an alert about X-rays is until a summary of any class, at most a day',
      [
        alert('ALTXMF-1', '10:00'),
        notice('SUMX01-2', at('10:40'), ['SUMMARY: X-ray Event exceeded X1']),
        alert('ALTXMF-3', '11:00'),
      ],
      [
        [3, '21T11:00 to 22T11:00'],
        [2, null],
        [1, '21T10:00 to 21T10:40', 'summary'],
      ],
    ],
    [
      'an alert about electrons is until the next of its chain, at most a day',
      [alert('ALTEF3-1', '10:00'), alert('ALTEF3-2', '22T06:00', 'Continuation of Serial Number: 1')],
      [
        [2, '22T06:00 to 23T06:00'],
        [1, '21T10:00 to 22T06:00', 'extension'],
      ],
    ],
    ['an alert about an instant never is', [alert('ALTTP2-1', '10:00')], [[1, null]]],
  ])('%s', (_, rows, expected) => {
    expect(spans(...rows)).toEqual(expected)
  })

  test('from its issue on, until the instant of its end', () => {
    const [one] = parse([warning(1, '10:00', '15:00')])
    const [fate] = fatesOf(one ? [one] : [])
    if (!one || !fate) throw new Error('no notice')
    const at10 = at('10:00')
    const inForce = [at10 - 1, at10, at('15:00') - 1, at('15:00')].map((instant) =>
      isInForce(one, fate, instant),
    )
    expect(inForce).toEqual([false, true, true, false])
  })

  test('an extension without a scale has that of its chain, unless its own words have one', () => {
    const proton = (serial: number, issued: string, ...lines: string[]) =>
      notice(`WARPX1-${serial}`, at(issued), [
        'WARNING: Proton 10MeV Integral Flux above 10pfu expected',
        ...lines,
      ])
    const scaled = parse([
      proton(1, '08:00', 'NOAA Scale: S1 - Minor'),
      proton(2, '09:00', 'Extension to Serial Number: 1'),
      proton(3, '10:00', 'Extension to Serial Number: 2'),
      proton(4, '10:30', 'Extension to Serial Number: 3', 'NOAA Scale: S2 - Moderate'),
      // What it extends has left the file, or is of another code.
      proton(9, '11:00', 'Extension to Serial Number: 8'),
      notice('WARPC0-2', at('11:30'), ['WARNING: Proton 100MeV', 'Extension to Serial Number: 1']),
    ])
    expect(scaled.map(({ code, serial, scale, level }) => `${code} ${serial}: ${scale}${level}`)).toEqual([
      'WARPC0 2: nullnull',
      'WARPX1 9: nullnull',
      'WARPX1 4: S2',
      'WARPX1 3: S1',
      'WARPX1 2: S1',
      'WARPX1 1: S1',
    ])
  })

  const FLUX_ALERTS = ['ALTPX1', 'ALTPX2', 'ALTPX3', 'ALTPX4', 'ALTPX5', 'ALTPC0', 'ALTXMF', 'ALTEF3']
  const SUMMARIES = ['SUMPX1', 'SUMPX2', 'SUMPX3', 'SUMPX4', 'SUMPX5', 'SUMPC0']
  const FLARE_SUMMARIES = ['SUMXM5', 'SUMX01', 'SUMX10', 'SUMX20']

  test.each([...SUMMARIES, ...FLARE_SUMMARIES, 'SUM10R', 'SUMSUD'])(
    '%s ends the alert that it sums up only',
    (code) => {
      const alerts = FLUX_ALERTS.map((each) => alert(`${each}-1`, '10:00'))
      const rows = [...alerts, notice(`${code}-1`, at('11:00'), ['SUMMARY: It is over'])]
      const notices = parse(rows)
      const ended = fatesOf(notices).flatMap(({ endedBy }, i) => (endedBy ? `${notices[i]?.code}` : []))
      const expected = SUMMARIES.includes(code)
        ? [code.replace('SUM', 'ALT')]
        : FLARE_SUMMARIES.includes(code)
          ? ['ALTXMF']
          : []
      expect(ended).toEqual(expected)
    },
  )

  test('a chain has the number of its first notice', () => {
    const rows = [
      warning(2, '10:00', '12:00', 'Extension to Serial Number: 1'),
      warning(3, '11:00', '15:00', 'Extension to Serial Number: 2'),
      warning(4, '14:00', '18:00', 'Extension to Serial Number: 3'),
      warning(5, '17:00', '18:00'),
    ]
    // The first of it has left the file.
    expect(fatesOf(parse(rows, at('30T12:00'))).map(({ firstSerial }) => firstSerial)).toEqual([5, 1, 1, 1])
  })
})

describe('the path', () => {
  const PATH = '/v1/space-weather/notices'
  const rows = [
    notice('WARK05-2', at('11:00'), [
      'WARNING: Geomagnetic K-index of 5 expected',
      `Valid To: ${stamp('18:00')}`,
      'NOAA Scale: G1 - Minor',
    ]),
    notice('ALTPX3-9', at('10:00'), ['ALERT: Proton Event 10MeV', 'NOAA Scale: S3 - Strong']),
    notice('WARK07-4', at('09:00'), [
      'WARNING: Geomagnetic K-index of 7 or greater expected',
      `Valid To: ${stamp('10:00')}`,
    ]),
    notice('ALTTP2-1', at('20T09:00'), ['ALERT: Type II Radio Emission']),
  ]

  async function service() {
    const clock = stoppedClock(NOW)
    const asked: string[] = []
    const fetch: typeof globalThis.fetch = async (input) => {
      asked.push(String(input))
      return Response.json(rows)
    }
    return { ...(await testService({ fetch }, clock)), clock, asked }
  }

  test('lists newest first what NOAA says and what became of it', async () => {
    const { get } = await service()
    const { json } = await get(PATH)
    expect(json).toMatchObject({
      fetched_at: '2026-11-21T12:00:00.000Z',
      valid_until: '2026-11-21T12:01:00.000Z',
    })
    const { notices, ...rest } = json.data
    expect(rest).toEqual({
      count: 4,
      in_force_count: 2,
      as_of: '2026-11-21T12:00:00.000Z',
      source: 'NOAA SWPC alerts, watches and warnings',
    })
    expect(notices[0]).toEqual({
      product_id: 'K05W',
      code: 'WARK05',
      serial: 2,
      kind: 'warning',
      issued_at: '2026-11-21T11:00:00.000Z',
      headline: 'WARNING: Geomagnetic K-index of 5 expected',
      scale: 'G',
      level: 1,
      or_greater: false,
      valid_from: null,
      valid_to: '2026-11-21T18:00:00.000Z',
      days: [],
      event_start: null,
      event_peak: null,
      event_end: null,
      extends_serial: null,
      cancels_serial: null,
      supersedes_watches: false,
      text: expect.stringContaining('Valid To: 2026 Nov 21 1800 UTC'),
      first_serial: 2,
      ended_by: null,
      in_force: true,
      in_force_until: '2026-11-21T18:00:00.000Z',
    })
  })

  test('the strongest stands for what is in force, of equal ones the newest', async () => {
    const { get } = await service()
    const read = async () => (await get('/v1/space-weather/current?fields=notices')).json.data.notices
    expect(await read()).toMatchObject({ in_force_count: 2, kind: 'alert', scale: 'S3' })
    const text = (await get('/', { accept: 'text/plain', 'user-agent': 'curl/8.0' })).text
    expect(text).toMatch(/^In force 2 +ALERT: Proton Event 10MeV$/m)
    const page = (await get('/weather', { accept: 'text/html' })).text
    expect(page.indexOf('ALERT: Proton Event 10MeV')).toBeGreaterThan(0)
    expect(page.indexOf('ALERT: Proton Event 10MeV')).toBeLessThan(
      page.indexOf('WARNING: Geomagnetic K-index of 5'),
    )
  })

  test.each([
    ['in_force=true', [2, 9]],
    ['in_force=false', [4, 1]],
    ['scale=G', [2, 4]],
    ['scale=G2', [4]],
    ['scale=S3', [9]],
    ['scale=R', []],
    ['since=2026-11-21T10:00:00Z', [2, 9]],
    ['since=2026-11-21', [2, 9, 4]],
    ['limit=1', [2]],
    ['scale=G&in_force=false&limit=5', [4]],
  ])('selects by %s, from one copy', async (query, serials) => {
    const { get, asked } = await service()
    await get(PATH)
    const { data } = (await get(`${PATH}?${query}`)).json
    expect(data.notices.map(({ serial }: { serial: number }) => serial)).toEqual(serials)
    expect(data.count).toBe(serials.length)
    expect(data.in_force_count).toBe(serials.filter((serial) => [2, 9].includes(serial)).length)
    expect(asked).toHaveLength(1)
  })

  test.each(['in_force=yes', 'scale=g', 'scale=G0', 'scale=G6', 'since=yesterday', 'limit=0', 'limit=501'])(
    '%s is refused',
    async (query) => {
      const { get } = await service()
      const { status, json } = await get(`${PATH}?${query}`)
      expect([status, json.error]).toEqual([400, 'invalid_parameter'])
    },
  )
})
