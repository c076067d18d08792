import * as v from 'valibot'
import { hours, utcDay, utcHour } from '#kernel/kit/time'
import { type OriginsFacts, parseOriginsId } from '#kernel/storage/origins-id'
import { listOriginsIds, partlyChecked, recordKind } from '#kernel/storage/records/record-kind'
import { Records } from '#kernel/storage/records/records'
import { DAY, matching, whole } from '#kernel/storage/records/schemas'
import type { Store } from '#kernel/storage/store'

/** State of an upstream feed after its last request; instants are epoch milliseconds. */
export interface UpstreamState {
  readonly ok: boolean
  readonly checkedAt: number
  readonly httpStatus: number | null
  readonly latencyMs: number
  readonly lastOkAt: number | null
  readonly consecutiveFailures: number
  /** Time of the first of those failures; `null` if the last request succeeded. */
  readonly failingSince: number | null
  /** The latest time that the feed's data refer to. */
  readonly dataAsOf: number | null
  readonly schemaOk: boolean | null
  /** Description of the error, without quotations from the upstream. */
  readonly error: string | null
  /** A stable code of the error, such as `unreachable`, `schema_mismatch`, `http_503`. */
  readonly reason: string | null
  /** Requests on each of the last 90 days that had any, ascending. */
  readonly days: readonly UpstreamDay[]
  /** Requests in each of the last 24 clock hours that had any, ascending. */
  readonly hours: readonly UpstreamHour[]
}

/** Numbers of successful and failed requests. */
interface Counts {
  readonly good: number
  readonly failed: number
}

/** Requests in a UTC hour, such as `2026-11-21T13`. */
export interface UpstreamHour extends Counts {
  readonly hour: string
}

/** Requests on a UTC day, such as `2026-11-21`. */
export interface UpstreamDay extends Counts {
  readonly day: string
}

/** Outcome of one request. */
export type UpstreamOutcome = Omit<
  UpstreamState,
  'lastOkAt' | 'consecutiveFailures' | 'failingSince' | 'days' | 'hours'
>

/** Feeds that instances with other upstreams recorded in the same store. */
export interface FeedsElsewhere extends OriginsFacts {
  /** Whether the feeds belong to a mirror, which sends requests only to its central instance. */
  readonly isMirror: boolean
  /** Time of the newest request to one of them, epoch milliseconds. */
  readonly checkedAt: number
}

const DAYS = 90
const HOURS = 24

const counts = { good: whole, failed: whole }

/** The state of a feed, under its id. */
const upstreamKind = recordKind<UpstreamState>({
  name: 'upstream',
  id: /[^:]+/,
  schema: partlyChecked<UpstreamState>(
    v.object({
      ok: v.boolean(),
      checkedAt: whole,
      days: v.array(v.object({ day: matching(DAY), ...counts })),
      hours: v.array(v.object({ hour: v.string(), ...counts })),
    }),
  ),
})

/**
 * The states of all upstreams, shared through the store by all instances and the CLI. The counts of a day are
 * approximate: if two instances write at once, one may overwrite the other.
 */
export class UpstreamStates {
  readonly #records: Records<UpstreamState>
  readonly #onError: (error: unknown) => void

  constructor(store: Store, originsId: string, onError: (error: unknown) => void) {
    this.#records = new Records(upstreamKind, { store }, originsId)
    this.#onError = onError
  }

  get(id: string): Promise<UpstreamState | undefined> {
    return this.#records.read(id)
  }

  /** Stores the outcome of a request. Never rejects: a failing store is reported. */
  async record(id: string, outcome: UpstreamOutcome): Promise<void> {
    try {
      const { ok, checkedAt } = outcome
      const before = await this.get(id)
      const oldestHour = utcHour(checkedAt - hours(HOURS - 1))
      const recentHours = (before?.hours ?? []).filter(({ hour }) => hour >= oldestHour)
      const state: UpstreamState = {
        ...outcome,
        dataAsOf: outcome.dataAsOf ?? before?.dataAsOf ?? null,
        lastOkAt: ok ? checkedAt : (before?.lastOkAt ?? null),
        consecutiveFailures: ok ? 0 : (before?.consecutiveFailures ?? 0) + 1,
        failingSince: ok ? null : (before?.failingSince ?? checkedAt),
        days: count(before?.days ?? [], 'day', utcDay(checkedAt), ok).slice(-DAYS),
        hours: count(recentHours, 'hour', utcHour(checkedAt), ok).slice(-HOURS),
      }
      await this.#records.write(id, state)
    } catch (error) {
      this.#onError(error)
    }
  }
}

/**
 * Returns the feeds of other origin sets in a store, most recently requested first. Scans all states in the
 * store.
 */
export async function listFeedsElsewhere(store: Store, originsId: string): Promise<FeedsElsewhere[]> {
  const others = (await listOriginsIds(upstreamKind, store)).filter((each) => each !== originsId)
  const feeds = others.map(async (each) => {
    const records = new Records(upstreamKind, { store }, each)
    const ids = await records.ids()
    const states = await records.list(ids)
    const checkedAt = Math.max(0, ...states.map((state) => state.checkedAt))
    return { ...parseOriginsId(each), isMirror: ids.some((id) => id.startsWith('central-')), checkedAt }
  })
  const found = (await Promise.all(feeds)).filter(({ checkedAt }) => checkedAt > 0)
  return found.sort((a, b) => b.checkedAt - a.checkedAt)
}

/** Counts an outcome in the entry of its day or hour. Returns the entries in ascending order. */
function count<Name extends string, Entry extends Counts & { readonly [N in Name]: string }>(
  entries: readonly Entry[],
  name: Name,
  span: string,
  ok: boolean,
): Entry[] {
  const before = entries.find((each) => each[name] === span)
  const { good, failed } = before ?? { good: 0, failed: 0 }
  const entry = { [name]: span, good: good + (ok ? 1 : 0), failed: failed + (ok ? 0 : 1) } as unknown as Entry
  return [...entries.filter((each) => each !== before), entry].sort((a, b) => (a[name] < b[name] ? -1 : 1))
}
