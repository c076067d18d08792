import { announceDisabled } from '#alerts/webhooks/announce-disabled'
import { type AttemptContext, makeAttempt, putAttempt } from '#alerts/webhooks/attempt'
import { type Begun, begin, MAX_LANES, onLog, REQUEST_MS } from '#alerts/webhooks/delivery-state'
import { fanOut, fanOutReplay } from '#alerts/webhooks/fan-out'
import { type KnownWebhook, KnownWebhooks } from '#alerts/webhooks/known-webhooks'
import { type Lane, Lanes } from '#alerts/webhooks/lanes'
import { LogWindow } from '#alerts/webhooks/log-window'
import {
  type DeliveryState,
  type PendingAlert,
  type StoredDeliveryState,
  WebhookStates,
} from '#alerts/webhooks/webhook-states'
import { pause } from '#kit/abort'
import type { Context, WebhookSettings } from '#kit/context'

/**
 * Sends the alerts of the log to webhooks. Several processes may do so on one store: whoever begins an
 * attempt, by a compare-and-swap, sends it.
 */
export class Dispatcher {
  readonly #context: Context
  readonly #attempting: AttemptContext
  readonly #states: WebhookStates
  readonly #webhooks: KnownWebhooks
  readonly #window: LogWindow
  /** Webhooks with work, those that have waited longest first. */
  readonly #queue = new Set<KnownWebhook>()
  readonly #underWay = new Set<Promise<void>>()
  readonly #controller = new AbortController()
  readonly #lanes = new Lanes()
  #polling: Promise<void> | undefined
  #isStopped = false

  constructor(context: Context, settings: WebhookSettings, random: () => number = Math.random) {
    this.#context = context
    this.#states = new WebhookStates(context.store, context.now)
    this.#webhooks = new KnownWebhooks(context, this.#states)
    this.#window = new LogWindow(context.alerts.log)
    const { signal } = this.#controller
    this.#attempting = { context, settings, states: this.#states, random, signal }
  }

  /** Reads what is new in the log and among the webhooks, and begins what is due. */
  poll(): Promise<void> {
    this.#polling ??= this.#poll().finally(() => {
      this.#polling = undefined
    })
    return this.#polling
  }

  async #poll(): Promise<void> {
    const version = await this.#context.alerts.webhooks.version()
    // One read is all that it costs a service without webhooks.
    if (this.#webhooks.size === 0 && this.#webhooks.isCurrent(version)) return
    const head = await this.#context.alerts.log.head()
    if (head < this.#window.head) this.#webhooks.forget()
    await this.#webhooks.refresh(version, head)
    if (this.#webhooks.size > 0) await this.#window.readTo(head)
    const now = this.#context.now()
    for (const webhook of this.#webhooks.values()) {
      if (webhook.hasWork(this.#window, now)) this.#queue.add(webhook)
    }
    this.#drain()
  }

  /** Resolves once nothing is under way. */
  async idle(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay)
  }

  /** Begins nothing more, waits for requests under way as long as they may take, and aborts them then. */
  async stop(): Promise<void> {
    this.#isStopped = true
    const idle = new AbortController()
    await Promise.race([this.idle(), pause(REQUEST_MS, idle.signal)])
    idle.abort()
    this.#controller.abort()
    await this.idle()
  }

  /** Aborts requests under way; their outcomes are unknown. */
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

  /** Begins what is due for a webhook, as far as there are lanes. */
  async #serve(webhook: KnownWebhook, lanes: readonly Lane[]): Promise<void> {
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

  async #begin(webhook: KnownWebhook, lanes: number): Promise<Pick<Begun, 'begun' | 'lost'>> {
    const { target, stored } = webhook
    if (stored.state.status === 'disabled') {
      this.#keep(webhook, await announceDisabled(target, stored, this.#context, this.#states))
      return NOTHING
    }
    const { now, settings } = this.#context
    const { head } = this.#window
    const { cursor, replay } = onLog(stored.state, settings.originsId, head)
    const news = await this.#window.read(cursor)
    const replayed = replay && (await this.#window.read(replay.after))
    let result: Begun | undefined
    const change = (state: DeliveryState) => {
      const at = now()
      const onThisLog = onLog(state, settings.originsId, head)
      const withNews = fanOut(onThisLog, target, news, at)
      const withAll = replayed ? fanOutReplay(withNews, target, replayed, at) : withNews
      const atOnce = webhook.isSlow ? 1 : MAX_LANES
      result = begin(withAll, at, { lanes, atOnce, random: this.#attempting.random })
      // A new state is stored, so that what is logged from now on is for this webhook.
      return result.state === state && stored.text === '' ? { ...state } : result.state
    }
    this.#keep(webhook, await this.#states.update(webhook.id, stored, change))
    return result ?? NOTHING
  }

  async #attempt(webhook: KnownWebhook, begun: PendingAlert, lane: Lane | undefined): Promise<void> {
    const known = () => webhook.stored
    try {
      const alert = await this.#window.find(begun.seq)
      const made = await makeAttempt(webhook.target, begun, alert, known, this.#attempting)
      if (made.waitedMs !== undefined) webhook.noteWait(made.waitedMs)
      this.#keep(webhook, made.stored)
    } finally {
      lane?.end()
    }
    this.#queueIfDue(webhook)
  }

  async #recordLost(webhook: KnownWebhook, lost: PendingAlert): Promise<void> {
    const alert = await this.#window.find(lost.seq)
    // It may be stored all the same, if only the state could not be.
    if (await this.#states.hasAttempt(webhook.id, lost.attempt)) return
    await putAttempt(webhook.id, lost, alert, undefined, this.#attempting)
  }

  #queueIfDue(webhook: KnownWebhook): void {
    if (webhook.hasWork(this.#window, this.#context.now())) this.#queue.add(webhook)
  }

  #keep(webhook: KnownWebhook, stored: StoredDeliveryState | undefined): void {
    if (stored) webhook.stored = stored
    else this.#webhooks.delete(webhook)
  }
}

const NOTHING = { begun: [], lost: [] }
