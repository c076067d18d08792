import * as v from 'valibot'
import { type Alert, createAlert } from '#features/alerts/alert'
import type { AlertLog } from '#features/alerts/alert-log'
import type { Detector } from '#features/alerts/detector'
import { AtomicRecords } from '#kernel/storage/records/atomic-records'
import { partlyChecked, recordKind } from '#kernel/storage/records/record-kind'
import type { Store } from '#kernel/storage/store'

/** The stored state of a detector, with alerts that may not be in the log yet. */
export interface StoredState {
  readonly state: unknown
  readonly outbox: readonly Alert[]
  /** A position in the log before all alerts of the outbox. */
  readonly from: number
}

/** The states of detectors, each under the id of its detector. */
export const stateKind = recordKind<StoredState>({
  name: 'alert-state',
  id: /.+/,
  // A state that its detector cannot read must stop only that detector, and must not count as a failure of
  // the store.
  schema: partlyChecked(v.object({})),
  encode: (stored) => stored,
})

/** The states of the detectors, shared through the store. */
export class DetectorStates {
  readonly #records: AtomicRecords<StoredState>
  readonly #now: () => number
  readonly #alertLog: AlertLog

  constructor(store: Store, originsId: string, now: () => number, alertLog: AlertLog) {
    this.#records = new AtomicRecords(stateKind, { store, now }, originsId)
    this.#now = now
    this.#alertLog = alertLog
  }

  /** Returns the state of a detector. */
  async read<State>({ id, initial }: Detector<State, never>): Promise<State> {
    const stored = await this.#records.read(id)
    return stored ? (stored.state as State) : initial
  }

  /** Deletes the state of a detector whose subject no longer exists. */
  async delete(detectorId: string): Promise<void> {
    await this.#records.update(detectorId, () => undefined)
  }

  /**
   * Stores the next state of a detector together with its alerts in one compare-and-swap, then appends the
   * alerts to the log, then empties the outbox. If a process ends in between, the alerts stay in the outbox,
   * and the next run of any process appends them first. Appending twice changes nothing.
   * @param observation `undefined` if there is none: only the outbox of an earlier run is appended.
   * @returns Number of alerts appended by this call, or by another process at the same time.
   */
  async run<State, Observation>(
    detector: Detector<State, Observation>,
    observation: Observation | undefined,
  ): Promise<number> {
    let logged = 0
    for (let isObserved = observation === undefined; ; ) {
      let hasAppended = false
      const stored = await this.#records.update(detector.id, async (before) => {
        hasAppended = before !== undefined && before.outbox.length > 0
        if (before && hasAppended) {
          await this.#alertLog.append(before.outbox, before.from)
          logged += before.outbox.length
          return { state: before.state, outbox: [], from: 0 }
        }
        return observation === undefined || isObserved ? before : this.#next(detector, observation, before)
      })
      if (hasAppended ? isObserved : !stored?.outbox.length) return logged
      if (!hasAppended) isObserved = true
    }
  }

  /** Returns the next state to store: `stored` itself if the observation changes nothing. */
  async #next<State, Observation>(
    { initial, detect }: Detector<State, Observation>,
    observation: Observation,
    stored: StoredState | undefined,
  ): Promise<StoredState | undefined> {
    const before = stored ?? { state: initial, outbox: [], from: 0 }
    const { state, alerts } = detect(before.state as State, observation, this.#now())
    const from = alerts.length === 0 ? 0 : 1 + (await this.#alertLog.head())
    const next: StoredState = { state, outbox: alerts.map(createAlert), from }
    return JSON.stringify(next) === JSON.stringify(before) ? stored : next
  }
}

/** Returns the id of the detector that finds changes of a custom shell. */
export function customShellDetectorId(shellId: string): string {
  return `custom-shell-${shellId}`
}
