import { createSpaceData, InvalidOptionError, type TierChanges, tiers, tiersOf } from '@space-data/core'
import { expect, test } from 'vitest'
import { testContext } from '../support/context.ts'
import { stoppedClock } from '../support/service.ts'

const gold = {
  requestsPerDay: 2_000_000,
  keys: 12,
  webhooks: 3,
  debrisProducts: true,
  customShells: 4,
  price: '499 per month',
  support: 'E-mail',
}

test('are those of section 8 unless an operator changes them', () => {
  expect(Object.fromEntries(tiersOf())).toEqual(tiers)
  const table = tiersOf({ hobby: { keys: 5 }, gold, free: { requestsPerDay: null } })
  expect([...table.keys()]).toEqual([...Object.keys(tiers), 'gold'])
  expect(table.get('hobby')).toEqual({ ...tiers.hobby, keys: 5 })
  expect(table.get('free')?.requestsPerDay).toBeNull()
  expect(table.get('gold')).toEqual(gold)
  const { requestsPerDay, keys, price, support } = gold
  const nothingMore = { webhooks: 0, debrisProducts: false, customShells: 0 }
  expect(tiersOf({ gold: { requestsPerDay, keys, price, support } }).get('gold')).toEqual({
    ...gold,
    ...nothingMore,
  })
  expect(tiers.hobby.keys).toBe(3)
})

const wrong: [changes: unknown, says: RegExp][] = [
  [
    { pro: { keys: 0 } },
    /^tiers\.pro\.keys must be a whole number from 1 to 10\^6, or null for no limit, not 0\.$/,
  ],
  [{ pro: { keys: 1.5 } }, /^tiers\.pro\.keys must be .*, not 1\.5\.$/],
  [{ pro: { requestsPerDay: '5' } }, /^tiers\.pro\.requestsPerDay must be a whole number .*, not "5"\.$/],
  [{ pro: { requestsPerDay: 1e13 } }, /^tiers\.pro\.requestsPerDay must be/],
  [{ pro: { webhooks: -1 } }, /^tiers\.pro\.webhooks must be a whole number from 0 to 1,000, not -1\.$/],
  [{ pro: { webhooks: null } }, /^tiers\.pro\.webhooks must be .*, not null\.$/],
  [{ pro: { webhooks: 1_001 } }, /^tiers\.pro\.webhooks must be/],
  [{ pro: { debrisProducts: 1 as never } }, /^tiers\.pro\.debrisProducts must be true or false, not 1\.$/],
  [{ pro: { customShells: 1_001 } }, /^tiers\.pro\.customShells must be a whole number from 0 to 1,000/],
  [{ pro: { price: '' } }, /^tiers\.pro\.price must be a text of 1 to 100 characters/],
  [{ pro: { support: 'a\nb' } }, /^tiers\.pro\.support must be a text/],
  [{ pro: { price: null } }, /^tiers\.pro\.price must be .*, not null\.$/],
  [
    { pro: { limit: 5 } },
    /^tiers\.pro has an unknown field "limit"\. Use requestsPerDay, keys, webhooks, debrisProducts, customShells, price, support\.$/,
  ],
  [
    { gold: { keys: 5 } },
    /^tiers\.gold\.requestsPerDay is missing\. A new tier needs requestsPerDay, keys, price, support\.$/,
  ],
  [{ Gold: gold }, /^tiers: a name must have 1 to 32 .*, not "Gold"\.$/],
  [JSON.parse('{"__proto__": {"keys": 5}}'), /^tiers: a name must have/],
]

test.each(wrong)('that make no sense are refused with the name of the field: %j', (changes, says) => {
  expect(() => createSpaceData({ tiers: changes as TierChanges })).toThrow(InvalidOptionError)
  expect(() => tiersOf(changes as TierChanges)).toThrow(says)
})

test('a tier may be called like a member of every object', () => {
  expect(tiersOf({ constructor: gold } as TierChanges).get('constructor')).toEqual(gold)
  expect(tiersOf().has('constructor')).toBe(false)
})

test('are followed by quotas, issuance, /ref/tiers and the OpenAPI document', async () => {
  const spaceData = createSpaceData({
    tiers: { gold: { ...gold, requestsPerDay: 2, keys: 1 }, free: { requestsPerDay: 7 } },
    now: stoppedClock().now,
    fetch: () => Promise.reject(new InvalidOptionError('no network')),
    onError: () => {},
  })
  const ask = (path: string, key = '') =>
    spaceData.handle(new Request(`http://localhost${path}`, { headers: { 'x-api-key': key } }), {
      ip: '192.0.2.1',
    })
  const { key } = await spaceData.keys.issue({ tier: 'gold', label: 'test', account: 'acme' })
  await expect(spaceData.keys.issue({ tier: 'gold', label: 'test', account: 'acme' })).rejects.toThrow(
    'Account acme already has 1 of 1 keys in tier gold',
  )
  const answers = []
  for (let i = 0; i < 3; i += 1) answers.push(await ask('/shell/density/400', key))
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 429])
  expect(answers[0]?.headers.get('ratelimit-policy')).toBe('"day";q=2;w=86400')

  const { data } = (await (await ask('/ref/tiers')).json()) as { data: { tiers: { tier: string }[] } }
  expect(data.tiers.find(({ tier }) => tier === 'gold')).toMatchObject({ requests_per_day: 2, keys: 1 })
  const document = JSON.stringify(await (await ask('/openapi.json')).json())
  expect(document).toContain('"enum":["free","hobby","pro","shell_basic","shell_pro","enterprise","gold"]')
  expect(JSON.stringify(await spaceData.openapi())).toBe(document)
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
  const context = testContext({ tiers: { free: { requestsPerDay: 5 } } })
  const record = {
    id: 'key_1',
    hash: '',
    label: '',
    tier: 'gold',
    account: 'a',
    createdAt: '',
    replaces: null,
  }
  expect(context.accounts.quotas.consume(record)).toMatchObject({
    limit: 5,
  })
})
