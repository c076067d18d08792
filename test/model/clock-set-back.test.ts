import { memory } from '@space-data/core'
import { expect, test } from 'vitest'
import { openWorld, type World } from './world.ts'

const NOON = Date.parse('2026-11-21T12:00:00Z')

/**
 * A key that both instances have met, revoked, and then a clock that is set back by `ms` and runs on for
 * `forMs`.
 */
async function afterSetBack(ms: number, forMs: number): Promise<number> {
  const world = await openWorld(memory(), NOON, { commands: 0, requests: 0 })
  const [service] = world.instances
  const { key, record } = await service.keys.issue({ tier: 'hobby', label: 'test' })
  expect(await statusOf(key, world)).toBe(200)
  await service.keys.revoke(record.id)
  await world.setClock(NOON - ms)
  await world.setClock(NOON - ms + forMs)
  const status = await statusOf(key, world)
  await world.close()
  return status
}

async function statusOf(key: string, { ask }: World): Promise<number> {
  return (await ask(0, '/v1/space-weather/kp', { headers: [['x-api-key', key]] })).status
}

test.each([60_000, 3_600_000, 86_400_000])(
  'a revoked key is refused when the clock goes back by %d ms',
  async (ms) => {
    expect(await afterSetBack(ms, 5_000)).toBe(401)
  },
)
