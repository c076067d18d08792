import { expect, test } from 'vitest'
import { startReceiver } from '../../support/receiver.ts'
import { stopwatch } from '../../support/stopwatch.ts'
import { deliverer } from '../support.ts'

test('one hanging receiver of 100 delays nobody', async () => {
  const process = deliverer()
  const [good, hanging] = [await startReceiver(), await startReceiver()]
  for (let i = 0; i < 99; i += 1) await process.webhooks.add(`account ${i}`, { url: good.url }, 5)
  let held = 0
  const round = async (name: string) => {
    good.received.length = 0
    await process.log(...Array.from({ length: 5 }, (_, i) => `${name} ${i}`))
    const watch = stopwatch()
    await process.dispatcher.poll()
    await expect.poll(() => good.received.length, { interval: 5 }).toBe(99 * 5)
    return watch.awakeMs
  }
  const without = [await round('a'), await round('b'), await round('c')]
  await process.webhooks.add('hanging', { url: hanging.url }, 5)
  hanging.answer = () => {
    held += 1
  }
  const beside = [await round('d'), await round('e'), await round('f')]
  expect(held).toBe(4)
  console.log(
    `FIGURE webhooks, 1 of 100 hangs: 495 deliveries to the others in ${beside.join(', ')} ms, ` +
      `${without.join(', ')} ms without it`,
  )
  // Whoever waited for the one that hangs would wait 15 s, some 50 times as long.
  expect(Math.max(...beside)).toBeLessThan(10 * Math.max(...without))
  process.dispatcher.abort()
  await process.dispatcher.idle()
}, 120_000)
