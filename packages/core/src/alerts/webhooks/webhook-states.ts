import { days, FOREVER, hours } from '#kit/time'
import type { Store } from '#storage/store'
import { fromStored, toStored } from '#storage/stored-case'

/** How the deliveries of a webhook go; instants are epoch milliseconds. */
export interface DeliveryState {
  /** Identifies the log that `cursor` counts in: the set of origins of the instance. */
  readonly log: string
  /** `seq` of the last alert that was looked at: those up to it are pending, done or did not match. */
  readonly cursor: number
  /** Attempts begun so far; the number of the last one. */
  readonly attempts: number
  /** Ascending by `seq`. */
  readonly pending: readonly PendingAlert[]
  /** Alerts to look at again: those after `after`, up to `to`. */
  readonly replay: { readonly after: number; readonly to: number } | null
  readonly status: 'active' | 'disabled'
  readonly disabledReason: 'gone' | 'failing' | 'owner' | null
  readonly disabledAt: number | null
  /** `seq` after which nothing was sent when it was disabled last. */
  readonly disabledAfter: number | null
  /** Since it was disabled, the log has to be told: the `seq` from which the alert is looked for. */
  readonly announceFrom: number | null
  /** When the first failure since the last success was. */
  readonly failingSince: number | null
  /** When the last failure was that is not of the same moment as one before it. */
  readonly lastFailureAt: number | null
  /** While it is only probed: when the next attempt may begin. */
  readonly probeAt: number
  readonly lastSuccessAt: number | null
  readonly lastError: string | null
}

/** An alert that waits for its next attempt, or for the outcome of one; instants are epoch milliseconds. */
export interface PendingAlert {
  readonly seq: number
  /** Attempts begun. */
  readonly tries: number
  /** When the next attempt is due; while one is under way, when it would be if that one has no outcome. */
  readonly dueAt: number
  /** When it began to wait. */
  readonly since: number
  /** Number of the attempt whose outcome is not known; 0 for none. */
  readonly attempt: number
  /** When that attempt began. */
  readonly begunAt: number
}

/** One attempt, as it is stored. */
export interface AttemptRecord {
  readonly attempt: number
  readonly tryNumber: number
  readonly alertId: string
  readonly alertType: string
  readonly sequence: number | null
  /** ISO 8601 UTC. */
  readonly startedAt: string
  readonly outcome: 'delivered' | 'failed' | 'unknown'
  readonly httpStatus: number | null
  readonly durationMs: number | null
  readonly error: string | null
  readonly answer: string | null
}

/** A state with the text that a compare-and-swap expects; `''` if it is not stored yet. */
export interface StoredDeliveryState {
  readonly text: string
  readonly state: DeliveryState
}

/** Stored in place of a state while processes may still work on a webhook that was deleted. */
const DELETED = 'deleted'
const DELETED_KEPT_MS = hours(1)
const ATTEMPT_KEPT_MS = days(30)
/** Attempts read or deleted at once. */
const BATCH = 100

/**
 * The states of webhooks' deliveries, shared by all processes on a store. Each change is a compare-and-swap
 * of the whole state, so that no two processes make the same one.
 */
export class WebhookStates {
  readonly #store: Store
  readonly #now: () => number

  constructor(store: Store, now: () => number) {
    this.#store = store
    this.#now = now
  }

  /** Returns the state of a webhook, or `initial` if it has none; `undefined` if it was deleted. */
  async read(id: string, initial: DeliveryState): Promise<StoredDeliveryState | undefined> {
    const text = await this.#store.atomic.get(stateKey(id), this.#now(), FOREVER)
    if (text === DELETED) return undefined
    return { text, state: text === '' ? initial : decode(text) }
  }

  /**
   * Replaces a state by what `change` makes of it. `change` is called again whenever another process was
   * faster; if it returns the state that it got, nothing is written.
   * @param known The state as it was when last read.
   * @returns `undefined` if the webhook was deleted.
   */
  async update(
    id: string,
    known: StoredDeliveryState,
    change: (state: DeliveryState) => DeliveryState,
  ): Promise<StoredDeliveryState | undefined> {
    const initial = known.state
    let current: StoredDeliveryState | undefined = known
    while (current) {
      const { text, state }: StoredDeliveryState = current
      const changed = change(state)
      if (changed === state) return current
      const next = encode(changed)
      if (await this.#store.atomic.compareAndSwap(stateKey(id), text, next, FOREVER, this.#now()))
        return { text: next, state: changed }
      current = await this.read(id, initial)
    }
    return undefined
  }

  /** Stores an attempt for 30 days. */
  async putAttempt(id: string, attempt: AttemptRecord): Promise<void> {
    await this.#store.set(attemptKey(id, attempt.attempt), toStored(attempt), ATTEMPT_KEPT_MS)
  }

  /** Whether an attempt is stored. */
  async hasAttempt(id: string, attempt: number): Promise<boolean> {
    return (await this.#store.get(attemptKey(id, attempt))) !== undefined
  }

  /** Deletes an attempt that was stored after its webhook was deleted. */
  async deleteAttempt(id: string, attempt: number): Promise<void> {
    await this.#store.delete(attemptKey(id, attempt))
  }

  /** Returns up to `limit` stored attempts with numbers of at most `newest`, newest first. */
  async attempts(id: string, newest: number, limit: number): Promise<AttemptRecord[]> {
    const found: AttemptRecord[] = []
    for (let last = newest; last > 0 && found.length < limit; last -= BATCH) {
      const batch = await this.#readBatch(id, last)
      // They expire in the order of their numbers.
      if (batch.length === 0 && last < newest) break
      found.push(...batch)
    }
    return found.slice(0, limit)
  }

  /** Deletes the state of a webhook and all its attempts. */
  async delete(id: string): Promise<void> {
    const { atomic } = this.#store
    for (;;) {
      const text = await atomic.get(stateKey(id), this.#now(), FOREVER)
      const until = this.#now() + DELETED_KEPT_MS
      if (!(await atomic.compareAndSwap(stateKey(id), text, DELETED, until, this.#now()))) continue
      const newest = text === '' || text === DELETED ? 0 : decode(text).attempts
      for (let last = newest; last > 0; last -= BATCH) {
        const batch = await this.#readBatch(id, last)
        if (batch.length === 0 && last < newest) return
        await Promise.all(batch.map(({ attempt }) => this.deleteAttempt(id, attempt)))
      }
      return
    }
  }

  async #readBatch(id: string, last: number): Promise<AttemptRecord[]> {
    const numbers = Array.from({ length: Math.min(BATCH, last) }, (_, i) => last - i)
    const stored = await Promise.all(numbers.map((n) => this.#store.get<object>(attemptKey(id, n))))
    return stored.filter((each) => each !== undefined).map((each) => fromStored<AttemptRecord>(each))
  }
}

const stateKey = (id: string) => `webhook-state:${id}`
const attemptKey = (id: string, attempt: number) => `webhook-attempt:${id}:${attempt}`

/** Pending alerts are stored as rows of numbers: there may be a thousand. */
type Row = readonly [
  seq: number,
  tries: number,
  dueAt: number,
  since: number,
  attempt: number,
  begunAt: number,
]

function encode({ pending, ...state }: DeliveryState): string {
  const rows = pending.map(({ seq, tries, dueAt, since, attempt, begunAt }): Row => {
    return [seq, tries, dueAt, since, attempt, begunAt]
  })
  return JSON.stringify({ ...(toStored(state) as object), pending: rows })
}

function decode(text: string): DeliveryState {
  const { pending, ...stored } = JSON.parse(text) as { pending: readonly Row[] }
  return {
    ...fromStored<Omit<DeliveryState, 'pending'>>(stored),
    pending: pending.map(([seq, tries, dueAt, since, attempt, begunAt]) => {
      return { seq, tries, dueAt, since, attempt, begunAt }
    }),
  }
}
