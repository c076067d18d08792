import type { AlertLog } from '#features/alerts/alert-log'
import {
  type DeliveryState,
  initialState,
  onLog,
  type PendingAlert,
  within,
} from '#features/webhooks/delivery-state'
import type { DeliveryAttempt } from '#features/webhooks/webhook'
import type { Environment } from '#kernel/kit/environment'
import { days, FOREVER, hours } from '#kernel/kit/time'
import { mapInBatches } from '#kernel/storage/records/batches'

/** A state with the text that a compare-and-swap expects; `''` if it is not stored yet. */
export interface StoredDeliveryState {
  readonly text: string
  readonly state: DeliveryState
}

/** Stored instead of a state while processes may still work on a deleted webhook. */
const DELETED = 'deleted'
const DELETED_KEPT_MS = hours(1)
const ATTEMPT_KEPT_MS = days(30)
/** Number of attempts read or deleted at once. */
const BATCH = 100

/**
 * The delivery states of webhooks, shared by all processes on a store. Each change is a compare-and-swap of
 * the whole state, so that no two processes make the same change.
 */
export class WebhookStates {
  readonly #environment: Environment
  readonly #log: AlertLog

  constructor(environment: Environment, log: AlertLog) {
    this.#environment = environment
    this.#log = log
  }

  /**
   * Returns the state of a webhook for the current log or, if it has none, a state that begins with the next
   * alert; `undefined` if the webhook was deleted.
   */
  async read(id: string): Promise<StoredDeliveryState | undefined> {
    return (await this.readAll([id]))[0]
  }

  /** Returns the states of some webhooks, as `read` does, in their order. */
  async readAll(ids: readonly string[]): Promise<(StoredDeliveryState | undefined)[]> {
    const { originsId } = this.#environment.settings
    const texts = await mapInBatches(ids, (id) => this.#readText(id))
    // Read after the states, as another process may have logged more.
    const head = await this.#log.head()
    return texts.map((text) => {
      if (text === DELETED) return undefined
      const state = text === '' ? initialState(originsId, head) : decode(text)
      return { text, state: within(onLog(state, originsId, head), head) }
    })
  }

  /** Stores a state that begins with the next alert; returns `undefined` if the webhook was deleted. */
  async begin(id: string): Promise<StoredDeliveryState | undefined> {
    const initial = initialState(this.#environment.settings.originsId, await this.#log.head())
    return this.update(id, { text: '', state: initial }, (state) => ({ ...state }))
  }

  /**
   * Replaces a state by the result of `change`, which is called again whenever another process was faster. If
   * it returns its argument, nothing is written.
   * @param known The last read state.
   * @returns `undefined` if the webhook was deleted.
   */
  async update(
    id: string,
    known: StoredDeliveryState,
    change: (state: DeliveryState) => DeliveryState,
  ): Promise<StoredDeliveryState | undefined> {
    const { store, now } = this.#environment
    let current: StoredDeliveryState | undefined = known
    while (current) {
      const { text, state }: StoredDeliveryState = current
      const changed = change(state)
      if (changed === state) return current
      const next = encode(changed)
      if (await store.atomic.compareAndSwap(stateKey(id), text, next, FOREVER, now()))
        return { text: next, state: changed }
      current = await this.read(id)
    }
    return undefined
  }

  /** Stores an attempt for 30 days. */
  async putAttempt(id: string, attempt: DeliveryAttempt): Promise<void> {
    await this.#environment.store.set(attemptKey(id, attempt.attempt), attempt, ATTEMPT_KEPT_MS)
  }

  /** Returns whether an attempt is stored. */
  async hasAttempt(id: string, attempt: number): Promise<boolean> {
    return (await this.#environment.store.get(attemptKey(id, attempt))) !== undefined
  }

  /** Deletes an attempt that was stored after its webhook was deleted. */
  async deleteAttempt(id: string, attempt: number): Promise<void> {
    await this.#environment.store.delete(attemptKey(id, attempt))
  }

  /** Returns up to `limit` stored attempts with numbers of at most `newest`, newest first. */
  async attempts(id: string, newest: number, limit: number): Promise<DeliveryAttempt[]> {
    const found: DeliveryAttempt[] = []
    for await (const batch of this.#batches(id, newest)) {
      found.push(...batch)
      if (found.length >= limit) break
    }
    return found.slice(0, limit)
  }

  /** Deletes the state of a webhook and all its attempts. */
  async delete(id: string): Promise<void> {
    const { store, now } = this.#environment
    let text: string
    do text = await this.#readText(id)
    while (!(await store.atomic.compareAndSwap(stateKey(id), text, DELETED, now() + DELETED_KEPT_MS, now())))
    const newest = text === '' || text === DELETED ? 0 : decode(text).attempts
    for await (const batch of this.#batches(id, newest))
      await Promise.all(batch.map(({ attempt }) => this.deleteAttempt(id, attempt)))
  }

  /** Yields the stored attempts with numbers of at most `newest`, newest first. */
  async *#batches(id: string, newest: number): AsyncGenerator<DeliveryAttempt[]> {
    for (let last = newest; last > 0; last -= BATCH) {
      const numbers = Array.from({ length: Math.min(BATCH, last) }, (_, i) => last - i)
      const stored = await Promise.all(
        numbers.map((n) => this.#environment.store.get<DeliveryAttempt>(attemptKey(id, n))),
      )
      const batch = stored.filter((each) => each !== undefined)
      // Attempts expire in the order of their numbers.
      if (batch.length === 0 && last < newest) return
      yield batch
    }
  }

  async #readText(id: string): Promise<string> {
    const { store, now } = this.#environment
    return store.atomic.get(stateKey(id), now(), FOREVER)
  }
}

const stateKey = (id: string) => `webhook-state:${id}`
const attemptKey = (id: string, attempt: number) => `webhook-attempt:${id}:${attempt}`

/** Pending alerts are stored as rows of numbers: there may be a thousand. */
const ROW = ['seq', 'tries', 'dueAt', 'since', 'attempt', 'begunAt'] as const

function encode({ pending, ...state }: DeliveryState): string {
  const rows = pending.map((each) => ROW.map((name) => each[name]))
  return JSON.stringify({ ...state, pending: rows })
}

function decode(text: string): DeliveryState {
  // States of earlier versions have no count of dropped alerts.
  const { pending, ...state } = { dropped: 0, ...JSON.parse(text) } as Omit<DeliveryState, 'pending'> & {
    readonly pending: readonly (readonly number[])[]
  }
  return {
    ...state,
    pending: pending.map(
      ([seq = 0, tries = 0, dueAt = 0, since = 0, attempt = 0, begunAt = 0]): PendingAlert => {
        return { seq, tries, dueAt, since, attempt, begunAt }
      },
    ),
  }
}
