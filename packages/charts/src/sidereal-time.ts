const DEGREES = Math.PI / 180
const SECONDS_PER_CENTURY = 876_600 * 3_600 + 8_640_184.812866

/**
 * Returns Greenwich mean sidereal time (IAU 1982) in radians: the angle of the meridian from the mean equinox
 * of date, which is TEME's x axis. UTC stands for UT1, which differs by less than a second (0.004°).
 */
export function greenwichSiderealTime(timeMs: number): number {
  const t = (timeMs / 86_400_000 + 2_440_587.5 - 2_451_545) / 36_525
  const seconds = -6.2e-6 * t * t * t + 0.093104 * t * t + SECONDS_PER_CENTURY * t + 67_310.54841
  const angle = ((seconds * DEGREES) / 240) % (2 * Math.PI)
  return angle < 0 ? angle + 2 * Math.PI : angle
}
