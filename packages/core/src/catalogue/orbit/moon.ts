import type { Vector } from '#kit/sun'

const DEGREES = Math.PI / 180
const TURN = 2 * Math.PI
const ARCSECONDS = TURN / 1_296_000
const J2000_MS = Date.UTC(2000, 0, 1, 12)
const CENTURY_MS = 36_525 * 86_400_000
const EARTH_RADIUS_KM = 6_378.137
const [sin, cos] = [Math.sin, Math.cos]

/**
 * Returns where the Moon is, in km from the Earth's centre: x to the mean equinox of date, z to the north pole.
 * By the largest terms of Brown's theory, as Montenbruck and Pfleger choose them, to 0.1°; the distance to 0.3 %.
 */
export function moonPositionKm(timeMs: number): Vector {
  const t = (timeMs - J2000_MS) / CENTURY_MS
  const turnAt = (start: number, perCentury: number) => TURN * ((start + perCentury * t) % 1)
  const meanLongitude = turnAt(0.606433, 1_336.855225)
  // Mean anomalies of Moon and Sun, elongation, and distance from the ascending node.
  const l = turnAt(0.374897, 1_325.55241)
  const s = turnAt(0.993133, 99.997361)
  const d = turnAt(0.827361, 1_236.853086)
  const f = turnAt(0.259086, 1_342.227825)
  const inLongitude =
    22_640 * sin(l) -
    4_586 * sin(l - 2 * d) +
    2_370 * sin(2 * d) +
    769 * sin(2 * l) -
    668 * sin(s) -
    412 * sin(2 * f) -
    212 * sin(2 * l - 2 * d) -
    206 * sin(l + s - 2 * d) +
    192 * sin(l + 2 * d) -
    165 * sin(s - 2 * d) -
    125 * sin(d) -
    110 * sin(l + s) +
    148 * sin(l - s) -
    55 * sin(2 * f - 2 * d)
  const node = f + (inLongitude + 412 * sin(2 * f) + 541 * sin(s)) * ARCSECONDS
  const h = f - 2 * d
  const inLatitude =
    -526 * sin(h) +
    44 * sin(l + h) -
    31 * sin(h - l) -
    23 * sin(s + h) +
    11 * sin(h - s) -
    25 * sin(f - 2 * l) +
    21 * sin(f - l)
  const longitude = meanLongitude + inLongitude * ARCSECONDS
  const latitude = (18_520 * sin(node) + inLatitude) * ARCSECONDS
  const parallaxDeg =
    0.9508 + 0.0518 * cos(l) + 0.0095 * cos(l - 2 * d) + 0.0078 * cos(2 * d) + 0.0028 * cos(2 * l)
  const distance = EARTH_RADIUS_KM / sin(parallaxDeg * DEGREES)
  const obliquity = (23.4393 - 0.013 * t) * DEGREES
  const [x, y, z] = [cos(latitude) * cos(longitude), cos(latitude) * sin(longitude), sin(latitude)]
  return [
    distance * x,
    distance * (cos(obliquity) * y - sin(obliquity) * z),
    distance * (sin(obliquity) * y + cos(obliquity) * z),
  ]
}
