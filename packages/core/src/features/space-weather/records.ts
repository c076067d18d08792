import type { SpaceWeatherContext } from '#space-weather/context'
import { exportedIssues } from '#space-weather/forecast/exported-issues'
import { forecastKind } from '#space-weather/forecast/kept-forecasts'
import { outlookKind } from '#space-weather/forecast/kept-outlooks'
import { seriesKind } from '#space-weather/series/series-day'
import { type ExportedKinds, exportedRecords } from '#storage/records/exported'

/** The kinds of records that an export contains. */
export const spaceWeatherRecords: ExportedKinds<SpaceWeatherContext> = {
  seriesDays: exportedRecords(seriesKind(0), ({ settings }: SpaceWeatherContext) =>
    seriesKind(settings.keepSeries),
  ),
  forecastDays: exportedIssues(forecastKind),
  outlookDays: exportedIssues(outlookKind),
}
