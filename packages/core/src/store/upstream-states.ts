import type { Store } from '#store/store'
import { utcDay } from '#time'

/** What is known of one upstream feed from the last time it was asked; instants are epoch milliseconds. */
export interface UpstreamState {
  readonly ok: boolean
  readonly checked_at: number
  readonly http_status: number | null
  readonly latency_ms: number
  readonly last_ok_at: number | null
  readonly consecutive_failures: number
  /** When the first of those failures was; `null` while all is well. */
  readonly failing_since: number | null
  /** The newest instant that the feed's data refer to. */
  readonly data_as_of: number | null
  readonly schema_ok: boolean | null
  /** What is wrong, in words of our own. */
  readonly error: string | null
  /** A stable code for that, such as `unreachable`, `schema_mismatch`, `http_503`. */
  readonly reason: string | null
  /** How often it was asked on each of the last 90 days on which it was, ascending. */
  readonly days: readonly UpstreamDay[]
}

/** A UTC day, such as `2026-11-21`, and how the asks of that day went. */
export interface UpstreamDay {
  readonly day: string
  readonly good: number
  readonly failed: number
}

/** How one ask went. */
export type UpstreamOutcome = Omit<
  UpstreamState,
  'last_ok_at' | 'consecutive_failures' | 'failing_since' | 'days'
>

/** What was kept before there was a history. */
type Kept = Omit<UpstreamState, 'failing_since' | 'days' | 'reason'> & Partial<UpstreamState>

const DAYS = 90

/**
 * The states of all upstreams, shared through the store by every instance and by the CLI. Two instances that note at once
 * may lose one of the two counts of the day: it is a picture, not an account.
 */
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
    const kept = await this.#store.get<Kept>(this.#prefix + id)
    if (!kept) return undefined
    return { ...kept, reason: kept.reason ?? null, failing_since: failingSince(kept), days: kept.days ?? [] }
  }

  /** Notes how an ask went; a store that fails is reported and does not fail the ask. */
  async note(id: string, outcome: UpstreamOutcome): Promise<void> {
    try {
      const before = await this.get(id)
      await this.#store.set(this.#prefix + id, {
        ...outcome,
        data_as_of: outcome.data_as_of ?? before?.data_as_of ?? null,
        last_ok_at: outcome.ok ? outcome.checked_at : (before?.last_ok_at ?? null),
        consecutive_failures: outcome.ok ? 0 : (before?.consecutive_failures ?? 0) + 1,
        failing_since: outcome.ok ? null : (before?.failing_since ?? outcome.checked_at),
        days: withAsk(before?.days ?? [], outcome),
      } satisfies UpstreamState)
    } catch (error) {
      this.#onError(error)
    }
  }
}

/** Of a feed that was failing before we kept this, the last ask is the first failure we know of. */
function failingSince({ ok, checked_at, failing_since }: Kept): number | null {
  return failing_since ?? (ok ? null : checked_at)
}

function withAsk(known: readonly UpstreamDay[], { ok, checked_at }: UpstreamOutcome): UpstreamDay[] {
  const day = utcDay(checked_at)
  const { good, failed } = known.find((each) => each.day === day) ?? { good: 0, failed: 0 }
  return [
    ...known.filter((each) => each.day !== day),
    { day, good: good + (ok ? 1 : 0), failed: failed + (ok ? 0 : 1) },
  ]
    .sort((a, b) => (a.day < b.day ? -1 : 1))
    .slice(-DAYS)
}
