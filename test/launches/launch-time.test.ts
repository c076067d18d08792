import { describe, expect, test } from 'vitest'
import { countdown, launchesAhead, launchTime } from '../../packages/charts/src/launch-time.ts'
import { netPrecisions } from '../../packages/core/src/features/launches/terms.ts'
import { json } from '../fixtures/bodies.ts'
import { launch, page } from '../fixtures/launches.ts'
import { stoppedClock, testService } from '../support/service.ts'

const NOW = Date.parse('2026-11-21T12:00:00Z')
const plan = (net: string, net_precision: string | null, status = 'go') => ({ net, net_precision, status })

test.each([
  ['second', 'time', '2026-12-03 10:00 UTC'],
  ['minute', 'time', '2026-12-03 10:00 UTC'],
  ['hour', 'time', '2026-12-03 10:00 UTC'],
  ['day', 'day', '2026-12-03'],
  [null, 'day', '2026-12-03'],
  ['month', 'period', 'December 2026'],
  ['quarter', 'period', 'Q4 2026'],
  ['half', 'period', 'H2 2026'],
  ['year', 'period', '2026'],
  ['decade', 'period', '2020s'],
])('of a launch known to the %s is known the %s: %s', (precision, knownTo, text) => {
  const at = Date.parse('2026-12-03T10:00:00Z')
  expect(launchTime(plan('2026-12-03T10:00:00.000Z', precision))).toEqual({ at, knownTo, text })
})

test('each precision of the API is known', () => {
  const periods = netPrecisions.filter((each) => launchTime(plan('2026-12-03', each)).knownTo === 'period')
  expect(periods).toEqual(['month', 'quarter', 'half', 'year', 'decade'])
})

describe('the next launch', () => {
  test('is planned for later, known to the day or better, and has not lifted off', () => {
    const launches = [
      plan('2026-11-01T00:00:00Z', 'month'),
      plan('2026-11-21T11:59:00Z', 'minute'),
      plan('2026-11-21T12:00:00Z', 'minute'),
      plan('2026-11-21T12:05:00Z', 'minute', 'in_flight'),
      plan('2026-11-21T12:06:00Z', 'minute', 'success'),
      plan('2026-11-21T12:07:00Z', 'minute', 'partial_failure'),
      plan('2026-11-21T12:08:00Z', 'minute', 'failure'),
      plan('2026-11-30T00:00:00Z', 'month'),
      plan('2026-12-01T00:00:00Z', 'day', 'hold'),
      plan('2026-12-02T00:00:00Z', null, 'tbd'),
      plan('2026-12-03T10:00:00Z', 'minute'),
      plan('2029-12-31T00:00:00Z', 'decade'),
    ]
    expect(launchesAhead(launches, NOW).map(({ net }) => net.slice(0, 10))).toEqual([
      '2026-12-01',
      '2026-12-02',
      '2026-12-03',
    ])
  })

  /** The placeholder of a month comes first in the list until the month ends. */
  const listed = [
    { id: 'placeholder', name: 'Placeholder', net: '2026-11-01T00:00:00Z', net_precision: { abbrev: 'M' } },
    { id: 'flying', name: 'Flying', net: '2026-11-21T12:30:00Z', status: { abbrev: 'In Flight' } },
    { id: 'soon', name: 'Soon', net: '2026-11-24T09:30:00Z' },
    { id: 'day', name: 'Some day', net: '2026-11-26T00:00:00Z', net_precision: null },
    { id: 'decade', name: 'Some decade', net: '2029-12-31T00:00:00Z', net_precision: { abbrev: 'DEC' } },
  ].map((each) => launch({ ...each, window_end: null }))

  async function service() {
    const fetch = async (input: unknown) =>
      String(input).includes('launches/upcoming')
        ? new Response(json(page(...listed)))
        : new Response('', { status: 500 })
    return testService({ fetch: fetch as typeof globalThis.fetch }, stoppedClock(NOW))
  }

  test('is the same in the terminal, on the pages and in a list by precision', async () => {
    const { ask, get } = await service()
    const { text } = await ask('GET', '/', { accept: '*/*' })
    expect(text).toMatch(/^Next launch +24 Nov 09:30 UTC {2}T−2 d 21 h {2}Soon$/m)
    expect(text).not.toMatch(/Placeholder|Flying|decade/)
    expect((await ask('GET', '/launches', { accept: 'text/html' })).text).toMatch(/>Next: Tianzhou-10</)
    expect((await ask('GET', '/launches', { accept: 'text/html' })).text).toContain(
      'data-until="2026-11-24T09:30',
    )
    expect((await ask('GET', '/', { accept: 'text/html' })).text).toContain('data-until="2026-11-24T09:30')
    const idsOf = async (query: string) =>
      (await get(`/v1/launches/upcoming${query}`)).json.data.launches.map(({ id }: { id: string }) => id)
    expect(await idsOf('')).toEqual(['placeholder', 'flying', 'soon', 'day', 'decade'])
    expect(await idsOf('?precision=day&status=go&limit=1')).toEqual(['soon'])
    expect(await idsOf('?precision=minute')).toEqual(['flying', 'soon'])
    expect(await idsOf('?precision=month')).toEqual(['placeholder', 'flying', 'soon', 'day'])
    expect((await get('/v1/launches/upcoming?precision=week')).status).toBe(400)
  })

  test('of which only a decade is known has no day anywhere', async () => {
    const { ask, get } = await service()
    expect((await get('/v1/launches/upcoming')).json.data.launches.at(-1).net_precision).toBe('decade')
    expect((await ask('GET', '/v1/launches.ics')).text).not.toContain('2029')
    const { text } = await ask('GET', '/launches', { accept: 'text/html' })
    expect(text).toMatch(/<h3>Day not known<\/h3>[\s\S]*>2020s</)
  })
})

test.each([
  [69 * 60 + 55, 'T−2 d 21 h'],
  [24 * 60, 'T−1 d 0 h'],
  [21 * 60 + 5, 'T−21 h 5 min'],
  [60, 'T−1 h 0 min'],
  [59, 'T−59 min'],
  [0.5, 'T−0 min'],
])('%d minutes before it the countdown is %s', (minutes, text) => {
  expect(countdown(minutes * 60_000)).toBe(text)
})
