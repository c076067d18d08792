import { memory, type StoreBackend } from '@space-data/core'
import { ReceiverUnreachableError, type WebhookSender } from '@space-data/core/alerts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createAlert } from '../../packages/core/src/features/alerts/alert.ts'
import { FIRST_RETRIES_MS } from '../../packages/core/src/features/webhooks/retry-schedule.ts'
import { FOREVER, hours, iso, minutes, seconds } from '../../packages/core/src/kernel/kit/time.ts'
import { NOON } from '../support/context.ts'
import { runs } from '../support/tier.ts'
import { killable } from './killable.ts'
import { type Deliverer, deliverer, LIMIT, MASTER } from './support.ts'

const PARAMETERS = runs(40, 10_000)
const RUNS = PARAMETERS.numRuns
const PROCESSES = 2

type Mode = 204 | 410 | 500 | 'unreachable'

type Action =
  | { readonly do: 'log'; readonly matches: boolean }
  | { readonly do: 'deliver'; readonly by: readonly number[] }
  | { readonly do: 'pass'; readonly ms: number }
  | { readonly do: 'answer'; readonly mode: Mode }
  | { readonly do: 'kill'; readonly process: number; readonly at: number; readonly isDone: boolean }
  | { readonly do: 'disable' | 'enable' | 'replay' }

const number = fc.integer({ min: 0, max: PROCESSES - 1 })
const often = (mode: Mode, weight: number) => ({ arbitrary: fc.constant(mode), weight })
const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('log'), matches: fc.boolean() }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('deliver'),
      by: fc.uniqueArray(number, { minLength: 1, maxLength: PROCESSES }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('pass'),
      // All in all less than the schedule takes, so that no alert is given up.
      ms: fc.constantFrom(seconds(6), seconds(21), minutes(6), minutes(37), hours(1)),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('answer'),
      mode: fc.oneof(often(204, 4), often(500, 3), often('unreachable', 2), often(410, 1)),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('kill'),
      process: number,
      at: fc.integer({ min: 1, max: 40 }),
      isDone: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('disable', 'enable', 'replay') }) },
) as fc.Arbitrary<Action>

/** Processes on one store, a receiver, and what the receiver must have got in the end. */
class World {
  readonly #backend: StoreBackend = memory()
  readonly #time = { at: NOON }
  readonly #processes: (Deliverer | undefined)[] = []
  readonly #fuses: (ReturnType<typeof killable> | undefined)[] = []
  readonly #api: Deliverer
  readonly #owed = new Set<string>()
  /** Alerts that a replay from where the webhook was disabled last has to send. */
  #parked = new Set<string>()
  #isActive = true
  #mode: Mode = 204
  #logged = 0
  /** When the receiver failed first since its last success or since it was enabled, and when last. */
  #failed: { readonly since: number; readonly last: number } | undefined
  /** How often each alert was answered with 2xx. */
  readonly delivered = new Map<string, number>()
  requests = 0
  kills = 0
  id = ''

  constructor() {
    this.#api = deliverer({ backend: this.#backend, time: this.#time, webhooks: this.#settings() })
  }

  async open(): Promise<this> {
    const input = { url: 'https://receiver.example', types: ['launch.*'] }
    this.id = (await this.#api.webhooks.add('acme', input, LIMIT)).id
    this.delivered.clear()
    this.requests = 0
    return this
  }

  async run(action: Action): Promise<void> {
    switch (action.do) {
      case 'log':
        return this.#log(action.matches)
      case 'deliver':
        return this.#deliverTogether(action.by)
      case 'pass':
        this.#time.at += action.ms
        return
      case 'answer':
        this.#mode = action.mode
        return
      case 'kill':
        return this.#kill(action)
      case 'replay':
        return this.#replay()
      default: {
        const status = action.do === 'enable' ? 'active' : 'disabled'
        await this.#api.webhooks.change('acme', this.id, { status })
        if (status === 'active' && !this.#isActive) this.#failed = undefined
        if (status === 'active') this.#isActive = true
        return this.#lookWhetherDisabled()
      }
    }
  }

  /** Everything recovers, and time passes. */
  async settle(): Promise<void> {
    this.#mode = 204
    for (let i = 0; i < PROCESSES; i += 1) this.#processes[i] = undefined
    if (!this.#isActive) await this.run({ do: 'enable' })
    for (let i = 0; i < 30; i += 1) {
      this.#time.at += hours(3)
      await this.#deliver(i % PROCESSES)
    }
  }

  undelivered(): string[] {
    return [...this.#owed].filter((id) => !this.delivered.has(id))
  }

  async check(): Promise<void> {
    expect(this.undelivered()).toEqual([])
    const shown = await this.#api.webhooks.show('acme', this.id)
    expect(shown).toMatchObject({ status: 'active', pending: 0 })
    const made = (await this.#api.webhooks.deliveries('acme', this.id, { limit: 100 })) ?? []
    expect(new Set(made.map(({ attempt }) => attempt)).size).toBe(made.length)
    // Each request has a number of its own: one that was sent twice would make more requests than numbers.
    expect(this.requests).toBeLessThanOrEqual((await this.#stored()).attempts)
    const ended = made.filter(({ outcome }) => outcome !== 'unknown').length
    expect(ended).toBeLessThanOrEqual(this.requests)
    if (this.kills === 0 && made.length < 100) expect(ended).toBe(this.requests)
  }

  #settings() {
    const send: WebhookSender['send'] = async ({ body }) => {
      this.requests += 1
      const { id } = JSON.parse(body)
      await new Promise((resolve) => setImmediate(resolve))
      const { at } = this.#time
      this.#failed = this.#mode === 204 ? undefined : { since: this.#failed?.since ?? at, last: at }
      if (this.#mode === 'unreachable') throw new ReceiverUnreachableError('connection reset')
      if (this.#mode === 204) this.delivered.set(id, 1 + (this.delivered.get(id) ?? 0))
      return { status: this.#mode, retryAfter: null, body: '' }
    }
    return { masterSecrets: [MASTER], sender: { check: async () => {}, send } }
  }

  async #log(matches: boolean): Promise<void> {
    this.#logged += 1
    const alert = createAlert({
      type: matches ? 'launch.scheduled' : 'solar.flare',
      subject: String(this.#logged),
      at: this.#time.at,
      data: { level: 'M5' },
    })
    const {
      alerts: { log: alertLog },
    } = this.#api.context
    await alertLog.append([alert], 1 + (await alertLog.head()))
    if (matches) (this.#isActive ? this.#owed : this.#parked).add(alert.id)
  }

  /**
   * A receiver is only probed once it has failed for longer than the first retries take; until then nothing
   * is held back. Nobody knows that who was killed before it was stored.
   */
  async #deliverTogether(by: readonly number[]): Promise<void> {
    const [sent, isProbed] = [this.requests, this.#isProbed()]
    await Promise.all(by.map((i) => this.#deliver(i)))
    await this.#lookWhetherDisabled()
    if (this.kills > 0 || !this.#isActive) return
    if (isProbed && this.#mode !== 204) expect(this.requests - sent).toBeLessThanOrEqual(1)
    if (this.#isProbed()) return
    const { nextAttemptAt } = (await this.#api.webhooks.show('acme', this.id)) ?? {}
    const dueAt = Math.min(...(await this.#stored()).pending.map(([, , at = 0]) => at))
    expect(nextAttemptAt).toBe(dueAt === Infinity ? null : iso(dueAt))
  }

  #isProbed(): boolean {
    return this.#failed !== undefined && this.#failed.last - this.#failed.since > FIRST_RETRIES_MS
  }

  async #stored(): Promise<{ readonly attempts: number; readonly pending: readonly number[][] }> {
    const { atomic } = this.#backend
    return JSON.parse(await atomic.get(`webhook-state:${this.id}`, this.#time.at, FOREVER))
  }

  async #deliver(i: number): Promise<void> {
    const process = this.#process(i)
    // A process that was killed rejects.
    await process.deliver().catch(() => {})
  }

  #process(i: number): Deliverer {
    const known = this.#processes[i]
    if (known) return known
    const fuse = killable(this.#backend)
    const process = deliverer({ backend: fuse.backend, time: this.#time, webhooks: this.#settings() })
    this.#fuses[i] = fuse
    this.#processes[i] = process
    return process
  }

  #kill({ process: i, at, isDone }: Extract<Action, { do: 'kill' }>): void {
    const process = this.#process(i)
    this.#fuses[i]?.killAt(at, isDone, () => {
      this.kills += 1
      process.dispatcher.abort()
      this.#processes[i] = undefined
    })
  }

  async #replay(): Promise<void> {
    const wasDisabled = this.#parked.size > 0
    if (!this.#isActive || !wasDisabled) return
    await this.#api.webhooks.replay('acme', this.id)
    for (const id of this.#parked) this.#owed.add(id)
  }

  /** When it was disabled, what it has not got is left to a replay. */
  async #lookWhetherDisabled(): Promise<void> {
    const status = (await this.#api.webhooks.show('acme', this.id))?.status
    if (!this.#isActive || status === 'active') return
    this.#isActive = false
    this.#parked = new Set(this.undelivered())
    for (const id of this.#parked) this.#owed.delete(id)
  }
}

test(`${RUNS} interleavings of kills, retries, disabling and replays: each alert arrives, no attempt twice`, {
  timeout: 60_000 + RUNS * 100,
}, async () => {
  const tally = { actions: 0, kills: 0, requests: 0, twice: 0 }
  const property = fc.asyncProperty(
    fc.array(action, { minLength: 20, maxLength: 60, size: 'max' }),
    async (actions) => {
      const world = await new World().open()
      for (const each of actions) await world.run(each)
      await world.settle()
      await world.check()
      tally.actions += actions.length
      tally.kills += world.kills
      tally.requests += world.requests
      tally.twice += [...world.delivered.values()].filter((times) => times > 1).length
    },
  )
  await fc.assert(property, PARAMETERS)
  console.log(
    `FIGURE webhooks, ${RUNS} interleavings: ${tally.actions} actions, ${tally.kills} kills, ` +
      `${tally.requests} requests, 0 alerts lost, ${tally.twice} delivered more than once`,
  )
  expect(tally.kills).toBeGreaterThan(RUNS / 4)
})
