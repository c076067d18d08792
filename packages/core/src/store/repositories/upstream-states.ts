import { type OriginsFacts, parseOriginsId } from '#store/origins-id'
import type { Store } from '#store/store'
import { fromStored, toStored } from '#store/stored-case'
import { hours, utcDay, utcHour } from '#time'

/** State of an upstream feed after its last request; instants are epoch milliseconds. */
export interface UpstreamState {
  readonly ok: boolean
  readonly checkedAt: number
  readonly httpStatus: number | null
  readonly latencyMs: number
  readonly lastOkAt: number | null
  readonly consecutiveFailures: number
  /** When the first of those failures was; `null` if the last request succeeded. */
  readonly failingSince: number | null
  /** The latest instant that the feed's data refer to. */
  readonly dataAsOf: number | null
  readonly schemaOk: boolean | null
  /** What is wrong, never quoting the upstream. */
  readonly error: string | null
  /** A stable code of the error, such as `unreachable`, `schema_mismatch`, `http_503`. */
  readonly reason: string | null
  /** Requests on each of the last 90 days that had any, ascending. */
  readonly days: readonly UpstreamDay[]
  /** Requests in each of the last 24 clock hours that had any, ascending. */
  readonly hours: readonly UpstreamHour[]
}

/** Successful and failed requests in a UTC hour, such as `2026-11-21T13`. */
export interface UpstreamHour {
  readonly hour: string
  readonly good: number
  readonly failed: number
}

/** Successful and failed requests on a UTC day, such as `2026-11-21`. */
export interface UpstreamDay {
  readonly day: string
  readonly good: number
  readonly failed: number
}

/** Outcome of one request. */
export type UpstreamOutcome = Omit<
  UpstreamState,
  'lastOkAt' | 'consecutiveFailures' | 'failingSince' | 'days' | 'hours'
>

/** Feeds that instances with other upstreams recorded in the same store. */
export interface FeedsElsewhere extends OriginsFacts {
  /** When the newest request to one of them was, epoch milliseconds. */
  readonly checkedAt: number
}

const DAYS = 90
const HOURS = 24

const keyPrefix = (originsId: string) => `upstream:${originsId}:`

/**
 * The states of all upstreams, shared through the store by all instances and the CLI. The counts of a day are
 * approximate: of two instances that write at once, one may overwrite the other.
 */
export class UpstreamStates {
  readonly #store: Store
  readonly #prefix: string
  readonly #onError: (error: unknown) => void

  constructor(store: Store, originsId: string, onError: (error: unknown) => void) {
    this.#store = store
    this.#prefix = keyPrefix(originsId)
    this.#onError = onError
  }

  async get(id: string): Promise<UpstreamState | undefined> {
    return fromStored<UpstreamState | undefined>(await this.#store.get(this.#prefix + id))
  }

  /** Stores the outcome of a request. Never rejects: a failing store is reported. */
  async record(id: string, outcome: UpstreamOutcome): Promise<void> {
    try {
      const before = await this.get(id)
      const state: UpstreamState = {
        ...outcome,
        dataAsOf: outcome.dataAsOf ?? before?.dataAsOf ?? null,
        lastOkAt: outcome.ok ? outcome.checkedAt : (before?.lastOkAt ?? null),
        consecutiveFailures: outcome.ok ? 0 : (before?.consecutiveFailures ?? 0) + 1,
        failingSince: outcome.ok ? null : (before?.failingSince ?? outcome.checkedAt),
        days: withDay(before?.days ?? [], outcome),
        hours: withHour(before?.hours ?? [], outcome),
      }
      await this.#store.set(this.#prefix + id, toStored(state))
    } catch (error) {
      this.#onError(error)
    }
  }
}

/** Returns the feeds of other origin sets in a store, the last requested first; scans the states in it. */
export async function listFeedsElsewhere(store: Store, originsId: string): Promise<FeedsElsewhere[]> {
  const names = await store.keys('upstream:')
  const checkedAt = new Map<string, number>()
  for (const name of names) {
    const origins = /^upstream:(.*):[^:]+$/.exec(name)?.[1]
    if (origins === undefined || origins === originsId) continue
    const state = fromStored<UpstreamState | undefined>(await store.get(name))
    if (state) checkedAt.set(origins, Math.max(checkedAt.get(origins) ?? 0, state.checkedAt))
  }
  return [...checkedAt]
    .map(([origins, at]) => ({ ...parseOriginsId(origins), checkedAt: at }))
    .sort((a, b) => b.checkedAt - a.checkedAt)
}

function withDay(recorded: readonly UpstreamDay[], { ok, checkedAt }: UpstreamOutcome): UpstreamDay[] {
  const day = utcDay(checkedAt)
  const before = recorded.find((each) => each.day === day)
  return [...recorded.filter((each) => each.day !== day), { day, ...counted(before, ok) }]
    .sort((a, b) => (a.day < b.day ? -1 : 1))
    .slice(-DAYS)
}

function withHour(recorded: readonly UpstreamHour[], { ok, checkedAt }: UpstreamOutcome): UpstreamHour[] {
  const [hour, oldest] = [utcHour(checkedAt), utcHour(checkedAt - hours(HOURS - 1))]
  const before = recorded.find((each) => each.hour === hour)
  return [
    ...recorded.filter((each) => each.hour !== hour && each.hour >= oldest),
    { hour, ...counted(before, ok) },
  ]
    .sort((a, b) => (a.hour < b.hour ? -1 : 1))
    .slice(-HOURS)
}

function counted(before: { good: number; failed: number } | undefined, ok: boolean) {
  const { good, failed } = before ?? { good: 0, failed: 0 }
  return { good: good + (ok ? 1 : 0), failed: failed + (ok ? 0 : 1) }
}
