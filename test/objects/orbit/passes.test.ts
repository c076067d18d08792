import { eciToEcf, geodeticToEcf, gstime, json2satrec, propagate } from 'satellite.js'
import { expect, test } from 'vitest'
import { toOmm } from '../../../packages/core/src/features/objects/elements/element-fields.ts'
import { trackOf } from '../../../packages/core/src/features/objects/orbit/earth-fixed.ts'
import { fromGeodetic } from '../../../packages/core/src/features/objects/orbit/ellipsoid.ts'
import { createObserver, type Place } from '../../../packages/core/src/features/objects/orbit/observer.ts'
import { findPasses, type Pass } from '../../../packages/core/src/features/objects/orbit/passes.ts'
import { days, hours, minutes } from '../../../packages/core/src/kernel/kit/time.ts'
import { elementsOf, PASSES } from '../../fixtures/passes.ts'

const FROM = Date.parse('2026-08-06T06:00:00Z')
const MUNICH = { latitudeDeg: 48.14, longitudeDeg: 11.58, altitudeM: 520 }

type Elements = ReturnType<typeof elementsOf>

async function passesOf(elements: Elements, place: Place, from: number, to: number, minElevationDeg = 0) {
  const track = trackOf(elements)
  const passes: Pass[] = []
  if (!track) return passes
  for await (const pass of findPasses(track, place, { from, to, minElevationDeg })) passes.push(pass)
  return passes
}

/** The spans in which a scan by the second finds an object above the horizon. */
function scan(elements: Elements, place: Place, from: number, to: number): { rise: number; set: number }[] {
  const [track, observer, state] = [trackOf(elements), createObserver(place), new Float64Array(6)]
  const spans: { rise: number; set: number }[] = []
  for (let at = from; at < to; at += 1_000) {
    if (!track?.stateAt(at, state) || observer.height(state)[0] <= 0) continue
    const last = spans.at(-1)
    if (last && last.set >= at - 1_000) last.set = at
    else spans.push({ rise: at, set: at })
  }
  return spans
}

test('an object at the zenith of any place is 90 degrees high', () => {
  for (let latitudeDeg = -89; latitudeDeg < 90; latitudeDeg += 1) {
    const place = { latitudeDeg, longitudeDeg: latitudeDeg / 3 }
    const state = new Float64Array([...fromGeodetic({ ...place, altitudeKm: 550 }), 0, 0, 0])
    expect(createObserver(place).look(state).elevationDeg, `at ${latitudeDeg}°`).toBeCloseTo(90, 5)
  }
})

test.each(PASSES)(
  'object %d over %d, %d, %d m rises, culminates and sets when skyfield finds it: %s',
  async (noradId, latitudeDeg, longitudeDeg, altitudeM, rise, riseAz, highest, elevation, set, setAz) => {
    const place = { latitudeDeg, longitudeDeg, altitudeM }
    const from = Date.parse(rise)
    const [pass] = await passesOf(elementsOf(noradId), place, from - minutes(1), from + minutes(2))
    expect(Math.abs((pass?.rise?.at ?? 0) - from)).toBeLessThan(2_000)
    expect(Math.abs((pass?.set?.at ?? 0) - Date.parse(set))).toBeLessThan(2_000)
    // The top of a pass that lasts half a day is flat.
    expect(Math.abs((pass?.highest.at ?? 0) - Date.parse(highest))).toBeLessThan(10_000)
    expect(Math.abs((pass?.highest.elevationDeg ?? 0) - elevation)).toBeLessThan(0.1)
    for (const [found, azimuth] of [
      [pass?.rise?.azimuthDeg, riseAz],
      [pass?.set?.azimuthDeg, setAz],
    ] as const)
      expect(Math.abs((((found ?? 0) - azimuth + 540) % 360) - 180)).toBeLessThan(0.2)
  },
)

/** The distance in km by satellite.js only. */
function rangeBySatelliteJs(elements: Elements, place: typeof MUNICH, at: number): number {
  const omm = { ...toOmm(elements), OBJECT_ID: '', EPHEMERIS_TYPE: 0, CLASSIFICATION_TYPE: 'U' } as const
  const state = propagate(json2satrec(omm), new Date(at))
  if (!state) throw new Error('no position')
  const there = eciToEcf(state.position, gstime(new Date(at)))
  const radians = Math.PI / 180
  const here = geodeticToEcf({
    latitude: place.latitudeDeg * radians,
    longitude: place.longitudeDeg * radians,
    height: place.altitudeM / 1_000,
  })
  return Math.hypot(there.x - here.x, there.y - here.y, there.z - here.z)
}

test.each([25544, 90001] as const)(
  'the range rate of object %d is the change of its distance',
  async (noradId) => {
    const elements = elementsOf(noradId)
    const passes = await passesOf(elements, MUNICH, FROM, FROM + days(1))
    const sights = passes
      .flatMap(({ rise, highest, set }) => [rise, highest, set])
      .filter((one) => one !== null)
    expect(sights.length).toBeGreaterThan(3)
    for (const { at, rangeRateKmPerS } of sights) {
      const [before, after] = [at - 500, at + 500].map((each) => rangeBySatelliteJs(elements, MUNICH, each))
      expect(rangeRateKmPerS).toBeCloseTo((after ?? 0) - (before ?? 0), 2)
    }
  },
)

test('passes shorter than two minutes are among those that are compared', () => {
  const short = PASSES.filter(([, , , , rise, , , , set]) => Date.parse(set) - Date.parse(rise) < minutes(2))
  expect(short.length).toBeGreaterThan(5)
})

test.each([
  [25544, MUNICH],
  [25544, { latitudeDeg: 69.65, longitudeDeg: 18.96 }],
  [90001, MUNICH],
  [5, { latitudeDeg: 1.35, longitudeDeg: 103.82 }],
] as const)('no pass of object %d is missing or too many, by a scan (%#)', async (noradId, place) => {
  const elements = elementsOf(noradId)
  const spans = scan(elements, place, FROM, FROM + days(1)).filter(
    ({ rise, set }) => rise > FROM && set < FROM + days(1) - 1_000,
  )
  const passes = (await passesOf(elements, place, FROM, FROM + days(1))).filter(
    ({ rise, set }) => (rise?.at ?? 0) > FROM && (set?.at ?? 0) < FROM + days(1) - 1_000,
  )
  expect(spans.length).toBeGreaterThan(0)
  expect(passes.map(({ rise }) => Math.floor(((rise?.at ?? 0) - FROM) / 1_000))).toEqual(
    spans.map(({ rise }) => Math.floor((rise - 1 - FROM) / 1_000)),
  )
})

test('near the pole the ISS never rises', async () => {
  const pole = { latitudeDeg: 89, longitudeDeg: 0 }
  expect(await passesOf(elementsOf(25544), pole, FROM, FROM + days(2))).toEqual([])
})

test('a pass under way is the first, with its true rise', async () => {
  const elements = elementsOf(25544)
  const [first] = await passesOf(elements, MUNICH, FROM, FROM + days(1))
  const during = (first?.highest.at ?? 0) + 1_000
  const [again] = await passesOf(elements, MUNICH, during, during + hours(1))
  expect(Math.abs((again?.rise?.at ?? 0) - (first?.rise?.at ?? 1))).toBeLessThan(100)
  const end = first?.set?.at ?? 0
  expect((await passesOf(elements, MUNICH, end + 100, end + minutes(1)))[0]).toBeUndefined()
})

test('the lowest elevation chooses passes by their highest point, not where they begin', async () => {
  const all = await passesOf(elementsOf(25544), MUNICH, FROM, FROM + days(2))
  const high = await passesOf(elementsOf(25544), MUNICH, FROM, FROM + days(2), 40)
  expect(high).toEqual(all.filter(({ highest }) => highest.elevationDeg >= 40))
  expect(high.length).toBeGreaterThan(0)
  expect(high.length).toBeLessThan(all.length)
  for (const { rise } of high) expect(Math.abs(rise?.elevationDeg ?? 9)).toBeLessThan(0.01)
})

test('what is always up has one pass without rise and set, what never is has none', async () => {
  const stationary = {
    ...elementsOf(25544),
    meanMotionRevPerDay: 1.00273,
    eccentricity: 1e-4,
    inclinationDeg: 0.1,
  }
  const places = [0, 90, 180, -90].map((longitudeDeg) => ({ latitudeDeg: 10, longitudeDeg }))
  const found = await Promise.all(places.map((place) => passesOf(stationary, place, FROM, FROM + days(3))))
  const counts = found.map((passes) => passes.length)
  expect(counts.filter((count) => count === 1).length).toBeGreaterThanOrEqual(1)
  expect(counts.filter((count) => count === 0).length).toBeGreaterThanOrEqual(1)
  for (const pass of found.flat()) expect([pass.rise, pass.set]).toEqual([null, null])
})

test('what is always up is highest within the search, however short', async () => {
  const inclined = {
    ...elementsOf(25544),
    meanMotionRevPerDay: 1.00273,
    eccentricity: 0.02,
    inclinationDeg: 25,
  }
  const place = { latitudeDeg: 30, longitudeDeg: 0 }
  const [track, state] = [trackOf(inclined), new Float64Array(6)]
  let tried = 0
  for (let longitudeDeg = -180; longitudeDeg < 180; longitudeDeg += 30) {
    const from = FROM + hours(5)
    const [pass] = await passesOf(inclined, { ...place, longitudeDeg }, from, from + hours(3))
    if (!pass || (pass.rise && pass.set)) continue
    tried += 1
    expect(pass.highest.at).toBeGreaterThanOrEqual(from)
    expect(pass.highest.at).toBeLessThanOrEqual(from + hours(3))
    const there = createObserver({ ...place, longitudeDeg })
    for (let at = from; at <= from + hours(3); at += minutes(5)) {
      track?.stateAt(at, state)
      expect(there.look(state).elevationDeg).toBeLessThan(pass.highest.elevationDeg + 0.01)
    }
  }
  expect(tried).toBeGreaterThan(2)
})
