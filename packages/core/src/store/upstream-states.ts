import type { Store } from '#store/store'

/** What is known of one upstream feed from the last time it was asked; instants are epoch milliseconds. */
export interface UpstreamState {
  readonly ok: boolean
  readonly checked_at: number
  readonly http_status: number | null
  readonly latency_ms: number
  readonly last_ok_at: number | null
  readonly consecutive_failures: number
  /** The newest instant that the feed's data refer to. */
  readonly data_as_of: number | null
  readonly schema_ok: boolean | null
  /** What is wrong, in words of our own. */
  readonly error: string | null
}

/** The states of all upstreams, shared through the store by every instance and by the CLI. */
export class UpstreamStates {
  readonly #store: Store
  readonly #prefix: string
  readonly #onError: (error: unknown) => void

  constructor(store: Store, world: string, onError: (error: unknown) => void) {
    this.#store = store
    this.#prefix = `upstream:${world}:`
    this.#onError = onError
  }

  async get(id: string): Promise<UpstreamState | undefined> {
    return this.#store.get<UpstreamState>(this.#prefix + id)
  }

  /** Notes how an ask went; a store that fails is reported and does not fail the ask. */
  async note(id: string, outcome: Omit<UpstreamState, 'last_ok_at' | 'consecutive_failures'>): Promise<void> {
    try {
      const before = await this.get(id)
      await this.#store.set(this.#prefix + id, {
        ...outcome,
        data_as_of: outcome.data_as_of ?? before?.data_as_of ?? null,
        last_ok_at: outcome.ok ? outcome.checked_at : (before?.last_ok_at ?? null),
        consecutive_failures: outcome.ok ? 0 : (before?.consecutive_failures ?? 0) + 1,
      } satisfies UpstreamState)
    } catch (error) {
      this.#onError(error)
    }
  }
}
