import { createSpaceData } from '@space-data/core'
import { expect, test } from 'vitest'
import { takeQuota } from '../../packages/core/src/keys/quota.ts'
import { type TierChanges, tiers, tiersOf } from '../../packages/core/src/keys/tiers.ts'
import { testContext } from '../support/context.ts'
import { stoppedClock } from '../support/service.ts'

const gold = { requests_per_day: 2_000_000, keys: 12, price: '499 per month', support: 'E-mail' }

test('are those of section 8 unless an operator changes them', () => {
  expect(Object.fromEntries(tiersOf())).toEqual(tiers)
  const table = tiersOf({ hobby: { keys: 5 }, gold, free: { requests_per_day: null } })
  expect([...table.keys()]).toEqual([...Object.keys(tiers), 'gold'])
  expect(table.get('hobby')).toEqual({ ...tiers.hobby, keys: 5 })
  expect(table.get('free')?.requests_per_day).toBeNull()
  expect(table.get('gold')).toEqual(gold)
  expect(tiers.hobby.keys).toBe(3)
})

const wrong: [changes: unknown, says: RegExp][] = [
  [
    { pro: { keys: 0 } },
    /^tiers\.pro\.keys takes a whole number from 1 to 10\^6, or null for no limit, not 0$/,
  ],
  [{ pro: { keys: 1.5 } }, /^tiers\.pro\.keys takes .*, not 1.5$/],
  [{ pro: { requests_per_day: '5' } }, /^tiers\.pro\.requests_per_day takes a whole number .*, not "5"$/],
  [{ pro: { requests_per_day: 1e13 } }, /^tiers\.pro\.requests_per_day takes/],
  [{ pro: { price: '' } }, /^tiers\.pro\.price takes a text of 1 to 100 characters/],
  [{ pro: { support: 'a\nb' } }, /^tiers\.pro\.support takes a text/],
  [{ pro: { price: null } }, /^tiers\.pro\.price takes .*, not null$/],
  [{ pro: { limit: 5 } }, /^tiers\.pro has requests_per_day, keys, price, support, not "limit"$/],
  [{ gold: { keys: 5 } }, /^tiers\.gold\.requests_per_day is missing: a new tier has/],
  [{ Gold: gold }, /^tiers: a name has 1 to 32 .*, not "Gold"$/],
  [JSON.parse('{"__proto__": {"keys": 5}}'), /^tiers: a name has/],
]

test.each(wrong)('that make no sense are refused with the name of the field: %j', (changes, says) => {
  expect(() => createSpaceData({ tiers: changes as TierChanges })).toThrow(TypeError)
  expect(() => tiersOf(changes as TierChanges)).toThrow(says)
})

test('a tier may be called like a member of every object', () => {
  expect(tiersOf({ constructor: gold } as TierChanges).get('constructor')).toEqual(gold)
  expect(tiersOf().has('constructor')).toBe(false)
})

test('are followed by quotas, issuance, /ref/tiers and the OpenAPI document', async () => {
  const spaceData = createSpaceData({
    tiers: { gold: { ...gold, requests_per_day: 2, keys: 1 }, free: { requests_per_day: 7 } },
    now: stoppedClock().now,
    fetch: () => Promise.reject(new TypeError('no network')),
    onError: () => {},
  })
  const ask = (path: string, key = '') =>
    spaceData.handle(new Request(`http://localhost${path}`, { headers: { 'x-api-key': key } }), {
      ip: '192.0.2.1',
    })
  const { key } = await spaceData.keys.issue({ tier: 'gold', label: 'test', account: 'acme' })
  await expect(spaceData.keys.issue({ tier: 'gold', label: 'test', account: 'acme' })).rejects.toThrow(
    'Account acme holds 1 of 1 keys of tier gold',
  )
  const answers = []
  for (let i = 0; i < 3; i += 1) answers.push(await ask('/shell/density/400', key))
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 429])
  expect(answers[0]?.headers.get('ratelimit-policy')).toBe('"day";q=2;w=86400')

  const { data } = (await (await ask('/ref/tiers')).json()) as { data: { tiers: { tier: string }[] } }
  expect(data.tiers.find(({ tier }) => tier === 'gold')).toMatchObject({ requests_per_day: 2, keys: 1 })
  const document = JSON.stringify(await (await ask('/openapi.json')).json())
  expect(document).toContain('"enum":["free","hobby","pro","shell_basic","shell_pro","enterprise","gold"]')
  expect(JSON.stringify(spaceData.openapi())).toBe(document)
  const free = await spaceData.handle(
    new Request('http://localhost/v1/keys', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"label":"me"}',
    }),
    { ip: '192.0.2.1' },
  )
  const issued = (await free.json()) as { key: string }
  const first = await ask('/shell/density/400', issued.key)
  expect(first.headers.get('ratelimit')).toMatch(/^"day";r=6;/)
})

test('a key of a tier that is gone has the day of free', () => {
  const context = testContext({ tiers: { free: { requests_per_day: 5 } } })
  const record = {
    id: 'key_1',
    hash: '',
    label: '',
    tier: 'gold',
    account: 'a',
    created_at: '',
    replaces: null,
  }
  expect(takeQuota({ ...record, expires_at: null, revoked_at: null }, context)).toMatchObject({ limit: 5 })
})
