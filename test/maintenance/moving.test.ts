import { expect, test } from 'vitest'
import { issueByOperator } from '../../packages/core/src/keys/issue.ts'
import { manageKeys } from '../../packages/core/src/keys/manage.ts'
import { takeQuota } from '../../packages/core/src/keys/quota.ts'
import { revokeKey } from '../../packages/core/src/keys/revoke.ts'
import { hashOf } from '../../packages/core/src/keys/secret.ts'
import { CheckReports } from '../../packages/core/src/store/check-reports.ts'
import { KeyRecords } from '../../packages/core/src/store/keys.ts'
import { publishedBytes, wholeRun } from '../jobs/support.ts'
import type { TestContext } from '../support/context.ts'
import { fill } from './filled.ts'
import { entriesOf, exported, inPieces, newStore, places } from './places.ts'

const DAY = 86_400_000

test.each(Object.entries(places))(
  'all that must not be lost goes from memory to %s and back',
  async (_, open) => {
    const [from, to, back] = [await newStore(), await newStore(open), await newStore()]
    const keys = await fill(from.context)
    const text = await exported(from.context)
    to.context.time.at = from.context.time.at
    back.context.time.at = from.context.time.at

    const moved = { keys: 4, requests: 3, checks: 4, shells: 2 }
    const imported = await to.store.import(inPieces(text))
    expect(imported).toEqual({ ...moved, new_keys: 4, overwritten_keys: 0, conflicts: [] })
    for (const key of keys) expect(await recordOf(key, to.context)).toEqual(await recordOf(key, from.context))
    const usage = (await manageKeys(to.context).usage('acme'))?.days
    expect(usage).toEqual((await manageKeys(from.context).usage('acme'))?.days)
    expect(usage?.[0]?.requests).toBe(1_000_000)
    expect(await wholeRun(to.context)).toEqual(await wholeRun(from.context))
    expect(await publishedBytes(to.context)).toBe(await publishedBytes(from.context))
    for (const world of ['', '(sample)']) {
      const reports = ({ context: { store, now } }: typeof to) => new CheckReports(store, world, now).ofYear()
      expect(await reports(to)).toEqual(await reports(from))
    }
    expect((await to.store.check()).findings).toEqual([])

    const again = await exported(to.context)
    expect(entriesOf(again)).toEqual(entriesOf(text))
    expect(await back.store.import(inPieces(again, 7_777))).toMatchObject({ ...moved, new_keys: 4 })
    expect(entriesOf(await exported(back.context))).toEqual(entriesOf(text))
  },
)

const recordOf = (key: string, { store }: TestContext) => new KeyRecords(store).byHash(hashOf(key))

test('an import can be repeated, and changes nothing then', async () => {
  const { context, store } = await newStore()
  await fill(context)
  const text = await exported(context)
  expect(await store.import(inPieces(text))).toMatchObject({ keys: 4, new_keys: 0, conflicts: [] })
  expect(entriesOf(await exported(context))).toEqual(entriesOf(text))
})

test('the count that an import brings is counted on, and none goes down', async () => {
  const [from, to] = [await newStore(), await newStore()]
  const { record } = await issueByOperator({ tier: 'free', label: 'used' }, from.context)
  for (let i = 0; i < 998; i += 1) await takeQuota(record, from.context)
  const text = await exported(from.context)
  await to.store.import(inPieces(text))
  expect(await takeQuota(record, to.context)).toMatchObject({ granted: true, remaining: 1 })
  await to.store.import(inPieces(text))
  expect(await takeQuota(record, to.context)).toMatchObject({ granted: true, remaining: 0 })
  expect(await takeQuota(record, to.context)).toMatchObject({ granted: false })
})

test('a count of a day that is forgotten by now is not brought back', async () => {
  const [from, to] = [await newStore(), await newStore()]
  await fill(from.context)
  to.context.time.at = from.context.time.at + 10 * DAY
  await to.store.import(inPieces(await exported(from.context)))
  expect((await manageKeys(to.context).usage('acme'))?.days.map(({ requests }) => requests)).toEqual([
    ...Array(10).fill(0),
    1_000_000,
    ...Array(19).fill(0),
  ])
})

test('no key that was revoked or ended here works again by an import, even one that overwrites', async () => {
  const [from, to] = [await newStore(), await newStore()]
  const { record } = await issueByOperator({ tier: 'hobby', label: 'one', account: 'acme' }, from.context)
  const before = await exported(from.context)
  await to.store.import(inPieces(before))
  to.context.time.at += 5_000
  const revoked = await revokeKey(record.id, to.context)
  expect(revoked?.revoked_at).not.toBeNull()
  for (const overwrite of [false, true]) {
    expect(await to.store.import(inPieces(before), { overwrite })).toMatchObject({ conflicts: [] })
    expect(await manageKeys(to.context).show(record.id)).toEqual(revoked)
  }
})

test('a key that differs here stays as it is and is told of, unless the import overwrites', async () => {
  const [from, to] = [await newStore(), await newStore()]
  const { record } = await issueByOperator({ tier: 'hobby', label: 'one', account: 'acme' }, from.context)
  await to.store.import(inPieces(await exported(from.context)))
  await revokeKey(record.id, from.context)
  const revoked = await exported(from.context)

  expect(await to.store.import(inPieces(revoked))).toMatchObject({
    conflicts: [record.id],
    overwritten_keys: 0,
  })
  expect(await manageKeys(to.context).show(record.id)).toEqual(record)
  expect(await to.store.import(inPieces(revoked), { overwrite: true })).toMatchObject({
    conflicts: [],
    overwritten_keys: 1,
  })
  expect((await manageKeys(to.context).show(record.id))?.revoked_at).not.toBeNull()
})

test('another key under the same id is never overwritten', async () => {
  const [from, to] = [await newStore(), await newStore()]
  const { record } = await issueByOperator({ tier: 'hobby', label: 'one' }, from.context)
  const other = { ...record, hash: 'f'.repeat(64) }
  await new KeyRecords(to.context.store).put(other)
  const imported = await to.store.import(inPieces(await exported(from.context)), { overwrite: true })
  expect(imported).toMatchObject({ conflicts: [record.id], overwritten_keys: 0, new_keys: 0 })
  expect(await manageKeys(to.context).list()).toEqual([other])
})

test('shells that are newer here stay, and older ones give way', async () => {
  const [from, to] = [await newStore(), await newStore()]
  await fill(from.context)
  to.context.time.at = from.context.time.at
  await fill(to.context)
  const newer = await wholeRun(to.context)
  await to.store.import(inPieces(await exported(from.context)))
  expect(await wholeRun(to.context)).toEqual(newer)
  await from.store.import(inPieces(await exported(to.context)))
  expect(await wholeRun(from.context)).toEqual(newer)
})
