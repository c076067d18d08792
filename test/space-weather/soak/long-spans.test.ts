import { monitorEventLoopDelay } from 'node:perf_hooks'
import { expect, test } from 'vitest'
import { stopwatch } from '../../support/stopwatch.ts'
import { longService, monthFrom } from '../long-spans.ts'

const MONTHS_EACH = 3

/** Sends requests for 31 days from `clients` clients at once; measures how long a client with a key waits. */
async function underLoad(
  clients: number,
  ask: (n: number) => Promise<{ readonly status: number }>,
  kp: () => Promise<unknown>,
) {
  let isOver = false
  const waits: number[] = []
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const other = (async () => {
    while (!isOver) {
      const watch = stopwatch()
      // As a request that comes over a socket: not before the turns that are waiting.
      await new Promise((resolve) => setTimeout(resolve, 1))
      await kp()
      waits.push(watch.awakeMs)
    }
  })()
  const began = performance.now()
  const statuses = (
    await Promise.all(
      Array.from({ length: clients }, async (_, client) => {
        const got = []
        for (let n = 0; n < MONTHS_EACH; n += 1) got.push((await ask(client * MONTHS_EACH + n)).status)
        return got
      }),
    )
  ).flat()
  const ms = performance.now() - began
  isOver = true
  await other
  delay.disable()
  waits.sort((a, b) => a - b)
  const p99 = waits[Math.floor(waits.length * 0.99)] ?? 0
  return { statuses, p99, waits: waits.length, blockedMs: delay.max / 1e6, ms }
}

/** Milliseconds that one month takes while nothing else is requested, the median of three. */
async function aloneMs(ask: (n: number) => Promise<unknown>): Promise<number> {
  const took: number[] = []
  for (let n = 0; n < 3; n += 1) {
    const watch = stopwatch()
    await ask(1_000 + n)
    took.push(watch.awakeMs)
  }
  return took.sort((a, b) => a - b)[1] ?? 0
}

/** A client that waited until the months before its request are served would wait as long as 8 or 32. */
const MOST_MONTHS = 4

const rounded = (ms: number) => `${Math.round(ms)} ms`

test('while four networks ask for months, 8 at a time each, a client with a key hardly waits', async () => {
  const { hapi, send } = await longService()
  const kp = () => send('/v1/space-weather/kp')
  await kp()
  const alone = await aloneMs((n) => hapi(monthFrom(n)))
  const { statuses, p99, waits, blockedMs, ms } = await underLoad(
    32,
    (n) => hapi(monthFrom(n), `192.0.2.${n % 4}`),
    kp,
  )
  expect(statuses.filter((status) => status !== 200)).toEqual([])
  expect(waits).toBeGreaterThan(50)
  console.log(
    `FIGURE hapi: ${statuses.length} months in ${rounded(ms)}; a client with a key waits ${rounded(p99)} at p99, ` +
      `the event loop ${rounded(blockedMs)} at most; a month alone takes ${rounded(alone)}`,
  )
  expect(p99).toBeLessThan(MOST_MONTHS * alone)
})

test('while an account asks for months of a series, 8 at a time, another client hardly waits', async () => {
  const { series, send } = await longService()
  const kp = () => send('/v1/space-weather/kp')
  await kp()
  const alone = await aloneMs((n) => series(monthFrom(n)))
  const { statuses, p99, waits, blockedMs, ms } = await underLoad(8, (n) => series(monthFrom(n)), kp)
  expect(statuses.filter((status) => status !== 200)).toEqual([])
  expect(waits).toBeGreaterThan(50)
  console.log(
    `FIGURE series: ${statuses.length} months in ${rounded(ms)}; another client waits ${rounded(p99)} at p99, ` +
      `the event loop ${rounded(blockedMs)} at most; a month alone takes ${rounded(alone)}`,
  )
  expect(p99).toBeLessThan(MOST_MONTHS * alone)
})
