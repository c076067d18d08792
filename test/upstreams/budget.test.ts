import { expect, test } from 'vitest'
import { elementSetGroup } from '../../packages/core/src/catalogue/celestrak/feeds.ts'
import { consumeBudgets } from '../../packages/core/src/upstreams/client/budget.ts'
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
  await consumeBudgets(elementSetGroup, group, one)
  faulty.fault = 'throws'
  const refund = await consumeBudgets(elementSetGroup, group, other)
  faulty.fault = 'none'
  await refund()
  await expect(consumeBudgets(elementSetGroup, group, third)).rejects.toMatchObject({
    reason: 'not_requested',
  })
})

test('a refunded budget call can be consumed again by any process', async () => {
  const { backend } = faultyBackend()
  const refund = await consumeBudgets(elementSetGroup, { group: 'stations' }, testContext({ backend }))
  await refund()
  await consumeBudgets(elementSetGroup, { group: 'stations' }, testContext({ backend }))
})
