import { describe, expect, test } from 'vitest'
import { testService } from '../support/service.ts'

const DAY = 86_400_000

interface Row {
  readonly id: string
  readonly net: string
  readonly status: string
}

async function previous(query = '') {
  const { get, clock } = await testService()
  const { json } = await get(`/v1/launches/previous${query}`)
  const launches: readonly Row[] = json.data.launches
  return { data: json.data, launches, now: clock.now().getTime() }
}

describe('past launches', () => {
  test('are a hundred, the last one first, all before now and each once', async () => {
    const { data, launches, now } = await previous()
    expect([data.count, launches.length, new Set(launches.map(({ id }) => id)).size]).toEqual([100, 100, 100])
    const times = launches.map(({ net }) => Date.parse(net))
    expect(times).toEqual([...times].sort((a, b) => b - a))
    expect(Math.max(...times)).toBeLessThanOrEqual(now)
    expect(data.complete_since).toBe(launches.at(-1)?.net)
  })

  test('of the last days are those within them, and the list says since when it is complete', async () => {
    const { data, launches, now } = await previous('?days=30')
    const all = (await previous()).launches
    expect(launches).toEqual(all.filter(({ net }) => Date.parse(net) >= now - 30 * DAY))
    expect(launches.length).toBeGreaterThan(15)
    expect(Date.parse(data.complete_since)).toBe(now - 30 * DAY)
  })

  test('with an outcome', async () => {
    const failed = (await previous('?status=failure,partial_failure')).launches
    expect(failed.length).toBeGreaterThan(0)
    expect(new Set(failed.map(({ status }) => status))).toEqual(new Set(['failure']))
  })

  test.each(['days=0', 'days=61', 'days=1.5', 'status=lost', 'limit=101'])('%s is 400', async (query) => {
    const { get } = await testService()
    expect((await get(`/v1/launches/previous?${query}`)).status).toBe(400)
  })

  test('are one request of Launch Library, whatever is selected', async () => {
    const asked: string[] = []
    const { spaceData, get } = await testService({
      onEvent: (event) => {
        if (event.type === 'upstream') asked.push(event.feed)
      },
    })
    for (const query of ['', '?days=30', '?days=7&status=failure', '?provider=spacex&limit=3'])
      expect((await get(`/v1/launches/previous${query}`)).status).toBe(200)
    expect(asked).toEqual(['launch-library-previous'])
    await spaceData.close()
  })
})
