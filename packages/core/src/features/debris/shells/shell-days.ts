import * as v from 'valibot'
import type { DayChanges, DaySummary } from '#features/debris/diff/day-summary'
import { fromPacked, toPacked } from '#features/debris/shells/packed'
import { days, utcDay } from '#kernel/kit/time'
import { mergeByKey, partlyChecked, recordKind } from '#kernel/storage/records/record-kind'
import { Records } from '#kernel/storage/records/records'
import { DAY, matching, whole } from '#kernel/storage/records/schemas'
import type { Store } from '#kernel/storage/store'

/** Number of days that are kept. */
export const KEPT_DAYS = 400

/** Changes by a run on its day. */
export interface RunChanges extends DayChanges {
  readonly run_id: string
  /** Epoch milliseconds. */
  readonly computed_at: number
}

const counts = v.instance(Uint32Array)

/** The summary of a UTC day. */
export const shellDayKind = recordKind<DaySummary>({
  name: 'shell-day',
  id: DAY,
  schema: v.pipe(
    v.unknown(),
    v.transform(fromPacked),
    partlyChecked<DaySummary>(
      v.object({
        day: matching(DAY),
        byType: v.record(v.string(), whole),
        byOwner: v.record(v.string(), v.object({})),
        samplesByBand: counts,
        samplesByType: counts,
        samplesByConstellation: v.record(v.string(), counts),
      }),
    ),
  ),
  encode: toPacked,
})

const object = v.object({ norad_id: whole })

/** Changes by the runs of a UTC day, in the order of the runs. */
export const shellChangesKind = recordKind<readonly RunChanges[]>({
  name: 'shell-changes',
  id: DAY,
  schema: partlyChecked(
    v.array(
      v.object({ run_id: v.string(), computed_at: whole, added: v.array(object), removed: v.array(object) }),
    ),
  ),
  merge: (stored, added) =>
    mergeByKey(added, stored, ({ computed_at, run_id }) => `${computed_at} ${run_id}`),
})

/** The days of the shells of one origin set. Only the nightly job, which has a lease, writes them. */
export class ShellDays {
  readonly #summaries: Records<DaySummary>
  readonly #changes: Records<readonly RunChanges[]>

  constructor(store: Store, originsId: string) {
    this.#summaries = new Records(shellDayKind, { store }, originsId)
    this.#changes = new Records(shellChangesKind, { store }, originsId)
  }

  /**
   * Returns the summaries from one day to another, both included, oldest first; days without a run are
   * absent.
   */
  list(from: string, to: string): Promise<DaySummary[]> {
    return this.#summaries.list(daysBetween(from, to))
  }

  /** Returns the summary of the last day before a day such as `2026-11-01` that has one. */
  async lastBefore(day: string): Promise<DaySummary | undefined> {
    const last = (await this.#summaries.ids()).findLast((each) => each < day)
    return last === undefined ? undefined : this.#summaries.read(last)
  }

  /** Returns the changes on a day by all its runs; `undefined` if no run of that day had a previous run. */
  async readChanges(day: string): Promise<DayChanges | undefined> {
    const changes = await this.#changes.read(day)
    return changes?.reduce(mergeChanges)
  }

  /**
   * Writes the summary of a run and its changes. If a day has several runs, the summary of the last one is
   * kept, with the changes of all. Writing the same run again changes nothing.
   */
  async write(summary: DaySummary, changes: DayChanges | undefined): Promise<void> {
    const { day, runId, computedAt } = summary
    if (changes) {
      const { added, removed, truncated } = changes
      const ofRun = { run_id: runId, computed_at: computedAt, added, removed, truncated }
      await this.#changes.merge(day, [ofRun])
    }
    const known = await this.#summaries.read(day)
    const last = known && known.computedAt > computedAt ? known : summary
    const all = known && known.runId !== runId ? await this.readChanges(day) : undefined
    await this.#summaries.write(day, all ? recounted(last, all) : last)
  }

  /**
   * Deletes all but the newest 400 days: by their number and not by date, so that a clock that was ahead for
   * a night deletes one day and not all of them.
   */
  async prune(): Promise<void> {
    for (const days of [this.#summaries, this.#changes])
      for (const day of (await days.ids()).slice(0, -KEPT_DAYS)) await days.delete(day)
  }
}

/** Joins the changes of two runs of a day: an object that was added and removed again has not changed. */
function mergeChanges(earlier: RunChanges, later: RunChanges): RunChanges {
  const idsOf = (objects: readonly { readonly norad_id: number }[]) =>
    new Set(objects.map(({ norad_id }) => norad_id))
  const [addedBefore, removedBefore] = [idsOf(earlier.added), idsOf(earlier.removed)]
  const [addedLater, removedLater] = [idsOf(later.added), idsOf(later.removed)]
  return {
    ...later,
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
