import { degreesToRadians, ecfToLookAngles, eciToEcf, gstime, propagate, twoline2satrec } from 'satellite.js'
import { expect, test } from 'vitest'
import { nextPasses, trackOf } from '../../packages/core/src/catalogue/orbit/passes.ts'

/** The ISS of 2026-08-06, by CelesTrak. */
const ISS = [
  '1 25544U 98067A   26218.05391056  .00003997  00000+0  79690-4 0  9990',
  '2 25544  51.6321  53.3065 0007216  17.1615 342.9616 15.49359774579487',
] as const
const FROM = Date.parse('2026-08-06T06:00:00Z')

/** Elevation in degrees, computed without the code under test. */
function elevationAt(at: number, latitude: number, longitude: number): number {
  const state = propagate(twoline2satrec(...ISS), new Date(at))
  if (!state) return Number.NaN
  const place = { latitude: degreesToRadians(latitude), longitude: degreesToRadians(longitude), height: 0 }
  return (ecfToLookAngles(place, eciToEcf(state.position, gstime(new Date(at)))).elevation * 180) / Math.PI
}

test.each([
  ['Munich', 48.1, 11.6],
  ['Quito', -0.2, -78.5],
  ['Hobart', -42.9, 147.3],
])(
  'passes over %s rise, culminate and set where a scan by the second finds them',
  async (_, latitude, longitude) => {
    const passes = await nextPasses(trackOf(ISS, FROM), { latitudeDeg: latitude, longitudeDeg: longitude })
    expect(passes).toHaveLength(3)
    const [first] = passes
    const elevations = Array.from({ length: 86_400 }, (_, second) =>
      elevationAt(FROM + 1_000 * second, latitude, longitude),
    )
    const scanned: { rise: number; set: number; highest: number }[] = []
    for (let second = 1; second < elevations.length; second += 1) {
      if (!((elevations[second] ?? 0) > 0 && (elevations[second - 1] ?? 0) <= 0)) continue
      const rise = second
      while ((elevations[second] ?? -1) > 0) second += 1
      const highest = Math.max(...elevations.slice(rise, second))
      if (highest >= 10) scanned.push({ rise, set: second, highest })
    }
    const expected = scanned[0]
    expect(Math.abs((first?.riseAt ?? 0) - FROM - 1_000 * (expected?.rise ?? 0))).toBeLessThan(2_000)
    expect(Math.abs((first?.setAt ?? 0) - FROM - 1_000 * (expected?.set ?? 0))).toBeLessThan(2_000)
    expect(first?.highestElevationDeg).toBeCloseTo(expected?.highest ?? 0, 1)
  },
)

test('near the pole the ISS never rises', async () => {
  expect(await nextPasses(trackOf(ISS, FROM), { latitudeDeg: 89, longitudeDeg: 0 })).toEqual([])
})

test('a pass under way is the first', async () => {
  const place = { latitudeDeg: 48.1, longitudeDeg: 11.6 }
  const [first] = await nextPasses(trackOf(ISS, FROM), place)
  const during = ((first?.riseAt ?? 0) + (first?.setAt ?? 0)) / 2
  const [again] = await nextPasses(trackOf(ISS, during), place)
  expect(again?.setAt).toBeGreaterThan(during)
  expect(Math.abs((again?.setAt ?? 0) - (first?.setAt ?? 0))).toBeLessThan(2_000)
})
