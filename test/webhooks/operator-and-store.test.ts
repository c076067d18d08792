import { memory, type StoreBackend } from '@space-data/core'
import { expect, test } from 'vitest'
import { type Audience, createAlert } from '../../packages/core/src/features/alerts/alert.ts'
import { initialState, onLog, within } from '../../packages/core/src/features/webhooks/delivery-state.ts'
import { NOON } from '../support/context.ts'
import { startReceiver } from '../support/receiver.ts'
import { type Deliverer, deliverer, LIMIT } from './support.ts'

async function logFor(audience: Audience, type: string, { context }: Deliverer): Promise<string> {
  const alert = createAlert({ type, subject: 'swpc-kp-1m', at: NOON, audience, data: {} })
  await context.alerts.log.append([alert], 1 + (await context.alerts.log.head()))
  return alert.id
}

test("the operator's receivers get what concerns the operator, and what was logged while no process ran", async () => {
  const backend = memory()
  const [receiver, customer] = [await startReceiver(), await startReceiver()]
  const operatorReceivers = [{ url: receiver.url, types: ['upstream.*', 'store.*'] }]
  const first = deliverer({ backend, operatorReceivers })
  await first.webhooks.add('acme', { url: customer.url, types: ['*'] }, LIMIT)
  await logFor('operator', 'store.failed', first)
  await first.deliver()
  // It is from before the receiver was seen for the first time.
  expect(receiver.alerts()).toEqual([])

  const failed = await logFor('operator', 'store.failed', first)
  const down = await logFor('public', 'upstream.down', first)
  await logFor('public', 'launch.scheduled', first)
  const second = deliverer({ backend, operatorReceivers })
  await second.deliver()
  expect(receiver.alerts().map(({ message }) => message.id)).toHaveLength(2)
  expect(new Set(receiver.alerts().map(({ message }) => message.id))).toEqual(new Set([failed, down]))
  const types = customer.alerts().map(({ message }) => message.type)
  expect(types.sort()).toEqual(['launch.scheduled', 'upstream.down'])
})

/** A store on memory whose compare-and-swaps can be made to fail. */
function fragile() {
  const backend = memory()
  const { atomic } = backend
  const state = { failures: 0 }
  const compareAndSwap: StoreBackend['atomic']['compareAndSwap'] = (...args) => {
    if (state.failures === 0) return atomic.compareAndSwap(...args)
    state.failures -= 1
    throw new Error('away')
  }
  return { backend: { ...backend, atomic: { ...atomic, compareAndSwap } }, state }
}

test('an outcome that cannot be stored at once is stored a second later', async () => {
  const { backend, state } = fragile()
  const process = deliverer({ backend })
  const receiver = await startReceiver()
  const { id } = await process.webhooks.add('acme', { url: receiver.url }, LIMIT)
  receiver.answer = (_, response) => {
    state.failures = 1
    response.writeHead(204).end()
  }
  await process.log('a')
  await process.deliver()
  expect(state.failures).toBe(0)
  expect(await process.webhooks.show('acme', id)).toMatchObject({ pending: 0 })
  await process.pass(3_600_000)
  expect(receiver.alerts()).toHaveLength(1)
})

test('a store that is away delays an alert and loses none', async () => {
  const { backend, state } = fragile()
  const process = deliverer({ backend })
  const receiver = await startReceiver()
  await process.webhooks.add('acme', { url: receiver.url }, LIMIT)
  await process.log('a')
  state.failures = 1
  await process.deliver()
  expect(receiver.alerts()).toEqual([])
  expect(process.context.errors).toHaveLength(1)
  await process.pass(2_000)
  expect(receiver.alerts()).toHaveLength(1)
})

test('with other upstreams the log is another one: a webhook gets what is logged there from then on', () => {
  const waiting = { seq: 7, tries: 1, dueAt: NOON, since: NOON, attempt: 0, begunAt: 0 }
  const before = { ...initialState('', 9), attempts: 12, pending: [waiting], failingSince: NOON }
  expect(onLog(before, '', 9)).toBe(before)
  expect(onLog(before, 'a1b2', 3)).toEqual({ ...before, log: 'a1b2', cursor: 3, pending: [] })
})

test('a log that has lost its end with the store is gone on with from its end', () => {
  const waiting = (seq: number) => ({ seq, tries: 1, dueAt: NOON, since: NOON, attempt: 0, begunAt: 0 })
  const before = { ...initialState('', 9), pending: [waiting(7), waiting(9)] }
  expect(within(before, 9)).toBe(before)
  expect(within(before, 8)).toEqual({ ...before, cursor: 8, pending: [waiting(7)] })
})
