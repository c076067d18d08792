import { customShellDaysKind, mergeCustomDays } from '#debris/custom-shells/custom-shell-days'
import { addChanges, shellChangesKind, shellDayKind } from '#debris/shells/shell-days'
import { lineOf, type MovedKind, movedByOrigins } from '#host/maintenance/moved-kind'
import { type ForecastIssue, forecastKind, KeptForecasts } from '#space-weather/forecast/kept-forecasts'
import { mergeDays, seriesKind } from '#space-weather/series/series-day'
import { listOriginsIds } from '#storage/records/record-kind'
import { checkKind, mergeReports } from '#upstreams/check/check-reports'
import type { SeriesId } from '#upstreams/recorded-series'

/** The reports of the weekly verification, by month. */
export const movedChecks = movedByOrigins('check_month', checkKind, mergeReports)

/** The histories of custom shells, by month; a day that is there already is not replaced. */
export const movedCustomShellMonths = movedByOrigins(
  'custom_shell_month',
  customShellDaysKind,
  mergeCustomDays,
)

/** The summaries of days; one that is there already is not replaced. */
export const movedHistoryDays = movedByOrigins(
  'history_day',
  shellDayKind,
  (stored, imported) => stored ?? imported,
)

/** What the runs of days have changed. */
export const movedChanges = movedByOrigins('change_day', shellChangesKind, addChanges)

/** The series of space weather: a day that is there already gets the rows that it lacks. */
export const movedSeriesDays = movedByOrigins(
  'series_day',
  seriesKind(0),
  (stored, imported, id) => mergeDays(id.split(':')[0] as SeriesId, stored, imported),
  ({ spaceWeather: { series } }, origins = '') => series.ofOrigins(origins).records,
)

/** The forecasts of Kp, which were recorded beside the series, by day. */
export const movedForecastDays: MovedKind<readonly ForecastIssue[]> = {
  ...forecastKind,
  type: 'forecast_day',
  hasOrigins: true,
  async *lines({ store, now }) {
    for (const origins of await listOriginsIds(seriesKind(0), store)) {
      for await (const [id, record] of new KeptForecasts(store, origins, now).days())
        yield [lineOf(movedForecastDays, { origins, id, record })]
    }
  },
  async restore({ origins = '', record }, { context: { store, now } }) {
    const forecasts = new KeptForecasts(store, origins, now)
    for (const issue of record) await forecasts.keep(issue)
  },
}
