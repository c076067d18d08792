import { expect, test } from 'vitest'
import { takeBudgets } from '../../packages/core/src/upstreams/budget.ts'
import { elementSetGroup } from '../../packages/core/src/upstreams/celestrak.ts'
import { testContext } from '../support/context.ts'
import { faultyBackend } from '../support/faulty-backend.ts'

test('a call that was counted while the store was away is not given back to it: another process has the store’s', async () => {
  const faulty = faultyBackend()
  const [one, other, third] = [0, 1, 2].map(() => testContext({ backend: faulty.backend })) as [
    ReturnType<typeof testContext>,
    ReturnType<typeof testContext>,
    ReturnType<typeof testContext>,
  ]
  const group = { group: 'stations' }
  await takeBudgets(elementSetGroup, group, one)
  faulty.fault = 'throws'
  const giveBack = await takeBudgets(elementSetGroup, group, other)
  faulty.fault = 'none'
  await giveBack()
  await expect(takeBudgets(elementSetGroup, group, third)).rejects.toMatchObject({ reason: 'not_asked' })
})

test('one that was given back can be taken again, by any process', async () => {
  const { backend } = faultyBackend()
  const giveBack = await takeBudgets(elementSetGroup, { group: 'stations' }, testContext({ backend }))
  await giveBack()
  await takeBudgets(elementSetGroup, { group: 'stations' }, testContext({ backend }))
})
