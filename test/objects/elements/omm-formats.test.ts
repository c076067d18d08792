import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ElementSet } from '../../../packages/core/src/features/objects/elements/element-set.ts'
import { parseElementSets } from '../../../packages/core/src/features/objects/elements/omm.ts'
import { formatOmm } from '../../../packages/core/src/features/objects/elements/omm-formats.ts'
import { STATIONS_JSON } from './samples.ts'

const CREATED = '2026-11-21T12:00:00.000Z'
const { elementSets } = parseElementSets(STATIONS_JSON)

// JSON has no -0.
const number = (min: number, max: number) =>
  fc.double({ min, max, noNaN: true, maxExcluded: true }).map((value) => value + 0)
const anyElementSet = fc.record<ElementSet>({
  noradId: fc.integer({ min: 1, max: 999_999_999 }),
  name: fc.constantFrom('ISS (ZARYA)', 'A, "B" & <C>', '=1+1', 'FENGYUN 1C DEB'),
  internationalDesignator: fc.constantFrom('1998-067A', null),
  epoch: fc.constantFrom('2026-08-06T01:17:37.872384Z', '2026-01-01T00:00:00Z'),
  meanMotionRevPerDay: number(0.01, 20),
  eccentricity: number(0, 1),
  inclinationDeg: number(0, 180),
  raanDeg: number(0, 360),
  argOfPericenterDeg: number(0, 360),
  meanAnomalyDeg: number(0, 360),
  bstarPerEarthRadius: number(-1, 1),
  meanMotionDotRevPerDay2: number(-1, 1),
  meanMotionDdotRevPerDay3: number(-1, 1),
  elementSetNo: fc.nat(9_999),
  revAtEpoch: fc.nat(99_999),
  classification: fc.constant('U'),
  ephemerisType: fc.constant(0),
})
const byNumber = (sets: readonly ElementSet[]) => [
  ...new Map(sets.map((each) => [each.noradId, each])).values(),
]

test.each(['json', 'csv'] as const)('every digit of OMM %s is read back', (format) => {
  fc.assert(
    fc.property(fc.array(anyElementSet, { minLength: 1, maxLength: 5 }), (some) => {
      const sets = byNumber(some)
      expect(parseElementSets(formatOmm(sets, format, CREATED)).elementSets).toEqual(sets)
    }),
  )
})

/** What a message in KVN or XML says, as OMM JSON. */
function readMessages(text: string, pattern: RegExp, start: string): Record<string, string>[] {
  return text
    .split(start)
    .slice(1)
    .map((message) =>
      Object.fromEntries([...message.matchAll(pattern)].map(([, name = '', value = '']) => [name, value])),
    )
}

test('every digit of KVN and XML is read back', () => {
  fc.assert(
    fc.property(anyElementSet, (set) => {
      const kvn = readMessages(formatOmm([set], 'kvn', CREATED), /^([A-Z_]+) += (.*)$/gm, 'CCSDS_OMM_VERS')
      const xml = readMessages(formatOmm([set], 'xml', CREATED), /<([A-Z_]+)>([^<]*)<\/\1>/g, '<omm ')
      const unescaped = (text = '') =>
        text
          .replaceAll('&lt;', '<')
          .replaceAll('&gt;', '>')
          .replaceAll('&quot;', '"')
          .replaceAll('&amp;', '&')
      for (const message of [kvn[0], xml[0]]) {
        const fields = { ...message, OBJECT_NAME: unescaped(message?.['OBJECT_NAME']) }
        const [read] = parseElementSets(JSON.stringify([fields])).elementSets
        const expected = { ...set, internationalDesignator: set.internationalDesignator ?? 'UNKNOWN' }
        if (message === kvn[0]) expect({ ...read, name: set.name }).toEqual(expected)
        else expect(read).toEqual(expected)
      }
    }),
  )
})

test('a message in KVN has header, metadata and data in the order of the standard', () => {
  expect(formatOmm(elementSets.slice(0, 1), 'kvn', CREATED)).toBe(`CCSDS_OMM_VERS      = 3.0
CREATION_DATE       = 2026-11-21T12:00:00.000
ORIGINATOR          = SPACE-DATA
OBJECT_NAME         = ISS (ZARYA)
OBJECT_ID           = 1998-067A
CENTER_NAME         = EARTH
REF_FRAME           = TEME
TIME_SYSTEM         = UTC
MEAN_ELEMENT_THEORY = SGP4
EPOCH               = 2026-08-06T01:17:37.872384
MEAN_MOTION         = 15.49359774
ECCENTRICITY        = 0.00072161
INCLINATION         = 51.6321
RA_OF_ASC_NODE      = 53.3065
ARG_OF_PERICENTER   = 17.1615
MEAN_ANOMALY        = 342.9616
EPHEMERIS_TYPE      = 0
CLASSIFICATION_TYPE = U
NORAD_CAT_ID        = 25544
ELEMENT_SET_NO      = 999
REV_AT_EPOCH        = 57948
BSTAR               = 0.00007969016
MEAN_MOTION_DOT     = 0.00003997
MEAN_MOTION_DDOT    = 0
`)
})

test('XML has one message for each object', () => {
  const text = formatOmm(elementSets, 'xml', CREATED)
  expect(text.match(/<omm id="CCSDS_OMM_VERS" version="3.0">/g)).toHaveLength(elementSets.length)
  expect(text.endsWith('</omm>\n</ndm>\n')).toBe(true)
})
