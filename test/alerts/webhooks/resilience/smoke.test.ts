import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { hours } from '../../../../packages/core/src/kit/time.ts'
import { newFile, openPlace } from '../../../processes/stores.ts'
import { start } from '../../../support/child.ts'
import { startReceiver } from '../../../support/receiver.ts'
import { deliverer, LIMIT, MASTER } from '../support.ts'

const DELIVER = fileURLToPath(new URL('../deliver.mjs', import.meta.url))

test('an alert whose process is killed while it is sent arrives', { timeout: 60_000 }, async () => {
  const place = newFile()
  const time = { at: Date.now() }
  const operator = deliverer({ backend: await openPlace(place), time })
  onTestFinished(() => operator.context.store.close())
  const receiver = await startReceiver()
  await operator.webhooks.add('acme', { url: receiver.url, types: ['launch.*'] }, LIMIT)
  await operator.log('the only one')

  // Nothing is answered until the process is killed.
  const received = new Promise<void>((resolve) => {
    receiver.answer = () => resolve()
  })
  await using killed = start(process.execPath, [DELIVER, place, MASTER, '0'])
  await received
  killed.child.kill('SIGKILL')
  await killed.ended

  receiver.answer = (_, response) => response.writeHead(204).end()
  time.at += hours(3)
  await using _next = start(process.execPath, [DELIVER, place, MASTER, String(hours(3))])
  await expect.poll(() => receiver.alerts().length, { timeout: 30_000 }).toBe(2)
  const [first, second] = receiver.alerts()
  expect(second?.message).toEqual(first?.message)
})
