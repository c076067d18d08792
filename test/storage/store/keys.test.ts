import { expect, test } from 'vitest'
import { issueFreeKey, issueKey } from '../../../packages/core/src/kernel/accounts/keys/issue.ts'
import { KeyRecords } from '../../../packages/core/src/kernel/accounts/keys/key-records.ts'
import { createKeys } from '../../../packages/core/src/kernel/accounts/keys/keys.ts'
import { testContext } from '../../support/context.ts'

test('the keys of an account are found without reading all other keys', async () => {
  const context = testContext()
  const records = new KeyRecords(context.store)
  const order = (account: string) => ({ tier: 'hobby', label: 'test', account }) as const
  const ids: string[] = []
  for (const account of ['acme', 'acme.eu', 'acme', 'ac', '__proto__']) {
    const { record } = await issueKey(order(account), context)
    if (account === 'acme') ids.push(record.id)
    context.time.at += 1
  }
  for (let i = 0; i < 20; i += 1) await issueFreeKey('test', `network ${i}`, context)
  await createKeys(context).revoke(ids[0]!)

  expect((await records.ofAccount('acme')).map(({ id }) => id)).toEqual(ids)
  expect((await records.ofAccount('__proto__')).map(({ account }) => account)).toEqual(['__proto__'])
  expect(await records.ofAccount('nobody')).toEqual([])
  expect(await records.all()).toHaveLength(25)
  expect(await context.store.keys('key-account:')).toHaveLength(5)
})
