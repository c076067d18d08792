import { type Issue, KeptIssues } from '#features/space-weather/forecast/kept-issues'
import { seriesKind } from '#features/space-weather/series/series-day'
import { AtomicRecords } from '#kernel/storage/records/atomic-records'
import { type Exported, ofAllOrigins } from '#kernel/storage/records/exported'
import { listOriginsIds, type RecordKind } from '#kernel/storage/records/record-kind'

/** Declares that the recorded forecasts are exported by day, together with the series. */
export function exportedIssues<T extends Issue>(kind: RecordKind<readonly T[]>): Exported<readonly T[]> {
  const all = ofAllOrigins(kind)
  return {
    ...all,
    async *entries({ store, now }) {
      for (const origins of await listOriginsIds(seriesKind(0), store)) {
        for await (const [day, issues] of new KeptIssues(kind, store, origins, now).days())
          yield [[`${origins}:${day}`, issues]]
      }
    },
    restore: (id, issues, { context }) => new AtomicRecords(all, context).merge(id, issues),
  }
}
