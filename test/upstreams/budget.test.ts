import { expect, test } from 'vitest'
import { elementSetGroup } from '../../packages/core/src/features/objects/celestrak/feeds.ts'
import { testContext } from '../support/context.ts'
import { faultyBackend } from '../support/faulty-backend.ts'

test('a budget call consumed in memory during a store outage is not refunded to the store', async () => {
  const faulty = faultyBackend()
  const [one, other, third] = [0, 1, 2].map(() => testContext({ backend: faulty.backend })) as [
    ReturnType<typeof testContext>,
    ReturnType<typeof testContext>,
    ReturnType<typeof testContext>,
  ]
  const group = { group: 'stations' }
  await one.upstreams.budgets.consumeAll(elementSetGroup, group)
  faulty.fault = 'throws'
  const refund = await other.upstreams.budgets.consumeAll(elementSetGroup, group)
  faulty.fault = 'none'
  await refund()
  await expect(third.upstreams.budgets.consumeAll(elementSetGroup, group)).rejects.toMatchObject({
    reason: 'not_requested',
  })
})

test('a refunded budget call can be consumed again by any process', async () => {
  const { backend } = faultyBackend()
  const refund = await testContext({ backend }).upstreams.budgets.consumeAll(elementSetGroup, {
    group: 'stations',
  })
  await refund()
  await testContext({ backend }).upstreams.budgets.consumeAll(elementSetGroup, { group: 'stations' })
})
