import { gstime } from 'satellite.js'
import { expect, test } from 'vitest'
import {
  greenwichSiderealTime,
  subsolarPoint,
  sunElevationDeg,
  sunPositionKm,
} from '../../packages/charts/src/sun.ts'

/** Instant, latitude, longitude and elevation of the Sun, without refraction, by astronomy-engine 2.1.19. */
const ELEVATIONS = [
  ['2036-05-06T06:15:03Z', -35.13, 47.69, 27.018],
  ['2045-11-19T21:01:10Z', 32.3, 62.32, -67.205],
  ['2022-11-02T04:23:02Z', 68.97, 74.62, 2.59],
  ['2041-03-04T04:42:06Z', 43.1, -58.41, -52.321],
  ['2040-03-25T04:12:17Z', -55.4, 28.75, -1.478],
  ['2024-07-18T16:25:18Z', -52.39, 103.53, -57.179],
  ['2042-05-25T20:25:05Z', 61.92, -139.92, 48.202],
  ['2031-03-04T15:40:06Z', 41.64, -48.24, 41.883],
  ['2025-10-27T13:51:46Z', -23.71, 150.74, -53.208],
  ['2042-05-20T07:25:58Z', -14.53, -25.68, -7.976],
  ['2040-12-14T03:44:43Z', -58.91, -123.01, 8.116],
  ['2026-11-25T20:39:48Z', -22.14, 1.62, -28.401],
  ['2045-03-30T14:35:46Z', -5.84, 91.26, -39.304],
  ['2024-04-23T03:44:42Z', -11.52, 134.44, 63.435],
  ['2040-12-06T06:22:35Z', -34.58, 12.89, 29.15],
  ['2041-09-14T21:21:21Z', 36.04, -140.02, 56.933],
  ['2034-07-02T05:31:53Z', -73.42, 68.74, -8.386],
  ['2029-03-10T14:50:00Z', 35.94, -88.51, 29.704],
  ['2028-09-14T11:38:09Z', -17.93, -29.45, 50.643],
  ['2044-06-08T07:27:44Z', -12.5, -171.79, -32.585],
  ['2025-01-19T19:39:25Z', -66.08, 60.07, -3.568],
  ['2018-02-26T04:17:10Z', -38.47, -78.99, -39.913],
  ['2029-09-12T19:13:33Z', -50.76, 109.19, -33.052],
  ['2031-06-04T13:27:38Z', 6.88, 125.3, -46.82],
] as const

test.each(ELEVATIONS)(
  'the Sun at %s above %d, %d is at %d°, to 0.01°',
  (at, latitude, longitude, elevation) => {
    expect(Math.abs(sunElevationDeg(latitude, longitude, Date.parse(at)) - elevation)).toBeLessThan(0.01)
  },
)

test('the Sun is in the zenith of the subsolar point, and in the nadir of its antipode', () => {
  for (const [at] of ELEVATIONS) {
    const time = Date.parse(at)
    const { latitudeDeg, longitudeDeg } = subsolarPoint(time)
    expect(Math.abs(longitudeDeg)).toBeLessThanOrEqual(180)
    expect(sunElevationDeg(latitudeDeg, longitudeDeg, time)).toBeCloseTo(90, 4)
    expect(sunElevationDeg(-latitudeDeg, longitudeDeg + 180, time)).toBeCloseTo(-90, 4)
  }
})

test('the Sun is nearest in January and farthest in July', () => {
  const distance = (at: string) => Math.hypot(...sunPositionKm(Date.parse(at))) / 149_597_870.7
  expect(distance('2026-01-03T17:15Z')).toBeCloseTo(0.9833, 4)
  expect(distance('2026-07-06T17:30Z')).toBeCloseTo(1.0167, 4)
})

test('sidereal time is that of satellite.js, to the bit', () => {
  for (const [at] of ELEVATIONS) {
    const time = Date.parse(at)
    expect(greenwichSiderealTime(time)).toBe(gstime(time / 86_400_000 + 2_440_587.5))
  }
})
