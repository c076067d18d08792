import { describe, expect, test } from 'vitest'
import { feedCases, LONG, onlyFeed } from '../faults/upstream-feeds.ts'
import { launch, page } from '../fixtures/launches.ts'
import { kpRow } from '../fixtures/swpc.ts'
import { stoppedClock, testService } from '../support/service.ts'

const MINUTE = 60_000
const NOON = Date.parse('2026-11-21T12:00:00Z')
const caseOf = (id: string) => feedCases.find((feed) => feed.id === id)!

/** A service where one feed answers what a test gives it. */
async function serviceOf(id: string, path: string) {
  const clock = stoppedClock(NOON)
  const upstream = { body: '' }
  const service = await testService({ fetch: onlyFeed(caseOf(id), () => new Response(upstream.body)) }, clock)
  return {
    ...service,
    ask: async (body: string) => {
      upstream.body = body
      const answer = await service.get(path)
      expect(answer.status).toBe(200)
      return answer
    },
  }
}

const measured = feedCases.filter(({ id }) => /^swpc-(kp|wind|mag|xray|proton)/.test(id))

describe.each(measured.map((feed) => [feed.id, feed] as const))('%s', (id, feed) => {
  test('an older copy does not replace a newer value: time is monotone, and the operator is told', async () => {
    const { ask, clock, errors, get } = await serviceOf(id, feed.path!)
    const first = await ask(feed.body(NOON))
    errors.length = 0
    clock.advance(20 * MINUTE)
    const replayed = await ask(feed.body(NOON - 60 * MINUTE))
    expect(replayed.json.data).toEqual(first.json.data)
    expect(Date.parse(replayed.json.fetched_at)).toBe(NOON + 20 * MINUTE)
    expect(errors.map((error) => String((error as Error).cause))).toContain(
      'Error: went back in time: the newer value is kept',
    )
    const { upstreams } = (await get('/status')).json.data
    expect(upstreams.find((row: { id: string }) => row.id === id)).toMatchObject({
      consecutive_failures: 0,
      error: 'went back in time: the newer value is kept',
    })
    clock.advance(20 * MINUTE)
    const next = await ask(feed.body(NOON + 40 * MINUTE))
    expect(Date.parse(next.json.data.as_of)).toBeGreaterThan(Date.parse(first.json.data.as_of))
  })
})

test('a value that was stamped in the future holds nothing back', async () => {
  const { ask, clock } = await serviceOf('swpc-kp-1m', '/v1/space-weather/kp')
  const at = (minute: string, kp: number) => JSON.stringify([kpRow(`2026-11-21T${minute}:00`, kp)])
  expect((await ask(at('12:50', 9))).json.data.kp).toBe(9)
  clock.advance(20 * MINUTE)
  expect((await ask(at('12:19', 2))).json.data.kp).toBe(2)
})

test('an older copy of a group does not replace the one that is held', async () => {
  const { ask, clock, errors } = await serviceOf('celestrak-group', '/v1/tle/stations')
  const { body } = caseOf('celestrak-group')
  const first = await ask(body(NOON))
  errors.length = 0
  clock.advance(LONG)
  const replayed = await ask(body(NOON - 2 * 60 * MINUTE))
  expect(replayed.text).toBe(first.text)
  expect(errors.map((error) => String((error as Error).cause))).toEqual([
    'Error: went back in time: the newer value is kept',
  ])
  clock.advance(LONG)
  expect((await ask(body(NOON + LONG))).text).not.toBe(first.text)
})

test('a group that an object has left is no older copy, though its newest epoch goes back', async () => {
  const { ask, clock, errors } = await serviceOf('celestrak-group', '/v1/tle/stations')
  const two = caseOf('celestrak-group').body(NOON)
  const [header, first, second] = two.split('\r\n') as [string, string, string]
  const newer = second.replace(/,2026-11-21T10/, ',2026-11-21T11')
  expect(newer).not.toBe(second)
  expect((await ask([header, first, newer, ''].join('\r\n'))).headers.get('x-tle-count')).toBe('2')
  errors.length = 0
  clock.advance(LONG)
  expect((await ask([header, first, ''].join('\r\n'))).headers.get('x-tle-count')).toBe('1')
  expect(errors).toEqual([])
})

test('launches leave the list again: its last edit may go back', async () => {
  const { ask, clock } = await serviceOf('launch-library-upcoming', '/v1/launches/upcoming')
  const soon = launch({ id: 'soon', last_updated: '2026-11-21T11:00:00Z' })
  const later = launch({ id: 'later', last_updated: '2026-11-20T11:00:00Z' })
  expect((await ask(JSON.stringify(page(soon, later)))).json.data.count).toBe(2)
  clock.advance(LONG)
  expect((await ask(JSON.stringify(page(later)))).json.data.count).toBe(1)
})
