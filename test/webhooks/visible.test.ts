import { expect, test } from 'vitest'
import { readStatus } from '../../packages/core/src/features/status/report.ts'
import { loopbackSender } from '../support/loopback-sender.ts'
import { startReceiver } from '../support/receiver.ts'
import { withoutReceivers } from '../support/receivers.ts'
import { testService } from '../support/service.ts'
import { deliverer, LIMIT, MASTER } from './support.ts'

const MINUTE = 60_000

test('/status counts webhooks where some are offered, and says nothing of accounts or receivers', async () => {
  const { get, spaceData, clock } = await testService({
    webhooks: { secret: MASTER, sender: loopbackSender },
  })
  const none = { active: 0, disabled: 0, failing: 0, pending: 0, oldest_pending_at: null }
  expect((await get('/status')).json.data.webhooks).toEqual(none)
  const { url } = await startReceiver()
  const first = await spaceData.webhooks.add('acme', { url }, LIMIT)
  await spaceData.webhooks.add('other', { url }, LIMIT)
  await spaceData.webhooks.change('acme', first.id, { status: 'disabled' })
  clock.advance(31_000)
  const answer = await get('/status')
  expect(answer.json.data.webhooks).toEqual({ ...none, active: 1, disabled: 1 })
  expect(answer.text).not.toMatch(/acme|other\b|127\.0\.0\.1|wh_|whpk_|whsec_/)
  const page = await get('/status', { accept: 'text/html' })
  expect(page.text).toContain('No alert waits for delivery.')
})

test('/status has null for webhooks where none are offered', async () => {
  const { get } = await testService(withoutReceivers)
  expect((await get('/status')).json.data.webhooks).toBeNull()
})

test('/status and the summary have what fails and what waits, and since when', async () => {
  const { context, webhooks, log, deliver, pass } = deliverer()
  const receiver = await startReceiver()
  const { id } = await webhooks.add('acme', { url: receiver.url }, LIMIT)
  const read = async () => (await readStatus(context)).report.webhooks
  receiver.answer = 500
  await log('one')
  const waitingSince = new Date(context.time.at).toISOString()
  await deliver()
  await pass(MINUTE)
  await log('two')
  await pass(MINUTE)
  expect(await read()).toEqual({
    active: 1,
    disabled: 0,
    failing: 1,
    pending: 2,
    oldest_pending_at: waitingSince,
  })
  expect(await webhooks.show('acme', id)).toMatchObject({
    pending: 2,
    failingSince: waitingSince,
    lastError: 'HTTP 500',
  })
  receiver.answer = 204
  for (let hour = 0; hour < 3; hour += 1) await pass(60 * MINUTE)
  expect(await read()).toEqual({ active: 1, disabled: 0, failing: 0, pending: 0, oldest_pending_at: null })
})

test('each attempt and each logged alert is an event, once', async () => {
  const { context, webhooks, log, deliver } = deliverer()
  const receiver = await startReceiver()
  const { id } = await webhooks.add('acme', { url: receiver.url }, LIMIT)
  const logged = await log('one', 'two')
  await context.alerts.log.append(
    logged.map(({ seq: _, ...alert }) => alert),
    1,
  )
  receiver.answer = (_, response) => response.writeHead(receiver.alerts().length > 1 ? 500 : 204).end()
  await deliver()
  const of = (type: string) => context.events.filter((event) => event.type === type)
  expect(of('alert')).toEqual(
    logged.map((alert) => ({ type: 'alert', alertType: 'launch.scheduled', id: alert.id })),
  )
  const attempts = of('webhook_attempt')
  expect(attempts.map((event) => event.type === 'webhook_attempt' && event.outcome).sort()).toEqual([
    'delivered',
    'failed',
  ])
  expect(attempts.every((event) => event.type === 'webhook_attempt' && event.webhook === id)).toBe(true)
})
