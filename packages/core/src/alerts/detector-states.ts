import { type Alert, createAlert } from '#alerts/alert'
import type { AlertLog } from '#alerts/alert-log'
import type { Detector } from '#alerts/detector'
import { FOREVER } from '#kit/time'
import type { Store } from '#storage/store'

/** The state of a detector as it is stored, with alerts that are perhaps not in the log yet. */
interface StoredState<State> {
  readonly state: State
  readonly outbox: readonly Alert[]
  /** A position in the log that is before all alerts of the outbox. */
  readonly from: number
}

/** The states of the detectors, shared through the store. */
export class DetectorStates {
  readonly #store: Store
  readonly #originsId: string
  readonly #now: () => number
  readonly #alertLog: AlertLog

  constructor(store: Store, originsId: string, now: () => number, alertLog: AlertLog) {
    this.#store = store
    this.#originsId = originsId
    this.#now = now
    this.#alertLog = alertLog
  }

  /** Returns the state of a detector. */
  async read<State>(detector: Detector<State, never>): Promise<State> {
    return parse(await this.#text(detector.id), detector).state
  }

  /** Deletes the state of the detector of something that is no more. */
  async delete(detectorId: string): Promise<void> {
    const text = await this.#text(detectorId)
    if (text !== '') await this.#store.atomic.compareAndSwap(this.#key(detectorId), text, '', 0, this.#now())
  }

  /**
   * Stores the next state of a detector together with the alerts that go with it, in one compare-and-swap,
   * then appends them to the log, then empties the outbox. A process that ends in between leaves them in the
   * outbox, and the next run appends them first, of this process or another. Appending twice changes nothing.
   * @param observation `undefined` if there is none: only the outbox of an earlier run is appended.
   * @returns How many alerts this call has appended, or another process at the same time.
   */
  async run<State, Observation>(
    detector: Detector<State, Observation>,
    observation: Observation | undefined,
  ): Promise<number> {
    let logged = 0
    for (;;) {
      const text = await this.#text(detector.id)
      const stored = parse(text, detector)
      if (stored.outbox.length > 0) {
        logged += await this.#emptyOutbox(detector.id, stored, text)
        continue
      }
      if (observation === undefined) return logged
      const { state, alerts } = detector.detect(stored.state, observation, this.#now())
      const from = alerts.length === 0 ? 0 : 1 + (await this.#alertLog.head())
      const next: StoredState<State> = { state, outbox: alerts.map(createAlert), from }
      const nextText = JSON.stringify(next)
      if (nextText === text || (text === '' && nextText === JSON.stringify(stored))) return logged
      if (!(await this.#swap(detector.id, text, nextText))) continue
      if (alerts.length === 0) return logged
      return logged + (await this.#emptyOutbox(detector.id, next, nextText))
    }
  }

  async #emptyOutbox<State>(
    id: string,
    { state, outbox, from }: StoredState<State>,
    text: string,
  ): Promise<number> {
    await this.#alertLog.append(outbox, from)
    const emptied: StoredState<State> = { state, outbox: [], from: 0 }
    // If this fails, another process has emptied it.
    await this.#swap(id, text, JSON.stringify(emptied))
    return outbox.length
  }

  async #text(id: string): Promise<string> {
    return this.#store.atomic.get(this.#key(id), this.#now(), FOREVER)
  }

  async #swap(id: string, from: string, to: string): Promise<boolean> {
    return this.#store.atomic.compareAndSwap(this.#key(id), from, to, FOREVER, this.#now())
  }

  #key(id: string): string {
    return `alert-state:${this.#originsId}:${id}`
  }
}

function parse<State>(text: string, { initial }: Detector<State, never>): StoredState<State> {
  return text === '' ? { state: initial, outbox: [], from: 0 } : JSON.parse(text)
}
