import { sampleFetch } from '@space-data/sample'
import { describe, expect, test } from 'vitest'
import { splitThreeLines } from '../../packages/core/src/catalogue/elements/read-three-lines.ts'
import { parseText } from '../../packages/core/src/upstreams/parse/fields.ts'
import { stoppedClock, testService } from '../support/service.ts'

/** Clears a terminal, colours it, reverses what follows, isolates it, and forges lines and properties. */
const EVIL = '\u001b[2J\u009b31m\u202e\u2066EVIL\u2069\u2028\r\nX-Evil: 1\r\nBEGIN:VEVENT\u0000\u007f'
const NAMES = [
  'name',
  'description',
  'full_name',
  'sourceLocation',
  'displayName',
  'OBJECT_NAME',
  'OWNER',
  'source',
]

/** The samples, with text of a provider wherever it has any. */
function hostileFetch(now: () => Date): typeof fetch {
  const samples = sampleFetch(now)
  const inJson = new RegExp(`("(?:${NAMES.join('|')})":\\s*)"[^"]*"`, 'g')
  return async (input, init) => {
    const response = await samples(input, init)
    const body = await response.text()
    const csv = body.startsWith('OBJECT_NAME,')
      ? body.replace(/^(?!OBJECT_NAME,)[^,\n]+,/gm, `"${EVIL}",`)
      : body.replace(inJson, `$1${JSON.stringify(EVIL)}`)
    return new Response(response.status === 304 ? null : csv, response)
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there.
const RAW = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\u2028\u2029]/
const ESCAPED = /\\u(00[01][0-9a-f]|007f|00[89][0-9a-f]|202[89a-e]|206[6-9])/i

describe('control characters and marks of direction from a provider', () => {
  const clock = stoppedClock()
  const service = testService({ fetch: hostileFetch(clock.now) }, clock)

  test.each([
    ['/', ''],
    ['/', 'text/html'],
    ['/v1/launches.ics', ''],
    ['/v1/launches/upcoming', ''],
    ['/v1/events/recent', ''],
    ['/v1/space-weather/wind', ''],
    ['/v1/objects/25544', ''],
    ['/v1/objects/25544?format=csv', ''],
    ['/v1/objects/25544?format=kvn', ''],
    ['/v1/objects/25544?format=xml', ''],
    ['/v1/tle/stations', ''],
    ['/v1/tle/stations?format=csv', ''],
    ['/v1/tle/stations?format=kvn', ''],
    ['/v1/tle/stations?format=xml', ''],
    ['/v1/tle/stations?format=json', ''],
  ])('are in no answer of %s %s', async (path, accept) => {
    const { status, text, headers } = await (await service).get(path, accept ? { accept } : {})
    expect([status, RAW.exec(text), ESCAPED.exec(text)]).toEqual([200, null, null])
    expect(headers.has('x-evil')).toBe(false)
    if (path !== '/v1/space-weather/wind') expect(text).toContain('EVIL')
    expect(text).not.toMatch(/^\s*(X-Evil|BEGIN:VEVENT EVIL)/m)
  })
})

test('text of a provider is one trimmed line, and letters of all scripts stay', () => {
  expect(parseText(EVIL)).toBe('[2J 31mEVIL X-Evil: 1 BEGIN:VEVENT')
  expect(parseText(' \u202e\u0000 ')).toBeNull()
  expect(parseText('Протон-М · 長征五号 · صاروخ ألف\u200d')).toBe('Протон-М · 長征五号 · صاروخ ألف\u200d')
})

test('the name line of a TLE is clean', () => {
  const [line1, line2] = [
    '1 25544U 98067A   26325.01133321  .00003997  00000+0  79690-4 0  9994',
    '2 25544  51.6321  53.3065 0007216  17.1615 342.9616 15.49359774579487',
  ]
  expect(splitThreeLines(`0 I\u001b[2JS\u202eS\n${line1}\n${line2}\n`)[0]?.name).toBe('I [2JSS')
})
