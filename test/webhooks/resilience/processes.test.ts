import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, vi } from 'vitest'
import { FOREVER, hours } from '../../../packages/core/src/kernel/kit/time.ts'
import { onSharedStores, openPlace } from '../../processes/stores.ts'
import { start } from '../../support/child.ts'
import { random } from '../../support/random.ts'
import { type Received, type Receiver, startReceiver } from '../../support/receiver.ts'
import { orInSoak } from '../../support/tier.ts'
import { deliverer, LIMIT, MASTER } from '../support.ts'

const KILLS = orInSoak(8, 100)
const WEBHOOKS = 3
const ALERTS_PER_KILL = 10
/** By how much the clock of each process is ahead of the one before: what was interrupted is due then. */
const STEP_MS = hours(3)

vi.setConfig({ testTimeout: 180_000 + KILLS * 15_000 })

const DELIVER = fileURLToPath(new URL('../deliver.mjs', import.meta.url))

function startProcess(place: string, aheadMs: number) {
  const started = start(process.execPath, [DELIVER, place, MASTER, String(aheadMs)])
  onTestFinished(() => started[Symbol.asyncDispose]())
  return started
}

/** The store, as an operator has it, and webhooks at one receiver. */
async function scene(place: string) {
  const time = { at: Date.now() }
  const operator = deliverer({ backend: await openPlace(place), time })
  onTestFinished(() => operator.context.store.close())
  // On a busy machine, a server that has just started may not take a connection in time.
  const isThere = () =>
    operator.context.store.get('first').then(
      () => true,
      () => false,
    )
  await expect.poll(isThere).toBe(true)
  const receiver = await startReceiver()
  const ids: string[] = []
  for (let i = 0; i < WEBHOOKS; i += 1) {
    const input = { url: `${receiver.url}/${i}`, types: ['launch.*'] }
    ids.push((await operator.webhooks.add('acme', input, LIMIT)).id)
  }
  let last = 0
  const log = async (name: string, count: number) => {
    const logged = await operator.log(...Array.from({ length: count }, (_, i) => `${name} alert ${i}`))
    last = logged.at(-1)?.seq ?? last
  }
  const stateOf = async (id: string) => {
    const text = await operator.context.store.atomic.get(`webhook-state:${id}`, time.at, FOREVER)
    return JSON.parse(text) as { cursor: number; pending: unknown[] }
  }
  /**
   * Alerts that wait, and webhooks that have not come to the last one yet; both of one reading of each state:
   * between two readings a process takes what is new, and it is in neither.
   */
  const pending = async () => {
    const states = await Promise.all(ids.map((id) => stateOf(id)))
    return states.reduce((sum, state) => sum + state.pending.length + (state.cursor < last ? 1 : 0), 0)
  }
  return { operator, receiver, time, ids, pending, log }
}

/**
 * Answers after a while, so that kills meet requests at every stage; resolves with the first request after so
 * many others, while it waits for its answer.
 */
function slowly(receiver: Receiver, after = 0): Promise<void> {
  return new Promise((resolve) => {
    let received = 0
    receiver.answer = (_, response) => {
      received += 1
      if (received > after) resolve()
      setTimeout(() => response.writeHead(204).end(), random() * 40)
    }
  })
}

/** Waits until nothing is pending, or for some seconds: what failed is due in the next run only. */
async function quiet(pending: () => Promise<number>): Promise<void> {
  for (let left = 40; left > 0 && (await pending()) > 0; left -= 1) await pause(250)
}

/** Requests by alert and webhook. */
function byDelivery(received: readonly Received[]): Map<string, Received[]> {
  const groups = new Map<string, Received[]>()
  for (const each of received) {
    const name = `${each.message.id} ${each.path}`
    groups.set(name, [...(groups.get(name) ?? []), each])
  }
  return groups
}

onSharedStores(`webhooks, ${KILLS} kills at random moments: each alert arrives`, async (place, store) => {
  const { operator, receiver, time, pending, ids, log } = await scene(place)
  const begun = time.at
  let kills = 0
  for (let run = 1; run <= KILLS + 12; run += 1) {
    const aheadMs = run * STEP_MS
    time.at = begun + aheadMs
    const isLast = run > KILLS
    if (isLast && (await pending()) === 0) break
    if (!isLast) await log(`run ${run}`, ALERTS_PER_KILL)
    const { child, says, ended } = startProcess(place, aheadMs)
    const underWay = slowly(receiver, Math.floor(random() * WEBHOOKS * ALERTS_PER_KILL))
    await says(/begun/, 60_000)
    await (isLast ? quiet(pending) : Promise.race([underWay, pause(3_000)]))
    child.kill('SIGKILL')
    await ended
    if (!isLast) kills += 1
  }
  expect(await pending()).toBe(0)
  const deliveries = byDelivery(receiver.alerts())
  expect(deliveries.size).toBe(WEBHOOKS * KILLS * ALERTS_PER_KILL)
  let again = 0
  for (const requests of deliveries.values()) {
    const stamps = requests.map(({ headers }) => Number(headers['webhook-timestamp'])).sort((a, b) => a - b)
    // An attempt that was sent twice would be so within seconds; the next one begins hours later.
    for (const [i, stamp] of stamps.entries()) if (i > 0) expect(stamp - stamps[i - 1]!).toBeGreaterThan(20)
    again += stamps.length - 1
  }
  for (const id of ids) {
    const made = (await operator.webhooks.deliveries('acme', id, { limit: 100 })) ?? []
    expect(new Set(made.map(({ attempt }) => attempt)).size).toBe(made.length)
  }
  console.log(
    `FIGURE kill -9, webhooks, ${store}: ${kills} kills, ${deliveries.size} deliveries, 0 lost, ` +
      `${again} sent again after a kill, 0 attempts made twice`,
  )
})

onSharedStores('webhooks, two processes: no alert is sent twice', async (place, store) => {
  const { receiver, time, pending, log } = await scene(place)
  void slowly(receiver)
  const processes = [startProcess(place, 0), startProcess(place, 0)]
  await Promise.all(processes.map(({ says }) => says(/begun/, 60_000)))
  const rounds = orInSoak(20, 200)
  for (let round = 0; round < rounds; round += 1) {
    time.at = Date.now()
    await log(`round ${round}`, 5)
    await pause(200)
  }
  await expect.poll(pending, { timeout: 120_000, interval: 500 }).toBe(0)
  const deliveries = byDelivery(receiver.alerts())
  expect(deliveries.size).toBe(WEBHOOKS * rounds * 5)
  expect(receiver.alerts()).toHaveLength(deliveries.size)
  console.log(`FIGURE webhooks, 2 processes, ${store}: ${deliveries.size} deliveries, 0 made twice`)
})
