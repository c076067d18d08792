const POINTS = ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW']

/** Returns the point of the compass nearest to an azimuth in degrees, from north over east. */
export function compassPoint(azimuthDeg: number): string {
  return POINTS[Math.round(azimuthDeg / 45) % 8] ?? 'N'
}
