import { ReceiverUnreachableError } from '@space-data/core/alerts'
import { expect, test } from 'vitest'
import {
  begin,
  beginReplay,
  enqueue,
  enqueueReplay,
  fail,
} from '../../packages/core/src/features/webhooks/delivery-changes.ts'
import {
  initialState,
  MAX_PENDING,
  nextDueAt,
} from '../../packages/core/src/features/webhooks/delivery-state.ts'
import { parseRetryAfter, retryDelay } from '../../packages/core/src/features/webhooks/retry-schedule.ts'
import { days, hours, minutes, seconds } from '../../packages/core/src/kernel/kit/time.ts'
import { NOON } from '../support/context.ts'
import { startReceiver } from '../support/receiver.ts'
import { deliverer, LIMIT, receiverInProcess } from './support.ts'

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i)
/** All alerts of a part of the log, as those that match. */
const matches = (from: number, to: number) => ({ after: from - 1, upTo: to, seqs: range(from, to) })
const lanes = { lanes: 4, random: () => 0.5 }

test('a thousand alerts wait at most, and the cursor waits with the rest', () => {
  const full = enqueue(initialState('', 0), matches(1, 1_500), NOON)
  expect(full.pending).toHaveLength(MAX_PENDING)
  expect(full.cursor).toBe(1_000)
  expect(enqueue(full, matches(1_001, 1_500), NOON)).toBe(full)
  const some = { ...full, pending: full.pending.slice(600) }
  expect(enqueue(some, matches(1_001, 1_500), NOON)).toMatchObject({ cursor: 1_500 })
})

test('a replay takes as many alerts as there is room for, and goes on from there', () => {
  const sent = { ...initialState('', 0), cursor: 1_500 }
  const begun = beginReplay(sent, 100, NOON)
  const full = enqueueReplay(begun, matches(1, 1_500), NOON)
  expect(full.pending.map(({ seq }) => seq)).toEqual(range(101, 1_100))
  expect(full.replay).toEqual({ after: 1_100, to: 1_500 })
  expect(enqueueReplay(full, matches(1, 1_500), NOON)).toBe(full)
  const rest = enqueueReplay({ ...full, pending: [] }, matches(1, 1_500), NOON)
  expect(rest.pending.map(({ seq }) => seq)).toEqual(range(1_101, 1_500))
  expect(rest.replay).toBeNull()
})

test('a replay makes what waits due now, with ten attempts anew', () => {
  const waiting = enqueue(initialState('', 0), matches(1, 1), NOON)
  const { state, begun } = begin(waiting, NOON, lanes)
  const attempt = begun[0]?.attempt ?? 0
  const failure = { attempt, seq: 1, begunAt: NOON, error: 'HTTP 500', retryAfterMs: null, random: 0.5 }
  const failed = fail(state, failure, NOON)
  expect(nextDueAt(failed)).toBe(NOON + seconds(5))
  const renewed = enqueueReplay(beginReplay(failed, 0, NOON), matches(1, 1), NOON)
  expect(renewed.pending).toMatchObject([{ seq: 1, tries: 0, dueAt: NOON }])
})

test('at most four attempts are under way at a time', () => {
  const waiting = enqueue(initialState('', 0), matches(1, 10), NOON)
  const first = begin(waiting, NOON, lanes)
  expect(first.begun.map(({ seq, attempt }) => [seq, attempt])).toEqual([
    [1, 1],
    [2, 2],
    [3, 3],
    [4, 4],
  ])
  expect(begin(first.state, NOON + seconds(19), lanes).begun).toEqual([])
  // 20 s later their outcomes are given up, and the next ones have lanes.
  expect(begin(first.state, NOON + seconds(20), lanes).begun.map(({ seq }) => seq)).toEqual([5, 6, 7, 8])
})

test('an attempt that was due by a clock that was ahead is due now', () => {
  const ahead = begin(enqueue(initialState('', 0), matches(1, 1), NOON), NOON + days(400), lanes).state
  const { begun, lost } = begin(ahead, NOON, lanes)
  expect(begun).toMatchObject([{ seq: 1, tries: 2, attempt: 2 }])
  expect(lost).toMatchObject([{ attempt: 1 }])
})

test('delays are a fifth shorter or longer, and retry-after counts from once to twice', () => {
  expect([0, 0.5, 1].map((random) => retryDelay(1, null, random))).toEqual([4_000, 5_000, 6_000])
  expect(retryDelay(2, 1_000, 0.5)).toBe(minutes(5))
  expect(retryDelay(2, minutes(7), 0.5)).toBe(minutes(7))
  expect(retryDelay(2, hours(7), 0.5)).toBe(minutes(10))
  expect(parseRetryAfter('120', NOON)).toBe(120_000)
  expect(parseRetryAfter(new Date(NOON + 5_000).toUTCString(), NOON)).toBe(5_000)
  expect([null, 'soon', '-1'].map((text) => parseRetryAfter(text, NOON))).toEqual([null, null, null])
})

test('nothing is lost while a receiver is unavailable for hours', async () => {
  const receiver = receiverInProcess()
  const process = deliverer({ webhooks: receiver.webhooks })
  const { id } = await process.webhooks.add('acme', { url: 'https://receiver.test/' }, LIMIT)
  receiver.answer = 500
  for (let i = 0; i < 6; i += 1) {
    await process.log(...range(1, 20).map((n) => `${i} ${n}`))
    await process.pass(minutes(20))
  }
  expect(await process.webhooks.show('acme', id)).toMatchObject({ pending: 120 })
  receiver.answer = 204
  receiver.arrived.length = 0
  for (let i = 0; i < 4; i += 1) await process.pass(minutes(40))
  expect(new Set(receiver.arrived).size).toBe(120)
  expect(await process.webhooks.show('acme', id)).toMatchObject({ pending: 0 })
})

test('an attempt whose process ended is listed as unknown, then and later', async () => {
  const time = { at: NOON }
  const killed = deliverer({ time })
  const receiver = await startReceiver()
  const { id } = await killed.webhooks.add('acme', { url: receiver.url }, LIMIT)
  const arrived = new Promise<void>((resolve) => {
    receiver.answer = () => resolve()
  })
  const [alert] = await killed.log('a')
  await killed.dispatcher.poll()
  await arrived
  killed.dispatcher.abort()
  await killed.dispatcher.idle()
  const unknown = {
    attempt: 1,
    tryNumber: 1,
    alertId: alert?.id,
    alertType: 'launch.scheduled',
    sequence: 1,
    startedAt: new Date(NOON).toISOString(),
    outcome: 'unknown',
    httpStatus: null,
  }
  expect(await killed.webhooks.deliveries('acme', id)).toMatchObject([unknown])
  receiver.answer = 204
  time.at += seconds(25)
  const { Dispatcher } = await import('../../packages/core/src/features/webhooks/dispatcher.ts')
  const { context } = killed
  const next = new Dispatcher(context, context.settings.webhooks!, () => 0.5)
  await next.poll()
  await next.idle()
  expect(await killed.webhooks.deliveries('acme', id)).toMatchObject([
    { attempt: 2, tryNumber: 2, outcome: 'delivered' },
    unknown,
  ])
  expect(receiver.alerts()).toHaveLength(2)
})

test('a sender that throws what it should not fails the attempt only, and is reported', async () => {
  const process = deliverer()
  const receiver = await startReceiver()
  const { id } = await process.webhooks.add('acme', { url: receiver.url }, LIMIT)
  const sender = process.context.settings.webhooks!.sender as { send: unknown }
  const { send } = sender
  sender.send = () => Promise.reject(new TypeError('a fault'))
  try {
    await process.log('a')
    await process.deliver()
    expect(process.context.errors).toEqual([new TypeError('a fault')])
    expect(await process.webhooks.show('acme', id)).toMatchObject({
      lastError: 'The request could not be sent.',
    })
    sender.send = () => Promise.reject(new ReceiverUnreachableError('reset'))
    await process.pass(seconds(10))
    expect(await process.webhooks.show('acme', id)).toMatchObject({ lastError: 'reset', pending: 1 })
  } finally {
    sender.send = send
  }
})
