import { type ForecastIssue, forecastKind, KeptForecasts } from '#space-weather/forecast/kept-forecasts'
import { seriesKind } from '#space-weather/series/series-day'
import { AtomicRecords } from '#storage/records/atomic-records'
import { type Exported, ofAllOrigins } from '#storage/records/exported'
import { listOriginsIds } from '#storage/records/record-kind'

const kind = ofAllOrigins(forecastKind)

/** The forecasts of Kp, which were recorded beside the series, by day. */
export const exportedForecasts: Exported<readonly ForecastIssue[]> = {
  ...kind,
  async *entries({ store, now }) {
    for (const origins of await listOriginsIds(seriesKind(0), store)) {
      for await (const [day, issues] of new KeptForecasts(store, origins, now).days())
        yield [[`${origins}:${day}`, issues]]
    }
  },
  restore: (id, issues, { context }) => new AtomicRecords(kind, context).merge(id, issues),
}
