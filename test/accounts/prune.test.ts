import { memory, type StoreBackend } from '@space-data/core'
import { afterEach, describe, expect, test } from 'vitest'
import { createAuthenticator } from '../../packages/core/src/kernel/accounts/keys/authenticate.ts'
import { issueFreeKey, issueKey } from '../../packages/core/src/kernel/accounts/keys/issue.ts'
import { KeyRecords } from '../../packages/core/src/kernel/accounts/keys/key-records.ts'
import { createKeys } from '../../packages/core/src/kernel/accounts/keys/keys.ts'
import { temporarySqlite } from '../storage/temporary-sqlite.ts'
import { NOON, type TestContext, testContext } from '../support/context.ts'

const DAY = 86_400_000
const open: StoreBackend[] = []
afterEach(async () => {
  for (const backend of open.splice(0)) await backend.close()
})

const verdictOf = async (key: string, context: TestContext): Promise<string> => {
  const authorize = createAuthenticator(context)
  return (async () => authorize({ header: (name) => (name === 'x-api-key' ? key : null) }))().then(
    ({ id }) => id,
    ({ code }: { code: string }) => code,
  )
}

describe.each([
  ['memory', async () => memory()],
  ['SQLite', temporarySqlite],
])('a prune, on %s', (_, openBackend) => {
  const start = async () => {
    const backend = await openBackend()
    open.push(backend)
    const context = testContext({ backend })
    return { context, keys: createKeys(context), records: new KeyRecords(context.store) }
  }

  test('forgets what has ended for 30 days, and nothing that could still work', async () => {
    const { context, keys, records } = await start()
    const order = { tier: 'hobby', label: 'test', account: 'acme' } as const
    const free = await issueFreeKey('free', 'network', context)
    const forever = await issueKey({ tier: 'enterprise', label: 'forever' }, context)
    const short = await issueKey({ ...order, expiresInMs: DAY }, context)
    const revoked = await issueKey(order, context)
    await keys.revoke(revoked.record.id)
    const rotated = await issueKey(order, context)
    const successor = await keys.rotate(rotated.record.id, { graceMs: 50 * DAY })

    context.time.at = NOON + 30 * DAY - 1
    expect(await keys.prune()).toEqual({ checked: 6, pruned: 0 })
    context.time.at = NOON + 30 * DAY
    expect(await keys.prune({ dryRun: true })).toEqual({ checked: 6, pruned: 1 })
    expect(await keys.prune()).toEqual({ checked: 6, pruned: 1 })
    expect(await keys.show(revoked.record.id)).toBeUndefined()
    context.time.at = NOON + 31 * DAY
    expect(await verdictOf(short.key, context)).toBe('expired_key')
    expect(await keys.prune()).toEqual({ checked: 5, pruned: 1 })
    expect(await verdictOf(short.key, context)).toBe('invalid_key')
    // In grace, and for a month after that.
    expect(await verdictOf(rotated.key, context)).toBe(rotated.record.id)
    context.time.at = NOON + 80 * DAY - 1
    expect(await keys.prune()).toEqual({ checked: 4, pruned: 0 })
    context.time.at = NOON + 80 * DAY
    expect(await keys.prune()).toEqual({ checked: 4, pruned: 1 })
    expect(await verdictOf(successor?.key ?? '', context)).toBe(successor?.record.id)
    expect((await records.ofAccount('acme')).map(({ id }) => id)).toEqual([successor?.record.id])
    const again = await keys.rotate(successor?.record.id ?? '', { graceMs: 0 })
    expect(again?.record.replaces).toBe(successor?.record.id)

    context.time.at = NOON + 365 * DAY + 30 * DAY
    expect(await keys.prune()).toEqual({ checked: 4, pruned: 2 })
    expect(await verdictOf(free.key, context)).toBe('invalid_key')
    expect(await verdictOf(forever.key, context)).toBe(forever.record.id)
    const { ids, ofAccounts } = await records.listIndexes()
    expect(ids.sort()).toEqual([forever.record.id, again?.record.id ?? ''].sort())
    expect(ofAccounts).toEqual([`acme:${again?.record.id}`])
  })

  test('looks through many keys, those of other accounts as they were', async () => {
    const { context, keys } = await start()
    for (let i = 0; i < 300; i += 1) {
      const expiresInMs = i % 3 === 0 ? DAY : undefined
      await issueKey({ tier: 'pro', label: 'many', expiresInMs }, context)
    }
    context.time.at += 40 * DAY
    expect(await keys.prune()).toEqual({ checked: 300, pruned: 100 })
    expect(await keys.list()).toHaveLength(200)
  })
})

test('a prune that is stopped has forgotten whole keys, and the next one goes on', async () => {
  const context = testContext()
  const keys = createKeys(context)
  for (let i = 0; i < 50; i += 1) await issueKey({ tier: 'pro', label: 'x', expiresInMs: DAY }, context)
  context.time.at += 40 * DAY
  const stopping = new AbortController()
  const { delete: remove } = context.store
  let deletes = 0
  Object.assign(context.store, {
    delete: (key: string) => {
      deletes += 1
      if (deletes === 21) stopping.abort()
      return remove(key)
    },
  })
  await expect(keys.prune({ signal: stopping.signal })).rejects.toThrow()
  const left = await keys.list()
  expect(left.length).toBeLessThan(50)
  expect((await new KeyRecords(context.store).listIndexes()).ids).toHaveLength(left.length)
  expect(await keys.prune()).toEqual({ checked: left.length, pruned: left.length })
})

test('a record that cannot be read is told of and left as it is', async () => {
  const backend = memory()
  const context = testContext({ backend })
  const { record } = await issueKey({ tier: 'pro', label: 'x', expiresInMs: DAY }, context)
  await issueKey({ tier: 'pro', label: 'y', expiresInMs: DAY }, context)
  const name = `key:${record.hash}`
  ;(backend.adapter as Map<string, unknown>).set(name, 'no JSON')
  context.time.at += 40 * DAY
  expect(await createKeys(context).prune()).toEqual({ checked: 1, pruned: 1 })
  expect((backend.adapter as Map<string, unknown>).get(name)).toBe('no JSON')
  expect(context.errors).toHaveLength(1)
})
