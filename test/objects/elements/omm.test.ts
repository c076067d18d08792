import { describe, expect, it } from 'vitest'
import { parseElementSets } from '../../../packages/core/src/features/objects/elements/omm.ts'
import { capture, describeCaptures } from './captures.ts'
import { ACTIVE_CSV, SARAMAGO_JSON, SPACE_TRACK_JSON, STATIONS_JSON } from './samples.ts'

const [ISS] = JSON.parse(STATIONS_JSON) as [Record<string, unknown>]
const [header = '', calsphere = ''] = ACTIVE_CSV.split('\r\n')

describe('parseElementSets', () => {
  it('runs in the time zone that the test run asks for', () => {
    const zone = process.env['TZ'] ?? Intl.DateTimeFormat().resolvedOptions().timeZone
    expect(new Date(2026, 0, 1).getTimezoneOffset() === -840).toBe(zone === 'Pacific/Kiritimati')
  })

  it('parses CelesTrak JSON to the published field names', () => {
    const { elementSets, refused } = parseElementSets(STATIONS_JSON)
    expect(refused).toBe(0)
    expect(elementSets[0]).toEqual({
      noradId: 25544,
      name: 'ISS (ZARYA)',
      internationalDesignator: '1998-067A',
      epoch: '2026-08-06T01:17:37.872384Z',
      meanMotionRevPerDay: 15.49359774,
      eccentricity: 0.00072161,
      inclinationDeg: 51.6321,
      raanDeg: 53.3065,
      argOfPericenterDeg: 17.1615,
      meanAnomalyDeg: 342.9616,
      bstarPerEarthRadius: 0.00007969016,
      meanMotionDotRevPerDay2: 0.00003997,
      meanMotionDdotRevPerDay3: 0,
      elementSetNo: 999,
      revAtEpoch: 57948,
      classification: 'U',
      ephemerisType: 0,
    })
    expect(elementSets[1]?.noradId).toBe(100_057)
    expect(parseElementSets(SARAMAGO_JSON).elementSets[0]).toMatchObject({
      noradId: 100_000,
      name: 'SARAMAGO',
    })
  })

  it('parses CSV with CRLF or LF, exponents with E and numbers that begin with a point', () => {
    const { elementSets, refused } = parseElementSets(ACTIVE_CSV)
    expect(refused).toBe(0)
    expect(elementSets.map(({ noradId }) => noradId)).toEqual([900, 45_179, 26_410, 28_912, 45_254])
    expect(elementSets[0]).toMatchObject({ bstarPerEarthRadius: 0.00040393571, eccentricity: 0.00234977 })
    expect(parseElementSets(ACTIVE_CSV.replaceAll('\r\n', '\n'))).toMatchObject({ elementSets, refused })
  })

  it('parses quoted CSV fields with commas and columns in any order', () => {
    const columns = header.split(',')
    const values = calsphere.split(',')
    values[columns.indexOf('OBJECT_NAME')] = 'FLOCK, "THE"'
    const quoted = values.map((value) => `"${value.replaceAll('"', '""')}"`).reverse()
    const { elementSets } = parseElementSets(`\uFEFF${[...columns].reverse().join(',')}\n${quoted.join(',')}`)
    expect(elementSets[0]).toMatchObject({ noradId: 900, name: 'FLOCK, "THE"' })
  })

  it('parses Space-Track’s numbers as strings', () => {
    const { elementSets, refused } = parseElementSets(SPACE_TRACK_JSON)
    expect(refused).toBe(0)
    expect(elementSets[0]).toMatchObject({ noradId: 25_544, bstarPerEarthRadius: 0.000024124 })
  })

  it.each([
    ['2026-08-06T01:17:37', '2026-08-06T01:17:37Z'],
    ['2026-08-06T01:17:37Z', '2026-08-06T01:17:37Z'],
    ['2024-02-29T23:59:59.9', '2024-02-29T23:59:59.9Z'],
    ['2026-03-29T02:30:00.000001', '2026-03-29T02:30:00.000001Z'],
  ])('takes the epoch %s for UTC and keeps its digits', (sent, epoch) => {
    expect(parseElementSets(JSON.stringify([{ ...ISS, EPOCH: sent }])).elementSets[0]?.epoch).toBe(epoch)
  })

  it('leaves analyst objects without a designator, and joins a name to one line', () => {
    const analyst = { ...ISS, OBJECT_ID: '', OBJECT_NAME: null, NORAD_CAT_ID: 799_500_001 }
    const forged = { ...ISS, OBJECT_NAME: ' ISS\n1 25544U ' }
    const [first, second] = parseElementSets(JSON.stringify([analyst, forged])).elementSets
    expect(first).toMatchObject({ noradId: 799_500_001, name: 'UNKNOWN', internationalDesignator: null })
    expect(second?.name).toBe('ISS 1 25544U')
  })

  it('keeps the blanks of a name, and replaces line breaks by one', () => {
    const named = (OBJECT_NAME: string) =>
      parseElementSets(JSON.stringify([{ ...ISS, OBJECT_NAME }])).elementSets[0]
    expect(named('GPS BIIR-5  (PRN 22)')?.name).toBe('GPS BIIR-5  (PRN 22)')
    expect(named('  PE2_FLT2  (TYVAK-0262)   ')?.name).toBe('PE2_FLT2  (TYVAK-0262)')
    expect(named('A\t\nB\n\nC')?.name).toBe('A B C')
  })

  it('lists the objects without a usable record', () => {
    const bad = { ...ISS, NORAD_CAT_ID: 5, ECCENTRICITY: 1 }
    const records = [ISS, { ...ISS, ECCENTRICITY: 1 }, bad, bad, { ...bad, NORAD_CAT_ID: 'x' }, null]
    expect(parseElementSets(JSON.stringify(records))).toMatchObject({ refused: 5, refusedIds: [5] })
  })

  it('keeps the newest epoch of an object, at its first position', () => {
    const epochs = ['2026-08-06T01:17:37', '2026-08-06T01:17:37.5', '2026-08-05T23:00:00.999999']
    const records = [...epochs.map((EPOCH) => ({ ...ISS, EPOCH })), { ...ISS, NORAD_CAT_ID: 5 }]
    const { elementSets, refused } = parseElementSets(JSON.stringify(records))
    expect(elementSets.map(({ noradId, epoch }) => [noradId, epoch])).toEqual([
      [25_544, '2026-08-06T01:17:37.5Z'],
      [5, '2026-08-06T01:17:37.872384Z'],
    ])
    expect(refused).toBe(0)
  })

  it.each([
    ['EPHEMERIS_TYPE', 4],
    ['ECCENTRICITY', 1],
    ['ECCENTRICITY', -0.1],
    ['MEAN_MOTION', 0],
    ['MEAN_MOTION', 20.1],
    ['INCLINATION', 180.1],
    ['INCLINATION', -1],
    ['NORAD_CAT_ID', 0],
    ['NORAD_CAT_ID', 1_000_000_000],
    ['NORAD_CAT_ID', 25_544.5],
    ['NORAD_CAT_ID', 'A0000'],
    ['BSTAR', '1e999'],
    ['BSTAR', ' '],
    ['BSTAR', true],
    ['MEAN_ANOMALY', null],
    ['REV_AT_EPOCH', 'x'],
    ['EPOCH', ''],
    ['EPOCH', '2026-02-29T00:00:00'],
    ['EPOCH', '2026-08-06T24:00:00'],
    ['EPOCH', '2026-218T01:17:37'],
    ['EPOCH', '2026-08-06T01:17:37+00:00'],
    ['EPOCH', 'x2026-08-06T01:17:37'],
    ['EPOCH', 1_786_000_000_000],
    ['REV_AT_EPOCH', -1],
    ['ELEMENT_SET_NO', 1.5],
  ])('refuses a record whose %s is %j, and no other', (column, value) => {
    const text = JSON.stringify([
      { ...ISS, [column]: value },
      { ...ISS, NORAD_CAT_ID: 5 },
    ])
    const { elementSets, refused } = parseElementSets(text)
    expect([elementSets.map(({ noradId }) => noradId), refused]).toEqual([[5], 1])
  })

  it.each([
    ['ECCENTRICITY', 0],
    ['INCLINATION', 0],
    ['INCLINATION', 180],
    ['MEAN_MOTION', 20],
    ['NORAD_CAT_ID', 1],
    ['NORAD_CAT_ID', 999_999_999],
    ['REV_AT_EPOCH', 0],
    ['EPHEMERIS_TYPE', 3],
  ])('takes a record whose %s is %d, the edge of what can be', (column, value) => {
    expect(parseElementSets(JSON.stringify([{ ...ISS, [column]: value }])).refused).toBe(0)
  })

  it('keeps the classification, unclassified by default', () => {
    const classes = ['C', 'U', '', undefined].map((CLASSIFICATION_TYPE) => {
      const text = JSON.stringify([{ ...ISS, CLASSIFICATION_TYPE }])
      return parseElementSets(text).elementSets[0]?.classification
    })
    expect(classes).toEqual(['C', 'U', 'U', 'U'])
  })

  it.each(['NORAD_CAT_ID', 'EPOCH', 'MEAN_MOTION'])('is no OMM CSV without the column %s', (column) => {
    const text = `${header.replace(new RegExp(`\\b${column}\\b`), 'SOMETHING')}\n${calsphere}`
    expect(() => parseElementSets(text)).toThrow(`${column} is missing`)
  })

  it('takes a record without the fields that OMM may leave out, in JSON and in CSV', () => {
    const optional = ['EPHEMERIS_TYPE', 'CLASSIFICATION_TYPE', 'ELEMENT_SET_NO', 'REV_AT_EPOCH']
    const rest = Object.entries(ISS).filter(([column]) => !optional.includes(column))
    const forms = [
      JSON.stringify([Object.fromEntries(rest)]),
      ...[null, ''].map((none) =>
        JSON.stringify([{ ...ISS, ...Object.fromEntries(optional.map((column) => [column, none])) }]),
      ),
      `${rest.map(([column]) => column).join()}\n${rest.map(([, value]) => value).join()}\n`,
    ]
    for (const text of forms) {
      const { elementSets, refused } = parseElementSets(text)
      expect(refused).toBe(0)
      expect(elementSets[0]).toMatchObject({
        ...{ noradId: 25_544, ephemerisType: 0, classification: 'U', elementSetNo: 0, revAtEpoch: 0 },
      })
    }
  })

  it('names the records that it refuses, and why', () => {
    const records = [
      { ...ISS, EPHEMERIS_TYPE: 4 },
      { ...ISS, NORAD_CAT_ID: 'x' },
      { ...ISS, NORAD_CAT_ID: 5, EPOCH: undefined },
      null,
      ISS,
    ]
    expect(parseElementSets(JSON.stringify(records)).refusedBecause).toBe(
      'object 25544: EPHEMERIS_TYPE has no usable value; row 2: NORAD_CAT_ID has no usable value; ' +
        'object 5: EPOCH is missing; and 1 more',
    )
    expect(parseElementSets(JSON.stringify([ISS])).refusedBecause).toBe('')
  })

  it('skips leading white space', () => {
    expect(parseElementSets(`\n  ${STATIONS_JSON}`)).toEqual(parseElementSets(STATIONS_JSON))
  })

  it('rejects CSV with an unclosed quote in a row before the last', () => {
    const text = [header, calsphere.replace(/^[^,]*/, '"OPEN'), calsphere].join('\n')
    expect(() => parseElementSets(text)).toThrow(/^OMM CSV is malformed or truncated$/)
  })

  it.each(Object.keys(ISS).filter((column) => !/^(OBJECT|CLASS|EPHEMERIS|ELEMENT|REV)/.test(column)))(
    'rejects a record without %s',
    (column) => {
      const { [column]: _, ...rest } = ISS
      expect(parseElementSets(JSON.stringify([rest, null, 'x']))).toMatchObject({
        elementSets: [],
        refused: 3,
      })
    },
  )

  it('rejects a CSV row with too many columns, or too few in the middle', () => {
    const text = [header, calsphere, `${calsphere},1`, 'NAVSTAR 1,1978-020A', calsphere].join('\n')
    expect(parseElementSets(text)).toMatchObject({ elementSets: [{ noradId: 900 }], refused: 2 })
    expect(parseElementSets(text).refusedBecause).toBe(
      'row 2: it has 18 columns, expected 17; row 3: it has 2 columns, expected 17',
    )
  })

  it('parses an empty list as no objects', () => {
    expect(parseElementSets('[]')).toMatchObject({ elementSets: [], refused: 0 })
    expect(parseElementSets(`${header}\r\n`)).toMatchObject({ elementSets: [], refused: 0 })
  })

  it.each([
    ['nothing', ''],
    ['blanks', ' \r\n'],
    ['an empty result', 'No GP data found'],
    [
      'the once-a-cycle notice',
      'GP data has not updated since your last successful\ndownload of GROUP=active at 2026-04-11.',
    ],
    ['an HTML page', '<!DOCTYPE html><html><body>secret "503"</body></html>'],
    ['a JSON object', '{"error":"secret"}'],
    ['JSON cut off', STATIONS_JSON.slice(0, -40)],
    ['JSON followed by more', `${STATIONS_JSON}secret`],
    ['CSV cut off in its last row', ACTIVE_CSV.slice(0, -30)],
    ['CSV with an open quote', `${header}\n"${calsphere}`],
    ['a TLE', 'ISS (ZARYA)\n1 25544U 98067A   26164.83523427  .00008738  00000+0  16534-3 0  9990'],
  ])('throws a SyntaxError that does not quote %s', (_, text) => {
    const parse = () => parseElementSets(text)
    expect(parse).toThrow(SyntaxError)
    expect(parse).toThrow(/^(neither OMM JSON nor OMM CSV|OMM (JSON|CSV) is malformed or truncated)$/)
  })
})

describeCaptures('captured OMM', () => {
  it.each([
    ['celestrak/gp-active.2026-07-10.csv', 15_985],
    ['celestrak/gp-stations.2026-08-06.json', 22],
    ['celestrak/gp-weather.2026-08-06.json', 74],
    ['celestrak/gp-100000-saramago.2026-09-21.json', 1],
    ['sgp4/sample-omm.json', 1],
  ])('%s holds %i usable objects and none else', (path, count) => {
    const { elementSets, refused } = parseElementSets(capture(path))
    expect([elementSets.length, refused]).toEqual([count, 0])
  })

  it.each([
    'errors/celestrak_403_not_updated_body.txt',
    'errors/celestrak_404_no_gp_data_body.txt',
    'errors/celestrak_503_body.html',
  ])('%s is no OMM', (path) => {
    expect(() => parseElementSets(capture(path))).toThrow(SyntaxError)
  })
})
