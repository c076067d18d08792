import { createSpaceData, memory, type SpaceData } from '@space-data/core'
import { mirrorOf } from '@space-data/core/mirror'
import { describe, expect, test } from 'vitest'
import { stoppedClock } from '../support/service.ts'
import { before, centralOn, openMirror } from './pair.ts'

const KP = '/v1/space-weather/kp'

/** Mirrors in a loop of `length`, each with a key of its own at the next. */
async function ring(length: number, store = memory) {
  const requests: string[] = []
  const mirrors: SpaceData[] = []
  const keys: string[] = []
  for (let i = 0; i < length; i += 1) {
    const next = (i + 1) % length
    mirrors.push(
      createSpaceData({
        store: store(),
        onError: () => {},
        mirror: mirrorOf({ origin: `https://mirror-${next}.test`, key: () => keys[next] ?? '' }),
        fetch: async (input, init) => {
          const request = new Request(input, init)
          requests.push(request.headers.get('cdn-loop') ?? '')
          const answer = await (mirrors[next] as SpaceData).handle(request)
          requests.push(String(answer.status))
          return answer
        },
      }),
    )
    keys.push((await (mirrors[i] as SpaceData).keys.issue({ tier: 'hobby', label: 'ring' })).key)
  }
  const ask = (headers: Record<string, string> = {}) =>
    (mirrors[0] as SpaceData).handle(
      new Request(`http://mirror.test${KP}`, { headers: { 'x-api-key': keys[0] ?? '', ...headers } }),
    )
  return { ask, requests }
}

test.each([1, 2, 3])(
  'a loop of %i is detected when the request comes back, and no request passes a mirror twice',
  async (length) => {
    const { ask, requests } = await ring(length)
    const answer = await ask()
    expect([answer.status, ((await answer.json()) as { error: string }).error]).toEqual([
      503,
      'upstream_unavailable',
    ])
    expect(requests.filter((each) => each.includes('space-data-'))).toHaveLength(length)
    expect(requests.filter((each) => each === '508')).toHaveLength(1)
  },
)

test('a request that has passed through this mirror is refused in plain words', async () => {
  const { ask, requests } = await ring(1)
  await ask()
  const response = await ask({ 'cdn-loop': `cdn-before, ${requests[0]}; hops=1` })
  expect([response.status, await response.json()]).toEqual([
    508,
    {
      error: 'loop_detected',
      message:
        'Loop detected: this request has already passed through this mirror. Mirrors must not form a loop.',
    },
  ])
})

test('a chain of more than eight is treated as a loop; an instance that is no mirror ignores it', async () => {
  const { ask } = await ring(1)
  await ask()
  const loop = Array.from({ length: 9 }, (_, i) => `cdn-${i}`).join(', ')
  const request = () => new Request('http://mirror.test/ref', { headers: { 'cdn-loop': loop } })
  const mirror = createSpaceData({
    mirror: mirrorOf({ origin: 'https://central.test', key: () => 'k' }),
    onError: () => {},
  })
  const refused = await mirror.handle(request())
  expect([refused.status, refused.headers.has('x-service-request-id')]).toEqual([508, true])
  expect((await createSpaceData().handle(request())).status).toBe(200)
})

describe('a CDN-Loop header of a client', () => {
  const names = (count: number, name: (i: number) => string) =>
    Array.from({ length: count }, (_, i) => name(i)).join(', ')
  const long = (length: number) => 'x'.repeat(length)

  test.each([
    ['more names than a mirror accepts', names(8, (i) => `cdn-${i}`)],
    ['more characters than a mirror accepts', long(1_025)],
    ['more characters than a Node server accepts', long(16_000)],
    ['characters that are not ASCII', 'cdn-\u00e9'],
  ])('with %s is rejected for that client alone', async (_, loop) => {
    const clock = stoppedClock()
    const central = await centralOn(clock)
    const mirror = await openMirror(central, clock)
    const refused = await mirror.get(KP, { 'cdn-loop': loop })
    expect([refused.status, JSON.parse(refused.text)]).toEqual([
      508,
      {
        error: 'loop_detected',
        message: expect.stringContaining('the CDN-Loop header has too many members'),
      },
    ])
    expect(central.asked).toEqual([])
    expect((await mirror.get(KP)).status).toBe(200)
    expect(mirror.errors).toEqual([])
  })

  test.each([
    ['seven names', names(7, (i) => `cdn-${i}`)],
    ['seven names as mirrors have them', names(7, (i) => `space-data-000000000000000${i}`)],
    ['names with parameters', names(7, (i) => `cdn-${i}; loops=1`)],
    ['a name as long as can be', long(1_024)],
    ['nothing', ''],
    ['no names', ',,,,,,,,,,'],
  ])('with %s is sent on so that a mirror behind a mirror accepts it', async (_, loop) => {
    const clock = stoppedClock()
    const central = await centralOn(clock)
    const far = await openMirror(central, clock)
    const behind = await before(far.spaceData)
    behind.network = (request) => {
      // As a CDN between the two does.
      request.headers.append('cdn-loop', 'cdn-between; loops=1')
      return far.spaceData.handle(request, { ip: '192.0.2.7' })
    }
    const near = await openMirror(behind, clock)
    expect((await near.get(KP, { 'cdn-loop': loop })).status).toBe(200)
    expect([near.errors, far.errors]).toEqual([[], []])
    const [first, second] = [behind, central].map(({ asked }) => asked[0]?.headers.get('cdn-loop') ?? '')
    const [, nearName] = /(space-data-[0-9a-f]{16}), cdn-between; loops=1$/.exec(first ?? '') ?? []
    // The names of the mirrors themselves are never those that are left out.
    expect(second).toMatch(new RegExp(`${nearName}, cdn-between; loops=1, space-data-[0-9a-f]{16}$`))
  })
})
