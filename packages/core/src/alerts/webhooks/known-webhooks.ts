import { hasCome, initialState, nextDueAt, onLog, roomIn, within } from '#alerts/webhooks/delivery-state'
import { matching } from '#alerts/webhooks/fan-out'
import type { LogWindow } from '#alerts/webhooks/log-window'
import { allTargets, type Target, targetsOf } from '#alerts/webhooks/target'
import type { StoredDeliveryState, WebhookStates } from '#alerts/webhooks/webhook-states'
import type { Context } from '#kit/context'
import { seconds } from '#kit/time'
import { mapInBatches } from '#storage/records/batches'

/** Alerts that do not match are passed by in memory; the cursor is stored after so many. */
const STORED_EVERY = 200
/** A receiver that takes longer is slow. */
const SLOW_MS = seconds(2)

/** A webhook as a process knows it: other processes may have changed its state since. */
export class KnownWebhook {
  target: Target
  /** Whether a process of its own decides what to begin. */
  isBusy = false
  /** Whether its receiver was waited for long when it was last sent to. */
  isSlow = false
  #stored: StoredDeliveryState
  #dueAt: number
  /** `seq` up to which no alert after the cursor matches. */
  #scanned: number

  constructor(target: Target, stored: StoredDeliveryState) {
    this.target = target
    this.#stored = stored
    this.#dueAt = nextDueAt(stored.state)
    this.#scanned = stored.state.cursor
  }

  get id(): string {
    return this.target.record.id
  }

  get stored(): StoredDeliveryState {
    return this.#stored
  }

  set stored(stored: StoredDeliveryState) {
    this.#stored = stored
    this.#dueAt = nextDueAt(stored.state)
    this.#scanned = stored.state.cursor
  }

  /** Notes how long its receiver was waited for last, in milliseconds. */
  noteWait(ms: number): void {
    this.isSlow = ms > SLOW_MS
  }

  /** Whether there is something to do for it. Looks at each alert once. */
  hasWork(window: LogWindow, now: number): boolean {
    const { text, state } = this.#stored
    if (text === '') return true
    if (state.status === 'disabled') return state.announceFrom !== null
    if (hasCome(this.#dueAt, now)) return true
    return roomIn(state) > 0 && (state.replay !== null || this.#hasNews(window))
  }

  #hasNews(window: LogWindow): boolean {
    const { cursor } = this.#stored.state
    if (this.#scanned >= window.head) return false
    const range = window.after(this.#scanned)
    if (!range || matching(this.target, range).length > 0) return true
    this.#scanned = range.upTo
    return this.#scanned - cursor >= STORED_EVERY
  }
}

/** All webhooks, as a process knows them: reads again what has changed, and nothing when nothing has. */
export class KnownWebhooks {
  readonly #context: Context
  readonly #states: WebhookStates
  readonly #known = new Map<string, KnownWebhook>()
  #version = -1

  constructor(context: Context, states: WebhookStates) {
    this.#context = context
    this.#states = states
  }

  get size(): number {
    return this.#known.size
  }

  values(): Iterable<KnownWebhook> {
    return this.#known.values()
  }

  delete({ id }: KnownWebhook): void {
    this.#known.delete(id)
  }

  /** Lets the next `refresh` read everything again. */
  forget(): void {
    this.#version = -1
  }

  /** Whether nothing has changed up to a version. */
  isCurrent(version: number): boolean {
    return version === this.#version
  }

  /** Reads the webhooks that changed up to a version, with their states. */
  async refresh(version: number, head: number): Promise<void> {
    const {
      alerts: { log: alertLog, webhooks },
      settings,
    } = this.#context
    if (this.isCurrent(version)) return
    const changed = this.#version < 0 ? undefined : await webhooks.changedAccounts(this.#version, version)
    const targets = await this.#readTargets(changed)
    const initial = initialState(settings.originsId, head)
    const read = await mapInBatches(targets, ({ record }) => this.#states.read(record.id, initial))
    const headNow = await alertLog.head()
    const found = new Set(targets.filter((_, i) => read[i]).map(({ record }) => record.id))
    for (const { id, target } of this.#known.values()) {
      if (!found.has(id) && (!changed || changed.has(target.account))) this.#known.delete(id)
    }
    for (const [i, target] of targets.entries()) {
      const stored = read[i]
      if (!stored) continue
      const state = within(onLog(stored.state, settings.originsId, headNow), headNow)
      this.#put(target, { ...stored, state })
    }
    this.#version = version
  }

  #put(target: Target, stored: StoredDeliveryState): void {
    const known = this.#known.get(target.record.id)
    if (known) Object.assign(known, { target, stored })
    else this.#known.set(target.record.id, new KnownWebhook(target, stored))
  }

  async #readTargets(changed: ReadonlySet<string> | undefined): Promise<Target[]> {
    if (!changed) return allTargets(this.#context)
    return (await mapInBatches([...changed], (account) => targetsOf(account, this.#context))).flat()
  }
}
