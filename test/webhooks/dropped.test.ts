import { memory } from '@space-data/core'
import { expect, test } from 'vitest'
import { type Audience, createAlert } from '../../packages/core/src/features/alerts/alert.ts'
import type { WebhookParameters } from '../../packages/core/src/features/alerts/webhook-records.ts'
import { type Deliverer, deliverer, LIMIT, receiverInProcess } from './support.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Logs alerts on the objects with these numbers for an account, a few hundred at a time. */
async function flood(
  { context }: Deliverer,
  count: number,
  { audience = { account: 'acme', isWatched: true } as Audience, subject = '25544', from = 0 } = {},
) {
  const { log } = context.alerts
  for (let n = 0; n < count; n += 300) {
    const numbers = Array.from({ length: Math.min(300, count - n) }, (_, i) => from + n + i)
    const alerts = numbers.map((number) =>
      createAlert({
        type: audience === 'public' ? 'launch.scheduled' : 'object.elements_updated',
        subject,
        level: String(number),
        at: context.now(),
        audience,
        data: {},
      }),
    )
    await log.append(alerts, 1 + (await log.head()))
  }
}

/** A process whose receivers can be made to fail. */
async function failing() {
  const receiver = receiverInProcess()
  const process = deliverer({ webhooks: receiver.webhooks, backend: memory() })
  const add = async (account: string, parameters: WebhookParameters = {}, types: string[] = []) => {
    const url = `https://receiver.test/${account}`
    return (await process.webhooks.add(account, { url, types, parameters }, LIMIT)).id
  }
  const show = async (account: string, id: string) => {
    const webhook = await process.webhooks.show(account, id)
    if (!webhook) throw new Error('there is no such webhook')
    const { pending, dropped, lastError } = webhook
    return { pending, dropped, lastError }
  }
  /** Makes a webhook one that has failed for an hour: what is logged waits, and only a probe is sent. */
  const fail = async (id: string) => {
    receiver.answer = 503
    const { states: webhookStates } = process.context.webhooks
    const stored = await webhookStates.read(id)
    if (!stored) throw new Error('there is no such webhook')
    const now = process.context.now()
    await webhookStates.update(id, stored, (state) => {
      return { ...state, failingSince: now - HOUR, lastFailureAt: now, probeAt: now + 30 * MINUTE }
    })
  }
  const dropped = () =>
    process.context.events.flatMap((event) => (event.type === 'webhook_dropped' ? event.count : []))
  return { ...process, receiver, add, show, fail, dropped }
}

test('what waits for a receiver is delivered once it answers, however much others watch meanwhile', async () => {
  const service = await failing()
  const [victim, watcher] = [await service.add('victim'), await service.add('acme', { noradIds: [25544] })]
  for (const id of [victim, watcher]) await service.fail(id)
  await flood(service, 5, { audience: 'public' })
  await service.deliver()
  await flood(service, 1_000)
  await service.pass(5 * MINUTE)
  await flood(service, 10_000, { from: 1_000 })
  expect(await service.show('victim', victim)).toMatchObject({ pending: 5, dropped: 0 })
  expect(await service.show('acme', watcher)).toMatchObject({ pending: 1_000, dropped: 8_000 })
  await service.webhooks.delete('acme', watcher)
  service.receiver.answer = 204
  const before = service.receiver.arrived.length
  for (let hours = 0; hours < 3; hours += 1) await service.pass(HOUR)
  const log = await service.context.alerts.log.read(0, 100)
  expect(service.receiver.arrived.slice(before).sort()).toEqual(log.map(({ id }) => id).sort())
  expect(await service.show('victim', victim)).toMatchObject({ pending: 0, dropped: 0 })
})

test('a webhook keeps what waits for it; what its account has no room for is counted, shown and an event', async () => {
  const service = await failing()
  const id = await service.add('acme', { noradIds: [25544] })
  await service.fail(id)
  await flood(service, 1_000)
  await service.deliver()
  const first = await service.context.alerts.log.read(0, 1_000, 'acme')
  expect(await service.show('acme', id)).toMatchObject({ pending: 1_000, dropped: 0, lastError: null })
  await flood(service, 4_500, { from: 1_000 })
  const shown = await service.show('acme', id)
  // 3,000 are kept, of which 1,000 wait: of the 4,500 that came later 2,500 are gone.
  expect(shown).toMatchObject({ pending: 1_000, dropped: 2_500 })
  expect(shown.lastError).toMatch(/^Alerts were dropped/)
  expect(service.dropped().reduce((sum, count) => sum + count, 0)).toBe(2_500)
  const kept = await service.context.alerts.log.read(0, 9_999, 'acme')
  expect(kept).toHaveLength(3_000)
  expect(kept.slice(0, 1_000)).toEqual(first)
})

test('what a webhook does not want, or was disabled for, is not counted as dropped', async () => {
  const service = await failing()
  const [other, off] = [
    await service.add('acme', { noradIds: [7] }, ['object.*']),
    await service.add('acme', { noradIds: [25544] }, ['object.*']),
  ]
  await service.webhooks.change('acme', off, { status: 'disabled' })
  await flood(service, 4_500)
  for (const id of [other, off])
    expect(await service.show('acme', id)).toEqual({ pending: 0, dropped: 0, lastError: null })
  expect(service.dropped()).toEqual([])
  expect(await service.context.alerts.log.read(0, 9_999, 'acme')).toHaveLength(3_000)
})

test('what no process has looked at yet is kept, and so is what a replay is to send, also past 30 days', async () => {
  const service = await failing()
  const id = await service.add('acme', { noradIds: [25544] })
  await service.fail(id)
  await flood(service, 3_500)
  // Nobody delivers: the webhook has room for what was logged.
  const { log } = service.context.alerts
  expect(await log.read(0, 9_999, 'acme')).toHaveLength(3_500)
  await service.webhooks.change('acme', id, { status: 'disabled' })
  service.context.time.at += 29 * DAY
  await service.webhooks.change('acme', id, { status: 'active' })
  await service.fail(id)
  expect(await service.webhooks.replay('acme', id)).toEqual({ queued: 3_500 })
  await service.deliver()
  expect(await service.show('acme', id)).toMatchObject({ pending: 1_000, dropped: 0 })
  service.context.time.at += 2 * DAY
  for (const from of [9_000, 9_001, 9_002]) {
    await flood(service, 1, { from })
    service.context.time.at += 2 * HOUR
  }
  // The rest of the replay was too old before there was room for it.
  expect(await service.show('acme', id)).toMatchObject({ pending: 1_000, dropped: 2_500 })
  const kept = await log.read(0, 9_999, 'acme')
  expect(
    kept.filter(({ timestamp }) => Date.parse(timestamp) < service.context.now() - 30 * DAY),
  ).toHaveLength(1_000)
})

test('an alert that is gone from the log though it waits is counted as dropped', async () => {
  const service = await failing()
  const id = await service.add('acme')
  service.receiver.answer = 503
  await flood(service, 1, { audience: 'public' })
  await service.deliver()
  const { store, now } = service.context
  const text = await store.atomic.get('alert::1', now(), Date.UTC(9999, 11, 31))
  expect(text).not.toBe('')
  await store.atomic.compareAndSwap('alert::1', text, '', 0, now())
  // Another process, which has not read it.
  const other = deliverer({
    webhooks: service.receiver.webhooks,
    backend: service.backend,
    time: service.context.time,
  })
  await other.pass(MINUTE)
  await other.pass(10 * MINUTE)
  expect(await service.show('acme', id)).toEqual({
    pending: 0,
    dropped: 1,
    lastError: 'An alert is no longer in the log.',
  })
  expect(other.context.events).toContainEqual({ type: 'webhook_dropped', webhook: id, count: 1 })
})
