import type { WebhooksByAccount } from '#features/alerts/webhook-records'
import { announceDisabled } from '#features/webhooks/announce-disabled'
import { type AttemptContext, makeAttempt, putAttempt } from '#features/webhooks/attempt'
import type { WebhookContext } from '#features/webhooks/context'
import { type Begun, begin, enqueue, enqueueReplay, MAX_LANES } from '#features/webhooks/delivery-changes'
import { type DeliveryState, type PendingAlert, REQUEST_MS } from '#features/webhooks/delivery-state'
import { type Lane, Lanes } from '#features/webhooks/lanes'
import type { WebhookSettings } from '#features/webhooks/settings'
import { matchesIn, type Target, toTargets } from '#features/webhooks/target'
import { WebhookDeliveries } from '#features/webhooks/webhook-deliveries'
import type { StoredDeliveryState } from '#features/webhooks/webhook-states'
import { OPERATOR } from '#kernel/accounts/operator'
import { pause } from '#kernel/kit/abort'
import { endOfTurn } from '#kernel/kit/end-of-turn'

/**
 * Sends the alerts of the log to webhooks. Several processes may do so on one store: the process that begins
 * an attempt, by a compare-and-swap, sends it.
 */
export class Dispatcher {
  readonly #context: WebhookContext
  readonly #attempting: AttemptContext
  /** Deliveries by webhook id. */
  readonly #deliveries = new Map<string, WebhookDeliveries>()
  /** The webhooks whose states were read; `undefined` if all must be read. */
  #webhooks: WebhooksByAccount | undefined
  /** The `seq` of the newest alert read. */
  #head = 0
  /** Webhooks with work, longest waiting first. */
  readonly #queue = new Set<WebhookDeliveries>()
  readonly #underWay = new Set<Promise<void>>()
  readonly #controller = new AbortController()
  readonly #lanes = new Lanes()
  #polling: Promise<void> | undefined
  #isStopped = false

  constructor(context: WebhookContext, settings: WebhookSettings, random: () => number = Math.random) {
    this.#context = context
    this.#attempting = { context, settings, random, signal: this.#controller.signal }
  }

  /** Reads new alerts and changed webhooks, and begins due attempts. */
  poll(): Promise<void> {
    this.#polling ??= this.#poll().finally(() => {
      this.#polling = undefined
    })
    return this.#polling
  }

  async #poll(): Promise<void> {
    const { alerts } = this.#context
    const webhooks = await alerts.webhooks.all()
    // A service without webhooks needs only this one read.
    if (this.#deliveries.size === 0 && webhooks === this.#webhooks) return
    const head = await alerts.log.readNewest()
    // The log has lost its end because the store was killed, so states may be lost, too.
    if (head < this.#head) this.#webhooks = undefined
    this.#head = head
    if (webhooks !== this.#webhooks) await this.#readStates(webhooks)
    let looked = 0
    for (const webhook of this.#deliveries.values()) {
      this.#queueIfDue(webhook)
      looked += 1
      if (looked % LOOKS_PER_TURN === 0) await endOfTurn()
    }
    this.#drain()
  }

  /** Reads the states of the webhooks of accounts that have changed. */
  async #readStates(webhooks: WebhooksByAccount): Promise<void> {
    const before = this.#webhooks
    const previous = [...this.#deliveries.values()]
    const accounts = new Set([...webhooks.keys(), ...previous.map(({ target }) => target.account)])
    const hasChanged = (account: string) => !before || before.get(account) !== webhooks.get(account)
    // The operator's configured receivers are in no list.
    const changed = new Set([OPERATOR, ...[...accounts].filter(hasChanged)])
    const targets = [...changed].flatMap((account) =>
      toTargets(account, webhooks.get(account) ?? [], this.#context),
    )
    const states = await this.#context.webhooks.states.readAll(targets.map(({ record }) => record.id))
    const found = new Set(targets.filter((_, i) => states[i]).map(({ record }) => record.id))
    for (const { id, target } of previous)
      if (changed.has(target.account) && !found.has(id)) this.#deliveries.delete(id)
    for (const [i, target] of targets.entries()) {
      const stored = states[i]
      if (stored) this.#put(target, stored)
    }
    this.#webhooks = webhooks
  }

  #put(target: Target, stored: StoredDeliveryState): void {
    const webhook = this.#deliveries.get(target.record.id)
    if (webhook) Object.assign(webhook, { target, stored })
    else this.#deliveries.set(target.record.id, new WebhookDeliveries(target, stored))
  }

  /** Resolves when no request is in progress. */
  async idle(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay)
  }

  /** Begins no further attempts, waits for requests in progress up to their timeout, then aborts them. */
  async stop(): Promise<void> {
    this.#isStopped = true
    const idle = new AbortController()
    await Promise.race([this.idle(), pause(REQUEST_MS, idle.signal)])
    idle.abort()
    this.#controller.abort()
    await this.idle()
  }

  /** Aborts requests in progress. Their outcomes are unknown. */
  abort(): void {
    this.#isStopped = true
    this.#controller.abort()
  }

  #drain(): void {
    for (const webhook of this.#queue) {
      if (this.#lanes.areTaken || this.#isStopped) return
      const lanes = webhook.isBusy ? [] : this.#lanes.take(webhook)
      if (lanes.length > 0) this.#track(this.#serve(webhook, lanes))
      if (lanes.length > 0 || webhook.isBusy) this.#queue.delete(webhook)
    }
  }

  #track(work: Promise<void>): void {
    const tracked = work
      .catch((error) => {
        if (!this.#controller.signal.aborted) this.#context.onError(error)
      })
      .then(() => {
        this.#underWay.delete(tracked)
        this.#drain()
      })
    this.#underWay.add(tracked)
  }

  /** Begins due attempts of a webhook, up to the number of lanes. */
  async #serve(webhook: WebhookDeliveries, lanes: readonly Lane[]): Promise<void> {
    webhook.isBusy = true
    const before = webhook.stored
    const left = [...lanes]
    try {
      const { begun, lost } = await this.#begin(webhook, lanes.length)
      for (const each of begun) this.#track(this.#attempt(webhook, each, left.pop()))
      for (const each of lost) this.#track(this.#recordLost(webhook, each))
    } finally {
      webhook.isBusy = false
      for (const lane of left) lane.end()
    }
    if (webhook.stored !== before) this.#queueIfDue(webhook)
  }

  async #begin(webhook: WebhookDeliveries, lanes: number): Promise<Pick<Begun, 'begun' | 'lost'>> {
    const { target, stored } = webhook
    if (stored.state.status === 'disabled') {
      this.#keep(webhook, await announceDisabled(target, stored, this.#context))
      return NOTHING
    }
    const { alerts, now } = this.#context
    const { cursor, replay } = stored.state
    const read = async (after: number) =>
      matchesIn(target, await alerts.log.readRange(target.account, after, this.#head))
    const news = await read(cursor)
    const replayed = replay && (await read(replay.after))
    let result: Begun | undefined
    const change = (state: DeliveryState) => {
      const at = now()
      const withNews = enqueue(state, news, at)
      const withAll = replayed ? enqueueReplay(withNews, replayed, at) : withNews
      const atOnce = webhook.isSlow ? 1 : MAX_LANES
      result = begin(withAll, at, { lanes, atOnce, random: this.#attempting.random })
      // A new state is stored, so that the webhook receives alerts logged from now on.
      return result.state === state && stored.text === '' ? { ...state } : result.state
    }
    this.#keep(webhook, await this.#context.webhooks.states.update(webhook.id, stored, change))
    return result ?? NOTHING
  }

  async #attempt(webhook: WebhookDeliveries, begun: PendingAlert, lane: Lane | undefined): Promise<void> {
    const latest = () => webhook.stored
    try {
      const alert = await this.#context.alerts.log.find(begun.seq)
      const made = await makeAttempt(webhook.target, begun, alert, latest, this.#attempting)
      if (made.waitedMs !== undefined) webhook.waitedMs = made.waitedMs
      this.#keep(webhook, made.stored)
    } finally {
      lane?.end()
    }
    this.#queueIfDue(webhook)
  }

  async #recordLost(webhook: WebhookDeliveries, lost: PendingAlert): Promise<void> {
    const { log } = this.#context.alerts
    const { states: webhookStates } = this.#context.webhooks
    const alert = await log.find(lost.seq)
    // The attempt may be stored even if its state is not.
    if (await webhookStates.hasAttempt(webhook.id, lost.attempt)) return
    await putAttempt(webhook.id, lost, alert, undefined, this.#context)
  }

  #queueIfDue(webhook: WebhookDeliveries): void {
    const { alerts, now } = this.#context
    if (webhook.hasWork(alerts.log, this.#head, now())) this.#queue.add(webhook)
  }

  #keep(webhook: WebhookDeliveries, stored: StoredDeliveryState | undefined): void {
    if (stored) webhook.stored = stored
    else this.#deliveries.delete(webhook.id)
  }
}

/** Number of webhooks processed per turn of the event loop. */
const LOOKS_PER_TURN = 50

const NOTHING = { begun: [], lost: [] }
