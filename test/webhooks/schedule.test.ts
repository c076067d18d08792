import { memory, type StoreBackend } from '@space-data/core'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { deliverDue, deliverWebhooks } from '../../packages/core/src/features/webhooks/deliver-webhooks.ts'
import { type Lane, Lanes } from '../../packages/core/src/features/webhooks/lanes.ts'
import { startReceiver } from '../support/receiver.ts'
import { type Deliverer, deliverer, receiverInProcess, webhookContext } from './support.ts'

/** A schedule whose pauses the test ends. */
function scheduled({ context }: Pick<Deliverer, 'context'>) {
  const pauses: number[] = []
  let wake = () => {}
  let slept = () => {}
  const sleep = (ms: number, signal: AbortSignal) => {
    pauses.push(ms)
    slept()
    return new Promise<void>((resolve) => {
      wake = resolve
      signal.addEventListener('abort', () => resolve())
    })
  }
  const asleep = () =>
    new Promise<void>((resolve) => {
      slept = resolve
    })
  const first = asleep()
  const stop = deliverWebhooks(context, { ...context, sleep })
  return {
    pauses,
    stop,
    first,
    async tick() {
      const next = asleep()
      wake()
      await next
    },
  }
}

test('it looks every 2 seconds, so that the first webhook and a replay begin within 3', async () => {
  const process = deliverer()
  const receiver = await startReceiver()
  const { pauses, first, tick, stop } = scheduled(process)
  await first
  const { id } = await process.webhooks.add('acme', { url: receiver.url }, 5)
  await tick()
  await process.log('a')
  await tick()
  // A replay of what is under way would be the same request.
  await expect.poll(() => process.webhooks.deliveries('acme', id)).toMatchObject([{ outcome: 'delivered' }])
  await process.webhooks.replay('acme', id, { after: 0 })
  await tick()
  await expect.poll(() => receiver.alerts().length).toBe(2)
  await process.webhooks.delete('acme', id)
  await tick()
  await stop()
  expect(pauses).toEqual([2_000, 2_000, 2_000, 2_000, 2_000])
})

test('the first webhook of another process, and its replay, begin at the next look', async () => {
  const backend = memory()
  const [one, other] = [deliverer({ backend }), deliverer({ backend })]
  const receiver = await startReceiver()
  const { first, tick, stop } = scheduled(one)
  await first
  const { id } = await other.webhooks.add('acme', { url: receiver.url }, 5)
  await other.log('a')
  await tick()
  // A replay of what is under way would be the same request.
  await expect.poll(() => other.webhooks.deliveries('acme', id)).toMatchObject([{ outcome: 'delivered' }])
  await other.webhooks.replay('acme', id, { after: 0 })
  await tick()
  await expect.poll(() => receiver.alerts().length).toBe(2)
  await stop()
})

test('where no webhooks are offered nothing is scheduled', async () => {
  const { pauses, stop } = scheduled({ context: webhookContext({ webhooks: undefined }) })
  await stop()
  expect(pauses).toEqual([])
})

/** A store on memory that counts its operations. */
function counting(): { backend: StoreBackend; operations: () => number } {
  const backend = memory()
  let operations = 0
  const counted = <T extends object>(target: T): T =>
    new Proxy(target, {
      get(object, name) {
        const value = Reflect.get(object, name)
        if (typeof value !== 'function') return value
        return (...args: unknown[]) => {
          operations += 1
          return Reflect.apply(value, object, args)
        }
      },
    })
  return { backend: { ...backend, atomic: counted(backend.atomic) }, operations: () => operations }
}

/** Gives as many accounts a webhook each, and returns their ids. */
async function many(count: number, process: Deliverer): Promise<string[]> {
  const parameters = { url: 'https://receiver.test/', types: ['launch.*'] }
  const ids: string[] = []
  for (let i = 0; i < count; i += 1) ids.push((await process.webhooks.add(`account ${i}`, parameters, 5)).id)
  return ids
}

test('a poll reads one count while there are no webhooks', async () => {
  const { backend, operations } = counting()
  const process = deliverer({ backend })
  await process.log('a')
  await process.deliver()
  const before = operations()
  for (let i = 0; i < 10; i += 1) await process.deliver()
  expect(operations() - before).toBe(10)
})

test('a poll reads two counts while nothing happens, and no state for an alert that nobody wants', async () => {
  const { backend, operations } = counting()
  const receiver = receiverInProcess()
  const process = deliverer({ backend, webhooks: receiver.webhooks })
  await many(50, process)
  await process.deliver()
  const before = operations()
  await process.deliver()
  expect(operations() - before).toBe(2)
  const {
    alerts: { log: alertLog },
  } = process.context
  const unwanted = { id: 'evt_1', type: 'solar.flare', timestamp: '2026-11-21T12:00:00.000Z', subject: 'x' }
  await alertLog.append([{ ...unwanted, audience: 'public', data: { level: 'M5' } }], 1)
  const logged = operations()
  await process.deliver()
  expect(operations() - logged).toBeLessThan(10)
  expect(receiver.arrived).toEqual([])
})

test('a change of one account makes others read that account only', async () => {
  const { backend, operations } = counting()
  const receiver = receiverInProcess()
  const process = deliverer({ backend, webhooks: receiver.webhooks })
  const [first = ''] = await many(50, process)
  await process.deliver()
  await process.webhooks.change('account 0', first, { types: ['solar.*'] })
  const before = operations()
  await process.deliver()
  expect(operations() - before).toBeLessThan(20)
  await process.log('a')
  await process.deliver()
  expect(receiver.arrived).toHaveLength(49)
})

test('stopping waits for the request under way, and begins no other', async () => {
  const process = deliverer()
  const receiver = await startReceiver()
  const { id } = await process.webhooks.add('acme', { url: receiver.url }, 5)
  let answer = () => {}
  const arrived = new Promise<void>((resolve) => {
    receiver.answer = (_, response) => {
      answer = () => void response.writeHead(204).end()
      resolve()
    }
  })
  const { first, stop, tick } = scheduled(process)
  await first
  await process.log('a')
  await tick()
  await arrived
  const stopped = stop()
  await process.log('b')
  answer()
  await stopped
  expect(receiver.alerts()).toHaveLength(1)
  expect(await process.webhooks.deliveries('acme', id)).toMatchObject([{ outcome: 'delivered' }])
})

test('stopping aborts what takes longer, whatever the sender does, and leaves it to the next process', async () => {
  const process = deliverer()
  const receiver = await startReceiver()
  await process.webhooks.add('acme', { url: receiver.url }, 5)
  const sender = process.context.settings.webhooks!.sender as { send: unknown }
  const { send } = sender
  const asked = new Promise<void>((resolve) => {
    sender.send = () => {
      resolve()
      return new Promise(() => {})
    }
  })
  try {
    await process.log('a')
    await process.dispatcher.poll()
    await asked
    process.dispatcher.abort()
    await process.dispatcher.stop()
  } finally {
    sender.send = send
  }
  const next = deliverer({ backend: process.backend, time: process.context.time })
  await next.pass(60_000)
  expect(receiver.alerts()).toHaveLength(1)
})

test('a host that is called by a clock sends what is due, and waits until it is sent', async () => {
  const process = deliverer()
  const receiver = await startReceiver()
  await process.webhooks.add('acme', { url: receiver.url }, 5)
  await process.log(...Array.from({ length: 40 }, (_, i) => String(i)))
  await deliverDue(process.context)
  expect(receiver.alerts()).toHaveLength(40)
})

test('a receiver that hangs delays nobody', async () => {
  const receiver = receiverInProcess()
  const process = deliverer({ webhooks: receiver.webhooks })
  await many(20, process)
  await process.webhooks.add('hanging', { url: 'https://hanging.test/' }, 5)
  const held: string[] = []
  receiver.answer = ({ url, signal }) => {
    if (url !== 'https://hanging.test/') return 204
    held.push(url)
    return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
  }
  await process.log('a', 'b', 'c', 'd', 'e')
  await process.dispatcher.poll()
  await expect.poll(() => receiver.arrived.length, { interval: 5 }).toBe(20 * 5 + 4)
  expect(held).toHaveLength(4)
  process.dispatcher.abort()
  await process.dispatcher.idle()
})

describe('receivers that are slow, and never fail,', () => {
  /** Webhooks of accounts whose receiver answers when the test says so, each with alerts that wait. */
  async function slowOnes(accounts: number, webhooksOfEach: number) {
    const receiver = receiverInProcess()
    const process = deliverer({ webhooks: receiver.webhooks })
    for (let account = 0; account < accounts; account += 1)
      for (let i = 0; i < webhooksOfEach; i += 1)
        await process.webhooks.add(`slow ${account}`, { url: 'https://slow.test/' }, webhooksOfEach)
    const waiting: (() => void)[] = []
    receiver.answer = ({ url }) =>
      url === 'https://slow.test/' ? new Promise((resolve) => waiting.push(() => resolve(204))) : 204
    const answerAll = () => {
      for (const answer of waiting.splice(0)) answer()
    }
    onTestFinished(async () => {
      process.dispatcher.abort()
      answerAll()
      await process.dispatcher.idle()
    })
    return { process, receiver, waiting, answerAll }
  }

  test('do not keep the first alert of another account waiting', async () => {
    const { process, receiver, waiting } = await slowOnes(4, 33)
    await process.log('a', 'b', 'c', 'd', 'e')
    await process.dispatcher.poll()
    await expect.poll(() => waiting.length).toBe(4 * 32)
    await process.webhooks.add('victim', { url: 'https://victim.test/' }, 5)
    receiver.arrived.length = 0
    const [alert] = await process.log('f')
    await process.dispatcher.poll()
    await expect.poll(() => receiver.arrived, { interval: 5 }).toEqual([alert?.id])
    expect(waiting).toHaveLength(4 * 32)
  })

  test('get one request at a time, and as many as others once they answer at once', async () => {
    const { process, waiting, answerAll } = await slowOnes(1, 1)
    await process.log('a', 'b', 'c', 'd', 'e', 'f')
    await process.dispatcher.poll()
    await expect.poll(() => waiting.length).toBe(4)
    // They have taken 2.5 s by now, and by the clock nothing.
    const now = performance.now.bind(performance)
    const later = vi.spyOn(performance, 'now').mockImplementation(() => now() + 2_500)
    onTestFinished(() => later.mockRestore())
    answerAll()
    await expect.poll(() => waiting.length).toBe(1)
    await process.log('g', 'h', 'i', 'j')
    await process.dispatcher.poll()
    expect(waiting).toHaveLength(1)
    answerAll()
    await expect.poll(() => waiting.length).toBe(4)
  })
})

test('lanes are shared by accounts and by slow receivers, and come back', () => {
  const lanes = new Lanes()
  const of = (account: string, isSlow = false) =>
    ({ isSlow, target: { account } }) as Parameters<Lanes['take']>[0]
  const fill = (webhook: Parameters<Lanes['take']>[0]) => {
    const taken: Lane[] = []
    for (let got = lanes.take(webhook); got.length > 0; got = lanes.take(webhook)) taken.push(...got)
    return taken
  }
  expect(lanes.take(of('a')).length).toBe(4)
  expect(lanes.take(of('a', true)).length).toBe(1)
  expect(fill(of('a', true)).length).toBe(15)
  expect(fill(of('a')).length).toBe(12)
  const slow = Array.from({ length: 20 }, (_, i) => fill(of(`slow ${i}`, true)))
  expect(slow.map(({ length }) => length)).toEqual([...Array(7).fill(16), ...Array(13).fill(0)])
  const fast = Array.from({ length: 5 }, (_, i) => fill(of(`fast ${i}`)))
  expect(fast.map(({ length }) => length)).toEqual([32, 32, 32, 16, 0])
  expect(lanes.areTaken).toBe(true)
  for (const lane of [...slow, ...fast].flat()) lane.end()
  expect(fill(of('b')).length).toBe(32)
})
