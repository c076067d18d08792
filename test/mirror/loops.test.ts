import { createSpaceData, type SpaceData } from '@space-data/core'
import { expect, test } from 'vitest'
import { memory } from '../../packages/core/src/backends/memory.ts'

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
