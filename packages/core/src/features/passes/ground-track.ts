import type { Position } from '#features/passes/position-schemas'

type Coordinates = readonly [longitudeDeg: number, latitudeDeg: number, altitudeM: number]

/**
 * Returns positions as GeoJSON (RFC 7946): a point, or a line that is cut at the antimeridian. Altitudes are
 * in metres.
 */
export function toGeoJson(positions: readonly Position[], properties: object): object {
  const [first, second] = positions
  if (first && !second)
    return {
      type: 'Feature',
      geometry: { type: 'Point', coordinates: coordinatesOf(first) },
      properties: { ...properties, ...first },
    }
  const lines = toLines(positions.map(coordinatesOf))
  const times = positions.map(({ at }) => at)
  return {
    type: 'Feature',
    geometry: { type: 'MultiLineString', coordinates: lines },
    properties: { ...properties, start: times[0], stop: times.at(-1) },
  }
}

function coordinatesOf({ longitude_deg, latitude_deg, altitude_km }: Position): Coordinates {
  return [longitude_deg, latitude_deg, Math.round(altitude_km * 1_000)]
}

/** Cuts a track where it crosses the antimeridian. Both parts end there, at the interpolated latitude. */
function toLines(track: readonly Coordinates[]): Coordinates[][] {
  const lines: Coordinates[][] = [[]]
  let before: Coordinates | undefined
  for (const point of track) {
    const jump = before ? point[0] - before[0] : 0
    if (before && Math.abs(jump) > 180) {
      const side = before[0] < 0 ? -180 : 180
      const whole = 360 - Math.abs(jump)
      const share = whole === 0 ? 0 : (180 - Math.abs(before[0])) / whole
      const latitude = Math.round((before[1] + share * (point[1] - before[1])) * 10_000) / 10_000
      const altitude = Math.round(before[2] + share * (point[2] - before[2]))
      lines.at(-1)?.push([side, latitude, altitude])
      lines.push([[-side, latitude, altitude]])
    }
    lines.at(-1)?.push(point)
    before = point
  }
  // A line has at least two points.
  return lines.filter((line) => line.length > 1)
}
