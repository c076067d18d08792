import { ReceiverUnreachableError } from '@space-data/core/alerts'
import { describe, expect, test } from 'vitest'
import { initialState, isProbed } from '../../packages/core/src/features/webhooks/delivery-state.ts'
import { countFailure } from '../../packages/core/src/features/webhooks/failing.ts'
import { days, FOREVER, hours, minutes, seconds } from '../../packages/core/src/kernel/kit/time.ts'
import { NOON } from '../support/context.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import { type Deliverer, deliverer, LIMIT } from './support.ts'

/** What users of other services complain about; see docs/decisions/alerts.md. */
interface Scene extends Deliverer {
  readonly receiver: Receiver
  readonly id: string
}

async function scene(): Promise<Scene> {
  const process = deliverer()
  const receiver = await startReceiver()
  const { id } = await process.webhooks.add('acme', { url: receiver.url }, LIMIT)
  return { ...process, receiver, id }
}

const idsOf = ({ alerts }: Receiver) => alerts().map(({ message }) => message.id)
/** Long enough for any step of the schedule, with its jitter. */
const STEP = hours(30)

test('an alert is sent once, with the id of the alert', async () => {
  const { receiver, log, deliver, webhooks, id, context } = await scene()
  const [alert] = await log('a')
  await deliver()
  await deliver()
  expect(idsOf(receiver)).toEqual([alert?.id])
  const [got] = receiver.alerts()
  expect(got?.headers).toMatchObject({
    'webhook-id': alert?.id,
    'webhook-timestamp': String(Math.floor(context.time.at / 1_000)),
    'content-type': 'application/json',
    'user-agent': expect.stringMatching(/^Space-Data-Webhooks\/\d+\.\d+\.\d+$/),
  })
  expect(got?.message).toEqual({
    id: alert?.id,
    type: 'launch.scheduled',
    timestamp: alert?.timestamp,
    sequence: 1,
    data: { name: 'a' },
  })
  expect(await webhooks.deliveries('acme', id)).toMatchObject([
    { attempt: 1, tryNumber: 1, alertId: alert?.id, sequence: 1, outcome: 'delivered', httpStatus: 204 },
  ])
  expect(await webhooks.show('acme', id)).toMatchObject({ pending: 0, failingSince: null })
  expect(context.events).toContainEqual({
    type: 'webhook_attempt',
    webhook: id,
    outcome: 'delivered',
    ms: expect.any(Number),
    status: 204,
  })
})

test('an alert from before the webhook is not sent, and one that does not match neither', async () => {
  const process = deliverer()
  const receiver = await startReceiver()
  await process.log('before')
  await process.webhooks.add('acme', { url: receiver.url, types: ['launch.*'] }, LIMIT)
  await process.webhooks.add('acme', { url: receiver.url, types: ['solar.*'] }, LIMIT)
  const [after] = await process.log('after')
  await process.deliver()
  expect(idsOf(receiver)).toEqual([after?.id])
})

test('deleting a webhook while alerts wait: nothing is sent, and nothing is left', async () => {
  const { receiver, log, deliver, pass, webhooks, id, context } = await scene()
  receiver.answer = 500
  await log('a', 'b')
  await deliver()
  expect(await webhooks.show('acme', id)).toMatchObject({ pending: 2 })
  expect(await webhooks.delete('acme', id)).toBe(true)
  await log('c')
  receiver.received.length = 0
  for (let i = 0; i < 12; i += 1) await pass(STEP)
  expect(receiver.received).toEqual([])
  expect(await context.store.keys('webhook')).toEqual([])
  expect(await context.store.atomic.get(`webhook-state:${id}`, context.time.at, FOREVER)).toBe('')
  expect(await context.alerts.webhooks.ofAccount('acme')).toEqual([])
})

test('deleting a webhook during a request leaves no attempt behind', async () => {
  const { receiver, log, dispatcher, webhooks, id, context } = await scene()
  let answer = () => {}
  const arrived = new Promise<void>((resolve) => {
    receiver.answer = (_, response) => {
      answer = () => void response.writeHead(204).end()
      resolve()
    }
  })
  await log('a')
  await dispatcher.poll()
  await arrived
  await webhooks.delete('acme', id)
  answer()
  await dispatcher.idle()
  expect(await context.store.keys('webhook-attempt:')).toEqual([])
})

describe('what failed is retried', () => {
  test.each([
    ['a name that does not resolve', 'getaddrinfo ENOTFOUND'],
    ['a refused connection', 'connect ECONNREFUSED'],
    ['a certificate that is not valid', 'certificate has expired'],
  ])('%s', async (_, message) => {
    const { receiver, id, webhooks, log, deliver, pass, context } = await scene()
    const sender = context.settings.webhooks?.sender as { send: unknown }
    const { send } = sender
    sender.send = () => Promise.reject(new ReceiverUnreachableError(message))
    try {
      await log('a')
      await deliver()
    } finally {
      sender.send = send
    }
    expect(await webhooks.show('acme', id)).toMatchObject({ pending: 1, lastError: message })
    await pass(seconds(7))
    expect(receiver.alerts()).toHaveLength(1)
    expect(await webhooks.show('acme', id)).toMatchObject({ pending: 0, failingSince: null })
    expect(context.errors).toEqual([])
  })

  test('a connection that is reset, a redirect, and an error of the server', async () => {
    const { receiver, id, webhooks, log, deliver, pass } = await scene()
    await log('a')
    receiver.answer = (_, response) => void response.socket?.destroy()
    await deliver()
    receiver.answer = (_, response) => void response.writeHead(302, { location: receiver.url }).end()
    await pass(seconds(7))
    receiver.answer = 503
    await pass(minutes(6))
    receiver.answer = 204
    await pass(minutes(36))
    const attempts = await webhooks.deliveries('acme', id)
    expect(attempts?.map(({ tryNumber, httpStatus }) => [tryNumber, httpStatus])).toEqual([
      [4, 204],
      [3, 503],
      [2, 302],
      [1, null],
    ])
    expect(receiver.alerts()).toHaveLength(4)
  })
})

test('exactly ten attempts, each later than the one before, then the alert is given up', async () => {
  const { receiver, id, webhooks, log, deliver, pass, context } = await scene()
  receiver.answer = 500
  await log('a')
  const begun: number[] = []
  await deliver()
  begun.push(context.time.at)
  for (let tries = 1; tries < 10; tries += 1) {
    const next = Date.parse((await webhooks.show('acme', id))?.nextAttemptAt ?? '')
    expect(next).toBeGreaterThan(context.time.at)
    await pass(next - context.time.at - 1)
    expect(receiver.alerts()).toHaveLength(tries)
    await pass(1)
    expect(receiver.alerts()).toHaveLength(tries + 1)
    begun.push(context.time.at)
  }
  expect(begun.map((at) => (at - (begun[0] ?? 0)) / 1_000)).toEqual([
    0, 5, 305, 2_105, 9_305, 27_305, 63_305, 113_705, 185_705, 272_105,
  ])
  for (let i = 0; i < 5; i += 1) await pass(STEP)
  expect(receiver.alerts()).toHaveLength(10)
  expect(await webhooks.show('acme', id)).toMatchObject({ status: 'active', pending: 0, nextAttemptAt: null })
})

test('retry-after counts from once to twice the delay of the schedule', async () => {
  const { receiver, id, webhooks, log, deliver, context } = await scene()
  receiver.answer = (_, response) => void response.writeHead(429, { 'retry-after': '3600' }).end()
  await log('a')
  await deliver()
  const next = Date.parse((await webhooks.show('acme', id))?.nextAttemptAt ?? '')
  expect(next - context.time.at).toBe(seconds(10))
})

describe('one bad moment of a receiver', () => {
  const burst = ['a', 'b', 'c']

  test('counts once: three alerts that fail at once are all sent again after five seconds', async () => {
    const { receiver, log, deliver, pass, webhooks, id } = await scene()
    receiver.answer = 500
    await log(...burst)
    await deliver()
    receiver.answer = 204
    await pass(seconds(6))
    expect(receiver.alerts()).toHaveLength(6)
    expect(await webhooks.show('acme', id)).toMatchObject({ pending: 0, failingSince: null })
    await log('d')
    await deliver()
    expect(receiver.alerts()).toHaveLength(7)
  })

  test('holds back none of several alerts from their second retry either', async () => {
    const { receiver, log, deliver, pass, webhooks, id } = await scene()
    receiver.answer = 500
    await log(...burst)
    await deliver()
    await pass(seconds(6))
    expect(receiver.alerts()).toHaveLength(6)
    receiver.answer = 204
    await pass(minutes(5))
    expect(receiver.alerts()).toHaveLength(9)
    expect(await webhooks.show('acme', id)).toMatchObject({ pending: 0 })
  })

  test('counts once for two processes on one store', async () => {
    const { receiver, log, context, backend, deliver, webhooks, id } = await scene()
    const other = deliverer({ backend, time: context.time })
    receiver.answer = 500
    await log(...burst, 'd', 'e', 'f', 'g', 'h')
    await Promise.all([deliver(), other.deliver()])
    expect(receiver.alerts()).toHaveLength(8)
    receiver.answer = 204
    context.time.at += seconds(6)
    await Promise.all([deliver(), other.deliver()])
    expect(receiver.alerts()).toHaveLength(16)
    expect(await webhooks.show('acme', id)).toMatchObject({ pending: 0 })
  })

  test('counts once, however late what was under way then fails', () => {
    const failure = { error: 'HTTP 500', random: 0.5 }
    const first = countFailure(initialState('', 0), { ...failure, begunAt: NOON }, NOON + 1)
    const late = countFailure(first, { ...failure, begunAt: NOON, error: 'late' }, NOON + hours(1))
    expect(late).toEqual({ ...first, lastError: 'late' })
    const next = countFailure(first, { ...failure, begunAt: NOON + 2 }, NOON + hours(1))
    expect([first, late, next].map(isProbed)).toEqual([false, false, true])
    const atThatMoment = countFailure(next, { ...failure, begunAt: NOON + hours(1) }, NOON + hours(2))
    expect(atThatMoment).toMatchObject({ lastFailureAt: NOON + hours(2) })
    const ahead = { ...first, lastFailureAt: NOON + days(400) }
    expect(countFailure(ahead, { ...failure, begunAt: NOON }, NOON + 5)).toMatchObject({
      failingSince: NOON + 1,
      lastFailureAt: NOON + 5,
    })
  })
})

test('a receiver that fails for more than six minutes is probed, and after a success all are sent', async () => {
  const { receiver, log, deliver, pass, webhooks, id } = await scene()
  receiver.answer = 500
  await log('a', 'b', 'c')
  await deliver()
  for (let i = 0; i < 3; i += 1) await pass(minutes(3))
  expect(receiver.alerts()).toHaveLength(9)
  await log('d', 'e', 'f', 'g', 'h', 'i', 'j')
  for (let i = 0; i < 7; i += 1) await pass(minutes(4))
  expect(receiver.alerts()).toHaveLength(9)
  await pass(minutes(2))
  expect(receiver.alerts()).toHaveLength(10)
  receiver.answer = 204
  receiver.received.length = 0
  await pass(minutes(30))
  expect(receiver.alerts()).toHaveLength(10)
  expect(await webhooks.show('acme', id)).toMatchObject({ pending: 0, lastError: 'HTTP 500' })
  expect(new Set(idsOf(receiver)).size).toBe(10)
})

test('a replay at the moment of a failure lets a failing receiver be probed once', async () => {
  const { receiver, log, deliver, pass, webhooks, id } = await scene()
  receiver.answer = 500
  await log('a', 'b', 'c')
  await deliver()
  for (let i = 0; i < 3; i += 1) await pass(minutes(3))
  receiver.received.length = 0
  await webhooks.replay('acme', id, { after: 0 })
  await deliver()
  await deliver()
  expect(receiver.alerts()).toHaveLength(1)
})

describe('a receiver that fails for five days', () => {
  async function failing() {
    const started = await scene()
    const { receiver, log, pass, webhooks } = started
    const other = await startReceiver()
    await webhooks.add('acme', { url: other.url, types: ['webhook.*'] }, LIMIT)
    receiver.answer = 500
    for (let day = 0; day < 6; day += 1) {
      await log(`day ${day}`)
      for (let hour = 0; hour < 24; hour += 4) await pass(hours(4))
    }
    return { ...started, other }
  }

  test('is disabled once, and its account is told once, through its other webhooks', async () => {
    const { other, webhooks, id, pass, receiver, context } = await failing()
    const shown = await webhooks.show('acme', id)
    expect(shown).toMatchObject({ status: 'disabled', disabledReason: 'failing', lastError: 'HTTP 500' })
    const afterMs = Date.parse(shown?.disabledAt ?? '') - Date.parse(shown?.failingSince ?? '')
    expect(afterMs).toBeGreaterThanOrEqual(days(5))
    expect(afterMs).toBeLessThan(days(6))
    await pass(STEP)
    const told = other.alerts().map(({ body }) => JSON.parse(body))
    expect(told).toMatchObject([
      { type: 'webhook.disabled', data: { webhook_id: id, reason: 'failing', receiver_url: receiver.url } },
    ])
    expect(await webhooks.summary()).toMatchObject({ active: 1, disabled: 1, failing: 0, pending: 0 })
    expect(context.errors).toEqual([])
  })

  test('is never removed, and is sent nothing until it is enabled', async () => {
    const { webhooks, id, log, pass, receiver } = await failing()
    receiver.received.length = 0
    await log('later')
    for (let i = 0; i < 30; i += 1) await pass(STEP)
    expect(receiver.received).toEqual([])
    expect(await webhooks.list('acme')).toHaveLength(2)
    expect(await webhooks.show('acme', id)).toMatchObject({ status: 'disabled' })
  })

  test('is told again after it was enabled and failed again', async () => {
    const { webhooks, id, log, pass, other } = await failing()
    await webhooks.change('acme', id, { status: 'active' })
    for (let day = 0; day < 6; day += 1) {
      await log(`second day ${day}`)
      for (let hour = 0; hour < 24; hour += 4) await pass(hours(4))
    }
    expect(await webhooks.show('acme', id)).toMatchObject({ status: 'disabled' })
    expect(other.alerts()).toHaveLength(2)
  })
})

test('a service that was off for a week does not disable a webhook by its next failure', async () => {
  const { webhooks, id, log, deliver, pass, receiver } = await scene()
  receiver.answer = 500
  await log('a')
  await deliver()
  await pass(days(7))
  expect(receiver.alerts()).toHaveLength(2)
  expect(await webhooks.show('acme', id)).toMatchObject({ status: 'active' })
})

test('410 disables at once', async () => {
  const { webhooks, id, log, deliver, receiver } = await scene()
  receiver.answer = 410
  await log('a')
  await deliver()
  expect(await webhooks.show('acme', id)).toMatchObject({ status: 'disabled', disabledReason: 'gone' })
})

test('alerts of a disabled webhook are kept, and sent by a replay', async () => {
  const { webhooks, id, log, deliver, receiver } = await scene()
  await webhooks.change('acme', id, { status: 'disabled' })
  const missed = await log('a', 'b', 'c')
  await deliver()
  await webhooks.change('acme', id, { status: 'active' })
  await deliver()
  expect(receiver.alerts()).toEqual([])
  expect(await webhooks.replay('acme', id)).toEqual({ queued: 3 })
  await deliver()
  expect(idsOf(receiver).sort()).toEqual(missed.map((alert) => alert.id).sort())
})

test('what waited when a webhook was disabled is sent by a replay, too', async () => {
  const { webhooks, id, log, deliver, receiver } = await scene()
  receiver.answer = 410
  const waiting = await log('a', 'b')
  await deliver()
  receiver.answer = 204
  receiver.received.length = 0
  await webhooks.change('acme', id, { status: 'active' })
  expect(await webhooks.replay('acme', id)).toEqual({ queued: 2 })
  await deliver()
  expect(idsOf(receiver).sort()).toEqual(waiting.map((alert) => alert.id).sort())
})

test('a replay after a success sends again, under the same id and a new attempt', async () => {
  const { webhooks, id, log, deliver, receiver } = await scene()
  const [alert] = await log('a')
  await deliver()
  expect(await webhooks.replay('acme', id, { after: 0 })).toEqual({ queued: 1 })
  await deliver()
  expect(idsOf(receiver)).toEqual([alert?.id, alert?.id])
  expect((await webhooks.deliveries('acme', id))?.map(({ attempt }) => attempt)).toEqual([2, 1])
})

test('without a webhook that was disabled, a replay needs to know where to begin', async () => {
  const { webhooks, id } = await scene()
  await expect(webhooks.replay('acme', id)).rejects.toMatchObject({ code: 'invalid_option' })
})

test('a new URL that answers makes up for the failures of the old one', async () => {
  const { webhooks, id, log, deliver, receiver, pass } = await scene()
  receiver.answer = 500
  await log('a', 'b', 'c', 'd')
  await deliver()
  await pass(minutes(1))
  const moved = await startReceiver()
  const changed = await webhooks.change('acme', id, { url: moved.url })
  expect(changed).toMatchObject({ failingSince: null, pending: 4 })
  await deliver()
  expect(idsOf(moved)).toHaveLength(4)
})

test('a test that the receiver answers makes what waits due', async () => {
  const { webhooks, id, log, deliver, receiver, pass } = await scene()
  receiver.answer = 500
  await log('a', 'b')
  await deliver()
  await pass(seconds(6))
  receiver.answer = 204
  await webhooks.test('acme', id)
  await deliver()
  expect(idsOf(receiver)).toHaveLength(6)
  expect(await webhooks.show('acme', id)).toMatchObject({ pending: 0 })
})
