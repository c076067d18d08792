import type { SpaceWeatherContext } from '#features/space-weather/context'
import { exportedIssues } from '#features/space-weather/forecast/exported-issues'
import { forecastKind } from '#features/space-weather/forecast/kept-forecasts'
import { outlookKind } from '#features/space-weather/forecast/kept-outlooks'
import { seriesKind } from '#features/space-weather/series/series-day'
import { type ExportedKinds, exportedRecords } from '#kernel/storage/records/exported'

/** The kinds of records that an export contains. */
export const spaceWeatherRecords: ExportedKinds<SpaceWeatherContext> = {
  seriesDays: exportedRecords(seriesKind(0), ({ settings }: SpaceWeatherContext) =>
    seriesKind(settings.keepSeries),
  ),
  forecastDays: exportedIssues(forecastKind),
  outlookDays: exportedIssues(outlookKind),
}
