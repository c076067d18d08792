import { compassPoint } from '@space-data/charts/text'
import type { Pass, Sight } from '#features/objects/orbit/passes'
import type { PassFacts } from '#features/pages/now/now-facts'
import { formatDay, formatTime } from '#features/shared/page/timestamps'

/** Renders the passes of the ISS over a location. */
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

function formatPass({ rise, highest, set }: Pass, now: number): string {
  const risen = rise && rise.at <= now ? 'is up since' : 'rises'
  return [
    formatDay((rise ?? highest).at),
    rise ? `${risen} ${at(rise)}` : 'is up',
    `highest ${formatTime(highest.at)} ${Math.round(highest.elevationDeg)}° ${compassPoint(highest.azimuthDeg)}`,
    set ? `sets ${at(set)}` : 'does not set',
  ].join(', ')
}

function at({ at, azimuthDeg }: Sight): string {
  return `${formatTime(at)} ${compassPoint(azimuthDeg)}`
}
