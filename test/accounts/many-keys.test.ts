import { memory } from '@space-data/core'
import type { KeyRecord } from '@space-data/core/accounts'
import { expect, test } from 'vitest'
import { createAccounts } from '../../packages/core/src/kernel/accounts/accounts.ts'
import { KeyRecords } from '../../packages/core/src/kernel/accounts/keys/key-records.ts'
import { createKeys } from '../../packages/core/src/kernel/accounts/keys/keys.ts'
import { testContext } from '../support/context.ts'

const KEYS = 2_500

/**
 * A store that knows how many of its reads were under way at once, with keys of as many accounts as it is
 * told.
 */
async function setUp(accountOf: (id: string) => string) {
  const backend = memory()
  const records = backend.adapter as Map<string, string>
  const reads = { underWay: 0, most: 0 }
  const adapter = {
    opts: {},
    async get(key: string) {
      reads.underWay += 1
      reads.most = Math.max(reads.most, reads.underWay)
      await new Promise((resolve) => setImmediate(resolve))
      reads.underWay -= 1
      return records.get(key)
    },
    set: (key: string, value: string) => records.set(key, value),
    delete: (key: string) => records.delete(key),
    clear: () => {},
    on: () => {},
  }
  const context = testContext({ backend: { ...backend, adapter: adapter as never } })
  const ids = Array.from({ length: KEYS }, (_, i) => `key_${String(i).padStart(12, '0')}`)
  for (const [i, id] of ids.entries()) {
    const record: KeyRecord = {
      id,
      hash: i.toString(16).padStart(64, '0'),
      label: 'test',
      tier: 'enterprise',
      account: accountOf(id),
      createdAt: '2026-01-01T00:00:00.000Z',
      expiresAt: null,
      revokedAt: null,
      replaces: null,
    }
    await new KeyRecords(context.store).put(record)
  }
  return { context, reads, ids }
}

test('all keys are read a thousand at a time, so that none waits for the store behind tens of thousands', async () => {
  const { context, reads, ids } = await setUp((id) => id)
  expect((await createKeys(context).list()).map(({ id }) => id)).toEqual(ids)
  expect(await createAccounts(context).list()).toHaveLength(KEYS)
  expect(reads.most).toBe(1_000)
})

test('the keys of one account are read a thousand at a time', async () => {
  const { context, reads, ids } = await setUp(() => 'acme')
  expect((await createAccounts(context).show('acme'))?.keys.map(({ id }) => id)).toEqual(ids)
  expect(reads.most).toBe(1_000)
})
