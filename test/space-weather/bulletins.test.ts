import { describe, expect, test } from 'vitest'
import { discussionText } from '../../packages/core/src/features/space-weather/bulletins/swpc-discussion.ts'
import { discussion, threeDayForecast, wholeThreeDayForecast } from '../fixtures/swpc.ts'
import { stoppedClock, testService } from '../support/service.ts'

const NOW = Date.parse('2026-11-21T06:00:00Z')
const ISSUED = Date.parse('2026-11-21T00:30:00Z')
const HOUR = 3_600_000
const DISCUSSION = '/v1/space-weather/discussion'
const FORECAST = '/v1/space-weather/3-day-forecast'

async function service(bodies: Readonly<Record<string, string>>) {
  const clock = stoppedClock(NOW)
  const fetch: typeof globalThis.fetch = async (input) => {
    const body = bodies[new URL(String(input)).pathname]
    return new Response(body ?? '', { status: body === undefined ? 500 : 200 })
  }
  return { ...(await testService({ fetch }, clock)), clock }
}

describe('the discussion', () => {
  test('has its topics in order, with whole paragraphs, and the text as it is', async () => {
    const { get } = await service({ '/text/discussion.txt': discussion(ISSUED) })
    const { data } = (await get(DISCUSSION)).json
    expect(data).toEqual({
      issued_at: '2026-11-21T00:30:00.000Z',
      as_of: '2026-11-21T00:30:00.000Z',
      source: 'NOAA SWPC forecast discussion',
      text: discussion(ISSUED),
      sections: ['Solar Activity', 'Energetic Particle', 'Solar Wind', 'Geospace'].map((topic) => ({
        topic,
        summary: 'Quiet over two lines.\n\nAnother.',
        forecast: 'Quiet.',
      })),
    })
  })

  test('a topic of which nothing is written has null', () => {
    const body = discussion(ISSUED)
      .replace('Quiet over\ntwo lines.\n\nAnother.\n', '')
      .replace('.Forecast...\nQuiet.\n', '')
    expect(discussionText.parse(body, NOW).sections[0]).toEqual({
      topic: 'Solar Activity',
      summary: null,
      forecast: null,
    })
  })

  test.each<[string, (body: string) => string, RegExp]>([
    ['no issue', (body) => body.replace('Issued', 'Made'), /Issued is missing/],
    ['an issue of tomorrow', (body) => body.replace('Nov 21', 'Nov 22'), /Issued has no usable value/],
    ['no summaries', (body) => body.replaceAll('24 hr', '1 day'), /24 hr Summary/],
    ['a cut end', (body) => body.slice(0, -3), /the text is truncated/],
    ['no last forecast', (body) => body.slice(0, body.lastIndexOf('.Forecast')), /Forecast\.\.\. is missing/],
    ['no topics', (body) => body.replaceAll(/^(Solar|Energetic|Geospace).*$/gm, '1.'), /a topic is missing/],
  ])('is refused with %s', (_, edit, error) => {
    expect(() => discussionText.parse(edit(discussion(ISSUED)), NOW)).toThrow(error)
  })

  test('of three days ago is not given', async () => {
    const { get } = await service({ '/text/discussion.txt': discussion(ISSUED - 72 * HOUR) })
    const { status, json } = await get(DISCUSSION)
    expect([status, json.error]).toEqual([503, 'upstream_stale'])
  })
})

describe('the 3-day forecast', () => {
  const whole = wholeThreeDayForecast(ISSUED)

  test('is the text with its issue', async () => {
    const { get } = await service({ '/text/3-day-forecast.txt': whole })
    expect((await get(FORECAST)).json.data).toEqual({
      issued_at: '2026-11-21T00:30:00.000Z',
      as_of: '2026-11-21T00:30:00.000Z',
      source: 'NOAA SWPC 3-day forecast',
      text: whole,
    })
  })

  test('without one of its parts, or its end, it is refused, while its Kp is given', async () => {
    for (const body of [threeDayForecast(ISSUED), whole.trimEnd()]) {
      const { get } = await service({ '/text/3-day-forecast.txt': body })
      const { status, json } = await get(FORECAST)
      expect([status, json.error]).toEqual([502, 'upstream_invalid'])
      expect((await get('/v1/space-weather/kp/forecast')).status).toBe(200)
    }
  })

  test('the table of Kp, which has no words, takes no place of it', async () => {
    const { get } = await service({ '/products/noaa-planetary-k-index-forecast.json': '[]' })
    expect((await get(FORECAST)).status).toBe(503)
  })
})

test.each([
  [DISCUSSION, discussion(ISSUED)],
  [FORECAST, wholeThreeDayForecast(ISSUED)],
])('%s is text if so wanted, with its times in headers', async (path, body) => {
  const { get } = await service({
    '/text/discussion.txt': discussion(ISSUED),
    '/text/3-day-forecast.txt': body,
  })
  const { text, headers } = await get(`${path}?format=text`)
  expect(text).toBe(body)
  expect(headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(headers.get('x-source')).toMatch(/^NOAA SWPC /)
  expect(headers.get('x-fetched-at')).toBe('2026-11-21T06:00:00.000Z')
  expect(headers.get('x-valid-until')).toBe('2026-11-21T06:15:00.000Z')
  expect((await get(`${path}?format=html`)).status).toBe(400)
})
