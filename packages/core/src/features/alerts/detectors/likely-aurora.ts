import { sunElevationDeg } from '@space-data/charts/sun'
import type { AlertFacts } from '#features/alerts/alert'
import { factsOf } from '#features/alerts/alert-type'
import type { AuroraWatch } from '#features/alerts/aurora-watch'
import type { Detector } from '#features/alerts/detector'
import { auroraLikely } from '#features/alerts/types/space-weather'
import { DARK_DEG, toAuroraData } from '#features/space-weather/aurora/aurora'
import { type AuroraGrid, auroraGridIn } from '#features/space-weather/aurora/aurora-grid'
import { valueAt } from '#features/space-weather/grid/grid'
import { hours } from '#kernel/kit/time'

/**
 * Where `onlyDark` does not end a night: time for which the probability must be below half of the minimum, in
 * ms.
 */
const QUIET_MS = hours(12)

/** The watched locations and the aurora forecast. */
export interface WatchedAurora {
  readonly watches: readonly AuroraWatch[]
  readonly forecast: AuroraGrid
}

/**
 * Time since which it has been quiet at locations with a reported aurora, in epoch milliseconds; `null` if it
 * is not quiet.
 */
type State = Readonly<Record<string, number | null>>

/**
 * Finds likely aurora at watched locations whose subject is in a shard, with one alert per night. The next
 * alert is possible after the Sun was up or, where that does not end a night, after twelve quiet hours.
 */
export function likelyAurora(shard: number): Detector<State, WatchedAurora> {
  return {
    id: `aurora-${shard}`,
    initial: {},
    detect(before, { watches, forecast }) {
      const alerts: AlertFacts[] = []
      const state: Record<string, number | null> = {}
      const grid = auroraGridIn(forecast)
      const at = Date.parse(forecast.as_of)
      for (const watch of watches) {
        const { subject, place, minPercent, onlyDark } = watch
        const percent = valueAt(grid, place)
        const sunDeg = sunElevationDeg(
          place.latitudeDeg,
          place.longitudeDeg,
          Date.parse(forecast.forecast_at),
        )
        const isHidden = onlyDark && sunDeg >= DARK_DEG
        const quietSince = before[subject]
        if (quietSince === undefined) {
          if (isHidden || percent < minPercent) continue
          alerts.push(alertOf(watch, forecast, at))
          state[subject] = null
        } else if (!isHidden) {
          const since = percent < minPercent / 2 ? (quietSince ?? at) : null
          if (since === null || at - since < QUIET_MS) state[subject] = since
        }
      }
      return { state, alerts }
    },
  }
}

function alertOf({ subject, place, minPercent, onlyDark }: AuroraWatch, forecast: AuroraGrid, at: number) {
  const { view_line: _, observed_at, as_of: __, ...data } = toAuroraData(forecast, place, null)
  const { latitude_deg, longitude_deg } = data
  const url = `/v1/space-weather/aurora?latitude=${latitude_deg}&longitude=${longitude_deg}`
  return factsOf(auroraLikely, {
    subject,
    at,
    data: { ...data, threshold_percent: minPercent, only_dark: onlyDark, observed_at, url },
  })
}
