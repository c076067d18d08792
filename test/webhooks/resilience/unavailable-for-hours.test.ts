import { expect, test } from 'vitest'
import { MAX_PENDING } from '../../../packages/core/src/features/webhooks/delivery-state.ts'
import { minutes } from '../../../packages/core/src/kernel/kit/time.ts'
import { startReceiver } from '../../support/receiver.ts'
import { deliverer, LIMIT } from '../support.ts'

test('nothing is lost while a receiver is unavailable for hours and more wait than may', async () => {
  const process = deliverer()
  const receiver = await startReceiver()
  const { id } = await process.webhooks.add('acme', { url: receiver.url }, LIMIT)
  receiver.answer = 500
  for (let i = 0; i < 6; i += 1) {
    await process.log(...Array.from({ length: 250 }, (_, n) => `${i} ${n}`))
    await process.pass(minutes(20))
  }
  expect(await process.webhooks.show('acme', id)).toMatchObject({ pending: MAX_PENDING })
  receiver.answer = 204
  receiver.received.length = 0
  for (let i = 0; i < 4; i += 1) await process.pass(minutes(40))
  expect(new Set(receiver.alerts().map(({ message }) => message.id)).size).toBe(1_500)
  expect(await process.webhooks.show('acme', id)).toMatchObject({ pending: 0 })
}, 120_000)
