import * as v from 'valibot'
import { hours, utcDay, utcHour } from '#kit/time'
import { type OriginsFacts, parseOriginsId } from '#storage/origins-id'
import { listOriginsIds, partlyChecked, recordKind } from '#storage/records/record-kind'
import { Records } from '#storage/records/records'
import { DAY, matching, whole } from '#storage/records/schemas'
import type { Store } from '#storage/store'

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
 * approximate: of two instances that write at once, one may overwrite the other.
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
      await this.#records.write(id, state)
    } catch (error) {
      this.#onError(error)
    }
  }
}

/** Returns the feeds of other origin sets in a store, the last requested first; scans the states in it. */
export async function listFeedsElsewhere(store: Store, originsId: string): Promise<FeedsElsewhere[]> {
  const others = (await listOriginsIds(upstreamKind, store)).filter((each) => each !== originsId)
  const feeds = others.map(async (each) => {
    const records = new Records(upstreamKind, { store }, each)
    const states = await records.list(await records.ids())
    return { ...parseOriginsId(each), checkedAt: Math.max(0, ...states.map(({ checkedAt }) => checkedAt)) }
  })
  const found = (await Promise.all(feeds)).filter(({ checkedAt }) => checkedAt > 0)
  return found.sort((a, b) => b.checkedAt - a.checkedAt)
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
