import type { Pass } from '#catalogue/orbit/passes'
import { formatDay, formatTime } from '#endpoint/page/timestamps'
import type { PassFacts } from '#site/now/now-facts'

const POINTS = ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW']

/** Renders the passes of the ISS over a place. */
export function passLines({ place, next }: PassFacts, now: number): string[] {
  const { latitudeDeg, longitudeDeg } = place
  const where =
    `${Math.abs(latitudeDeg)}° ${latitudeDeg < 0 ? 'S' : 'N'}, ` +
    `${Math.abs(longitudeDeg)}° ${longitudeDeg < 0 ? 'W' : 'E'}`
  const title = `Passes of the ISS at ${where} (UTC, at least 10° high)`
  if (next === null) return [title, '  no data']
  if (next.length === 0) return [title, '  none within two days']
  return [title, '  Rise and set are at the horizon.', ...next.map((pass) => `  ${formatPass(pass, now)}`)]
}

function formatPass(pass: Pass, now: number): string {
  const { riseAt, riseAzimuthDeg, highestAt, highestElevationDeg, highestAzimuthDeg, setAt, setAzimuthDeg } =
    pass
  const rise = riseAt <= now ? 'is up since' : 'rises'
  return [
    formatDay(riseAt),
    `${rise} ${formatTime(riseAt)} ${pointOf(riseAzimuthDeg)}`,
    `highest ${formatTime(highestAt)} ${Math.round(highestElevationDeg)}° ${pointOf(highestAzimuthDeg)}`,
    `sets ${formatTime(setAt)} ${pointOf(setAzimuthDeg)}`,
  ].join(', ')
}

/** Returns the point of the compass nearest to an azimuth in degrees. */
function pointOf(azimuthDeg: number): string {
  return POINTS[Math.round(azimuthDeg / 45) % 8] ?? 'N'
}
