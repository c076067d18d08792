import { createSpaceData, type SpaceData } from '@space-data/core'
import { describe, expect, test } from 'vitest'
import { memory } from '../../packages/core/src/backends/memory.ts'
import { stoppedClock } from '../support/service.ts'
import { before, centralOn, mirrorOf } from './pair.ts'

const KP = '/v1/space-weather/kp'

/** Mirrors in a ring of `length`, each with a key of its own at the next. */
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
        mirror: { of: `https://mirror-${next}.test`, key: () => keys[next] ?? '' },
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
  const ask = () =>
    (mirrors[0] as SpaceData).handle(
      new Request(`http://mirror.test${KP}`, { headers: { 'x-api-key': keys[0] ?? '' } }),
    )
  return { ask, requests }
}

test.each([1, 2, 3])(
  'a ring of %i is found when the request comes back, and nothing goes round twice',
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

test('a chain of more than eight is taken for a ring, and what is no mirror heeds nothing of it', async () => {
  const { ask } = await ring(1)
  await ask()
  const loop = Array.from({ length: 9 }, (_, i) => `cdn-${i}`).join(', ')
  const request = () => new Request('http://mirror.test/ref', { headers: { 'cdn-loop': loop } })
  const mirror = createSpaceData({
    mirror: { of: 'https://central.test', key: () => 'k' },
    onError: () => {},
  })
  const refused = await mirror.handle(request())
  expect([refused.status, refused.headers.has('x-service-request-id')]).toEqual([508, true])
  expect((await createSpaceData().handle(request())).status).toBe(200)
})

describe('what a client writes into CDN-Loop', () => {
  const names = (count: number, name: (i: number) => string) =>
    Array.from({ length: count }, (_, i) => name(i)).join(', ')
  const long = (length: number) => 'x'.repeat(length)

  test.each([
    ['more names than a mirror takes', names(8, (i) => `cdn-${i}`)],
    ['more characters than a mirror takes', long(1_025)],
    ['more characters than a server of Node takes', long(16_000)],
    ['what is not ASCII', 'cdn-\u00e9'],
  ])('as %s is refused to that client alone', async (_, loop) => {
    const clock = stoppedClock()
    const central = await centralOn(clock)
    const mirror = await mirrorOf(central, clock)
    expect((await mirror.get(KP, { 'cdn-loop': loop })).status).toBe(508)
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
  ])('as %s is sent on so that a mirror behind a mirror takes it', async (_, loop) => {
    const clock = stoppedClock()
    const central = await centralOn(clock)
    const far = await mirrorOf(central, clock)
    const behind = await before(far.spaceData)
    behind.network = (request) => {
      // As a CDN between the two does.
      request.headers.append('cdn-loop', 'cdn-between; loops=1')
      return far.spaceData.handle(request, { ip: '192.0.2.7' })
    }
    const near = await mirrorOf(behind, clock)
    expect((await near.get(KP, { 'cdn-loop': loop })).status).toBe(200)
    expect([near.errors, far.errors]).toEqual([[], []])
    const [first, second] = [behind, central].map(({ asked }) => asked[0]?.headers.get('cdn-loop') ?? '')
    const [, nearName] = /(space-data-[0-9a-f]{16}), cdn-between; loops=1$/.exec(first ?? '') ?? []
    // The names of the mirrors themselves are never those that are left out.
    expect(second).toMatch(new RegExp(`${nearName}, cdn-between; loops=1, space-data-[0-9a-f]{16}$`))
  })
})
