import type { Alert } from '#features/alerts/alert'
import { isNoaas } from '#features/alerts/types/notices'
import { flareClassFlux, radioBlackouts, scaleFor } from '#features/space-weather/scales/noaa-scales'

/** Returns the level of a NOAA scale that an alert states or, for a flare, has, such as `G4`; `null` without one. */
export function scaleOf({ type, data }: Pick<Alert, 'type' | 'data'>): string | null {
  const { level, scale, peak_class } = data
  const found =
    type === 'solar.flare' && typeof peak_class === 'string'
      ? scaleFor(radioBlackouts, flareClassFlux(peak_class))
      : isNoaas(type)
        ? `${scale}${level}`
        : String(level)
  return /^[GRS][1-5]$/.test(found) ? found : null
}

/** Returns the number of a level, such as 4 for `G4`; 0 for `null`. */
export function levelNumber(scale: string | null): number {
  return scale === null ? 0 : Number(scale.slice(1))
}
