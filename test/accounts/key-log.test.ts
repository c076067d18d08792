import { createSpaceData, memory } from '@space-data/core'
import { expect, test } from 'vitest'
import { faultyBackend } from '../support/faulty-backend.ts'
import { stoppedClock, testService } from '../support/service.ts'

const FREE = { 'content-type': 'application/json' }

test('says who did what to which key, and when', async () => {
  const clock = stoppedClock()
  const store = memory()
  const { ask } = await testService({ store }, clock)
  await ask('POST', '/v1/keys', FREE, undefined, '{"label":"self"}')
  clock.advance(60_000)
  const { keys, accounts } = createSpaceData({ store, now: clock.now, operator: 'ops@host' })
  const { record } = await keys.issue({ tier: 'hobby', label: 'app', account: 'acme' })
  const rotated = await keys.rotate(record.id, { graceMs: 3_600_000 })
  await accounts.setTier('acme', 'pro')
  await keys.revoke(record.id)
  await keys.revoke(record.id)
  clock.advance(31 * 86_400_000)
  await keys.prune()

  const log = await keys.log()
  expect(log.map(({ by, action, account, tier }) => [by, action, account, tier]).slice(1)).toEqual([
    ['self-service', 'issued', expect.stringMatching(/^key_/), 'free'],
    ['ops@host', 'issued', 'acme', 'hobby'],
    ['ops@host', 'rotated', 'acme', 'hobby'],
    ['ops@host', 'replaced', 'acme', 'hobby'],
    ['ops@host', 'tier_changed', 'acme', 'pro'],
    ['ops@host', 'tier_changed', 'acme', 'pro'],
    ['ops@host', 'revoked', 'acme', 'pro'],
    ['ops@host', 'deleted', 'acme', 'pro'],
  ])
  expect(log[3]).toMatchObject({
    key: rotated?.record.id,
    replaces: record.id,
    at: '2026-11-21T12:01:00.000Z',
  })
  expect(JSON.stringify(log)).not.toContain(record.hash)
  expect(await keys.log({ sinceMs: clock.now().getTime() })).toHaveLength(1)
})

test('an operation that cannot be logged is not done', async () => {
  const faulty = faultyBackend()
  const { spaceData } = await testService({ store: faulty.backend })
  const { record } = await spaceData.keys.issue({ tier: 'hobby', label: 'app' })
  const { set } = faulty.backend.adapter as Map<string, unknown>
  faulty.backend.adapter.set = async function (this: unknown, key: string, ...rest: unknown[]) {
    if (key.includes('key-log:')) throw new Error('the disk is full')
    return Reflect.apply(set, this, [key, ...rest])
  } as typeof faulty.backend.adapter.set
  await expect(spaceData.keys.revoke(record.id)).rejects.toMatchObject({ code: 'store_unavailable' })
  expect((await spaceData.keys.show(record.id))?.revokedAt).toBeNull()
})

test('the usage of all accounts by day', async () => {
  const clock = stoppedClock('2026-11-20T12:00:00Z')
  const { spaceData, ask } = await testService({}, clock)
  const { key } = await spaceData.keys.issue({ tier: 'pro', label: 'app', account: 'acme' })
  const use = () => ask('GET', '/v1/space-weather/kp', { 'x-api-key': key })
  await use()
  await use()
  clock.advance(86_400_000)
  await use()
  expect(await spaceData.accounts.usage('2026-11-20', '2026-11-21')).toEqual([
    { account: 'acme', tier: 'pro', day: '2026-11-20', requests: 2 },
    { account: 'acme', tier: 'pro', day: '2026-11-21', requests: 1 },
  ])
  expect(await spaceData.accounts.usage('2026-11-21', '2026-11-21')).toHaveLength(1)
  for (const [from, to] of [
    ['2026-11-21', '2026-11-20'],
    ['2026-10-01', '2026-11-20'],
    ['x', 'y'],
  ] as const)
    await expect(spaceData.accounts.usage(from, to)).rejects.toThrow(
      'Usage is kept for 30 days: give two days in order, from 2026-10-23 to 2026-11-21.',
    )
})
