import { describe, expect, test } from 'vitest'
import { readElementSets } from '../../packages/core/src/features/objects/elements/read-element-sets.ts'
import { cleanText } from '../../packages/core/src/kernel/kit/clean-text.ts'
import { parseText } from '../../packages/core/src/kernel/upstreams/parse/fields.ts'
import { asked, type FeedCase, feedCases, onlyFeed } from '../faults/upstream-feeds.ts'
import { testContext } from '../support/context.ts'
import { stoppedClock, testService } from '../support/service.ts'
import { shortSample } from '../support/short-sample.ts'
import { endpoints, examplePath } from '../support/table.ts'

const between = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => String.fromCharCode(from + i)).join('')

/** All of C0 but tab and line feed, DEL and C1, the marks of direction, and the separators of Unicode. */
const UNWANTED =
  between(0x00, 0x08) +
  between(0x0b, 0x1f) +
  between(0x7f, 0x9f) +
  '\u061c\u200e\u200f' +
  between(0x2028, 0x202e) +
  between(0x2066, 0x2069)

/** The body with some of them in each text, in turn, raw and as escapes; without them it is as it was. */
function hostile(body: string): string {
  let next = 0
  const some = () => Array.from({ length: 4 }, () => UNWANTED[next++ % UNWANTED.length] ?? '').join('')
  if (!/^\s*[[{]/.test(body))
    return body
      .split('\n')
      .map((line) => `${line.slice(0, 2)}${some()}${line.slice(2)}`)
      .join('\n')
  const escaped = () =>
    [...some()].map((char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')
  const raw = () => some().replace(/\p{Cc}/gu, '')
  return body.replace(
    /"((?:[^"\\]|\\.)*)"(?!\s*:)/g,
    (_, text: string) => `"${raw()}${text}${escaped()}\\b\\f\\r"`,
  )
}

/** As an escape of JSON. */
const ESCAPED = /(?<!\\)\\(?:[bfr]|u(?:00[01][0-9a-f]|007f|00[89][0-9a-f]|061c|200[ef]|202[89a-e]|206[6-9]))/i
/** Raw; a carriage return ends lines of calendars and of CSV. */
const unwantedIn = (text: string) =>
  [...text.replaceAll('\r\n', '\n')].find((char) => UNWANTED.includes(char))

describe.each(feedCases.map((feed): [string, FeedCase] => [feed.id, feed]))('%s', (_, feed) => {
  test('gives the same with control characters and marks of direction in all of its texts', async () => {
    const answerTo = async (change: (body: string) => string) => {
      const base = testContext()
      const fetch = onlyFeed(feed, () => new Response(change(feed.body(base.time.at))))
      return asked(feed, { ...base, fetch })
    }
    const clean = await answerTo((body) => body)
    expect(clean.status).toBe(200)
    expect(await answerTo(hostile)).toEqual(clean)
  })
})

describe('no answer has what a provider sent of them', () => {
  const clock = stoppedClock()
  const samples = shortSample(clock.now)
  const service = testService(
    {
      fetch: async (input, init) => {
        const response = await samples(input, init)
        return new Response(response.status === 304 ? null : hostile(await response.text()), response)
      },
    },
    clock,
  )
  /** Each path in each form of text, and as a page. The document has line ends of its own, in an example. */
  const answers = endpoints
    .filter(({ method, path }) => method === 'GET' && !/openapi|\.well-known/.test(path))
    .flatMap((endpoint): [string, string][] => {
      const types = Object.keys(endpoint.success.content).filter((type) => /text|json|xml|csv/.test(type))
      if (types.length === 0 || types.includes('text/event-stream')) return []
      return [...new Set([...types, 'text/html'])].map((type) => [examplePath(endpoint), type])
    })

  test.each(answers)('%s as %s', async (path, accept) => {
    const { get } = await service
    const { text, headers } = await get(path, { accept })
    expect(unwantedIn(text)?.charCodeAt(0)).toBeUndefined()
    if (headers.get('content-type')?.includes('json')) expect(ESCAPED.exec(text)?.[0]).toBeUndefined()
  })

  test('and the paths do answer', async () => {
    const { get } = await service
    for (const path of [
      '/v1/launches/upcoming',
      '/v1/space-weather/discussion',
      '/v1/tle/stations',
      '/v1/people',
    ])
      expect((await get(path)).status).toBe(200)
  })
})

test('all of them are removed, and nothing else', () => {
  expect(cleanText(UNWANTED)).toBe('')
  expect(cleanText(`a\t${UNWANTED}b\r\n\u200d\u00ad`)).toBe('a\tb\n\u200d\u00ad')
})

test('text of a provider is one trimmed line, and letters of all scripts stay', () => {
  const evil = '\u001b[2J\u009b31m\u202e\u2066EVIL\u2069\u2028\r\nX-Evil: 1\r\nBEGIN:VEVENT\u0000\u007f'
  expect(parseText(cleanText(evil))).toBe('[2J31mEVIL X-Evil: 1 BEGIN:VEVENT')
  expect(parseText(cleanText(' \u202e\u0000 '))).toBeNull()
  const names = 'Протон-М · 長征五号 · صاروخ ألف\u200d'
  expect(parseText(cleanText(names))).toBe(names)
})

test('an escape in JSON that only looks like a control character stays', () => {
  for (const json of [String.raw`["\\u001b \\b \u00e9 \ud83d\ude80 \" \/ \t \n"]`, '{"a":"b"}'])
    expect(cleanText(json)).toBe(json)
  expect(cleanText(String.raw`["\\\u001b\u001B[2J"]`)).toBe(String.raw`["\\[2J"]`)
  // Elsewhere a backslash is a backslash.
  expect(cleanText(String.raw`C:\b\u001b`)).toBe(String.raw`C:\b\u001b`)
})

test('the name line of a TLE in a file is clean', () => {
  const [line1, line2] = [
    '1 25544U 98067A   26325.01133321  .00003997  00000+0  79690-4 0  9994',
    '2 25544  51.6321  53.3065 0007216  17.1615 342.9616 15.49359774579487',
  ]
  const { elementSets } = readElementSets(`0 I\u001b[2JS\u202eS\n${line1}\n${line2}\n`)
  expect(elementSets[0]?.name).toBe('I[2JSS')
})
