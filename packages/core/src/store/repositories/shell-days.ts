import type { DayChanges, DaySummary } from '#orbit/day-summary'
import type { Store } from '#store/store'
import { fromStored, toStored } from '#store/stored-case'
import { fromVarints, toVarints } from '#store/varints'
import { days, utcDay } from '#time'

/** How many days are kept. */
export const KEPT_DAYS = 400

/** The daily summaries of the shells of one origin set. */
export class ShellDays {
  readonly #store: Store
  readonly #prefix: string

  constructor(store: Store, originsId: string) {
    this.#store = store
    this.#prefix = `shell-day:${originsId}:`
  }

  /** Returns the summary of a day such as `2026-11-22`, if there is one. */
  async read(day: string): Promise<DaySummary | undefined> {
    const stored = await this.#store.get<object>(`${this.#prefix}${day}:summary`)
    return stored === undefined ? undefined : decodeSummary(stored)
  }

  /**
   * Returns the summaries from one day to another, both included, oldest first; days without a run are
   * absent.
   */
  async list(from: string, to: string): Promise<DaySummary[]> {
    const found = await Promise.all(daysBetween(from, to).map((day) => this.read(day)))
    return found.filter((summary) => summary !== undefined)
  }

  /** Returns the summary of the last day before a day such as `2026-11-01` that has one. */
  async lastBefore(day: string): Promise<DaySummary | undefined> {
    const days = (await this.#store.keys(this.#prefix))
      .map((key) => key.slice(this.#prefix.length))
      .filter((name) => name.endsWith(':summary') && name < day)
    const last = days.sort().at(-1)?.split(':')[0]
    return last === undefined ? undefined : this.read(last)
  }

  /** Returns what changed on a day, by all its runs; `undefined` if no run of that day had one before it. */
  async readChanges(day: string): Promise<DayChanges | undefined> {
    const found: StoredChanges[] = []
    for (const key of await this.#store.keys(`${this.#prefix}${day}:changes:`)) {
      const stored = await this.#store.get<StoredChanges>(key)
      if (stored) found.push(stored)
    }
    if (found.length === 0) return undefined
    return found.sort((one, other) => one.computed_at - other.computed_at).reduce(mergeChanges)
  }

  /**
   * Writes the summary of a run, and what it changed. A later run of the same day replaces the summary and
   * adds its changes. Writing the same run again changes nothing.
   */
  async write(summary: DaySummary, changes: DayChanges | undefined): Promise<void> {
    const { day, runId, computedAt } = summary
    if (changes) {
      const { added, removed, truncated } = changes
      const stored: StoredChanges = { computed_at: computedAt, added, removed, truncated }
      await this.#store.set(`${this.#prefix}${day}:changes:${runId}`, stored)
    }
    const known = await this.read(day)
    if (known && known.computedAt > computedAt) return
    const all = known && known.runId !== runId ? await this.readChanges(day) : undefined
    await this.#store.set(
      `${this.#prefix}${day}:summary`,
      encodeSummary(all ? recounted(summary, all) : summary),
    )
  }

  /** Yields all records under their names, `2026-11-22:summary` and `2026-11-22:changes:<run>`. */
  async *records(): AsyncGenerator<{ readonly name: string; readonly value: object }> {
    for (const key of (await this.#store.keys(this.#prefix)).sort()) {
      const value = await this.#store.get<object>(key)
      if (value) yield { name: key.slice(this.#prefix.length), value }
    }
  }

  /** Writes a record that `records` yielded, unless there is one of this name. */
  async restore({ name, value }: { readonly name: string; readonly value: object }): Promise<void> {
    if ((await this.#store.get(this.#prefix + name)) === undefined)
      await this.#store.set(this.#prefix + name, value)
  }

  /**
   * Deletes all but the newest 400 days: by number and not by date, so that a clock that was ahead for a
   * night deletes one day and not all of them.
   */
  async prune(): Promise<void> {
    const keys = await this.#store.keys(this.#prefix)
    const dayOf = (key: string) => key.slice(this.#prefix.length).split(':')[0] ?? ''
    const kept = new Set([...new Set(keys.map(dayOf))].sort().slice(-KEPT_DAYS))
    for (const key of keys) if (!kept.has(dayOf(key))) await this.#store.delete(key)
  }
}

/** Returns the ids of the origin sets that have summaries in a store, ascending. */
export async function listOriginsIdsWithDays(store: Store): Promise<string[]> {
  const names = await store.keys('shell-day:')
  const originsIds = names.map((name) => /^shell-day:(.*):\d{4}-\d\d-\d\d:summary$/.exec(name)?.[1])
  return [...new Set(originsIds.filter((originsId) => originsId !== undefined))].sort()
}

/** Encodes a summary for a record. */
export function encodeSummary({
  byType,
  byOwner,
  samplesByBand,
  samplesByType,
  samplesByConstellation,
  ...facts
}: DaySummary): object {
  return {
    ...(toStored(facts) as object),
    // Types and owners are values, not names of fields.
    by_type: byType,
    by_owner: byOwner,
    samples_by_band: toVarints(samplesByBand),
    samples_by_type: toVarints(samplesByType),
    samples_by_constellation: mapValues(samplesByConstellation, toVarints),
  }
}

/** Decodes what `encodeSummary` encoded. */
export function decodeSummary(stored: object): DaySummary {
  const { by_type, by_owner, samples_by_band, samples_by_type, samples_by_constellation, ...facts } =
    stored as StoredSummary
  return {
    ...fromStored<DaySummary>(facts),
    byType: by_type,
    byOwner: by_owner,
    samplesByBand: fromVarints(samples_by_band),
    samplesByType: fromVarints(samples_by_type),
    samplesByConstellation: mapValues(samples_by_constellation, fromVarints),
  }
}

function mapValues<T, U>(of: Readonly<Record<string, T>>, map: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(of).map(([name, value]) => [name, map(value)]))
}

interface StoredSummary {
  readonly by_type: DaySummary['byType']
  readonly by_owner: DaySummary['byOwner']
  readonly samples_by_band: string
  readonly samples_by_type: string
  readonly samples_by_constellation: Readonly<Record<string, string>>
}

interface StoredChanges extends DayChanges {
  /** Epoch milliseconds. */
  readonly computed_at: number
}

/** Joins the changes of two runs of a day: what was added and removed again did not change. */
function mergeChanges(earlier: StoredChanges, later: StoredChanges): StoredChanges {
  const idsOf = (objects: readonly { readonly norad_id: number }[]) =>
    new Set(objects.map(({ norad_id }) => norad_id))
  const [addedBefore, removedBefore] = [idsOf(earlier.added), idsOf(earlier.removed)]
  const [addedLater, removedLater] = [idsOf(later.added), idsOf(later.removed)]
  return {
    computed_at: later.computed_at,
    added: [
      ...earlier.added.filter(({ norad_id }) => !removedLater.has(norad_id)),
      ...later.added.filter(({ norad_id }) => !removedBefore.has(norad_id)),
    ],
    removed: [
      ...earlier.removed.filter(({ norad_id }) => !addedLater.has(norad_id)),
      ...later.removed.filter(({ norad_id }) => !addedBefore.has(norad_id)),
    ],
    truncated: earlier.truncated || later.truncated,
  }
}

function recounted(summary: DaySummary, { added, removed }: DayChanges): DaySummary {
  const decayedCount = removed.filter(({ reason }) => reason === 'decayed').length
  return { ...summary, addedCount: added.length, removedCount: removed.length, decayedCount }
}

function daysBetween(from: string, to: string): string[] {
  const names: string[] = []
  for (let at = Date.parse(from); at <= Date.parse(to); at += days(1)) names.push(utcDay(at))
  return names
}
