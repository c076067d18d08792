import type { ElementSet } from '@space-data/core/debris'
import { constants, sgp4 } from 'satellite.js'
import { expect, it } from 'vitest'
import { writeNearEarth } from '../../../packages/core/src/features/objects/orbit/near-earth.ts'
import { nearEarthOrbit } from '../../../packages/core/src/features/objects/orbit/near-earth-orbit.ts'
import { toSatrec } from '../../../packages/core/src/features/objects/orbit/propagate.ts'
import { describeCaptures } from '../../objects/elements/captures.ts'
import { realObjects, syntheticObjects, T0 } from './catalogues.ts'

const state = new Float64Array(6)

it('near-earth SGP4 matches satellite.js for 3,000 synthetic objects', () => {
  const { states, km, kmPerS, otherEnds } = compare(syntheticObjects(3_000))
  expect(states).toBeGreaterThan(10_000)
  expect(otherEnds).toBe(0)
  expect(km).toBeLessThan(1e-8)
  expect(kmPerS).toBeLessThan(1e-11)
})

it('near-earth SGP4 matches satellite.js at every eccentricity and anomaly', () => {
  const [like] = syntheticObjects(1)
  const epoch = new Date(T0).toISOString()
  const sets = Array.from({ length: 47 }, (_, percent) => percent / 100).flatMap((eccentricity) =>
    Array.from({ length: 36 }, (_, i) => {
      const meanMotionRevPerDay = 16 * (1 - eccentricity) ** 1.5
      return { ...like!, epoch, eccentricity, meanMotionRevPerDay, meanAnomalyDeg: i * 10 }
    }),
  )
  const { states, km, kmPerS, otherEnds } = compare(sets.filter((set) => set.meanMotionRevPerDay > 6.5))
  expect(states).toBeGreaterThan(7_000)
  expect(otherEnds).toBe(0)
  expect(km).toBeLessThan(1e-8)
  expect(kmPerS).toBeLessThan(1e-11)
})

it('near-earth SGP4 has the constants of satellite.js, bit for bit', () => {
  const { orbits, others } = compareConstants(syntheticObjects(3_000))
  expect(orbits).toBeGreaterThan(2_000)
  expect(others).toEqual([])
})

it('near-earth SGP4 leaves deep space to satellite.js', () => {
  const periods = syntheticObjects(3_000).map((set) => [1_440 / set.meanMotionRevPerDay, set] as const)
  const deep = periods.filter(([minutes]) => minutes > 226).map(([, set]) => set)
  const near = periods.filter(([minutes]) => minutes < 224).map(([, set]) => set)
  expect(deep.length).toBeGreaterThan(50)
  expect(deep.filter((set) => nearEarthOrbit(set))).toEqual([])
  expect(near.filter((set) => !nearEarthOrbit(set))).toEqual([])
})

describeCaptures('near-earth orbits, captured', () => {
  it('near-earth SGP4 matches satellite.js for every 5th object of 2022', () => {
    const { states, km, kmPerS, otherEnds } = compare(realObjects(5))
    expect(states).toBeGreaterThan(10_000)
    expect(otherEnds).toBe(0)
    expect(km).toBeLessThan(1e-8)
    expect(kmPerS).toBeLessThan(1e-11)
  })

  it('near-earth SGP4 has the constants of satellite.js for every object of 2022, bit for bit', () => {
    const { orbits, others } = compareConstants(realObjects(1))
    expect(orbits).toBeGreaterThan(10_000)
    expect(others).toEqual([])
  })
})

/** The constants that are not satellite.js's, and objects that only one of both takes for near-earth. */
function compareConstants(sets: readonly ElementSet[]) {
  const others: unknown[] = []
  let orbits = 0
  for (const set of sets) {
    const satrec = toSatrec(set)
    const orbit = nearEarthOrbit(set)
    if (satrec && (satrec.method === 'n') !== (orbit !== undefined)) others.push(set.noradId)
    if (!satrec || !orbit) continue
    orbits++
    const { isSimple, ao, cosio, sinio, ...same } = orbit
    const theirs: Record<string, unknown> = { ...satrec }
    const ours: Record<string, unknown> = { ...same, isimp: isSimple ? 1 : 0 }
    for (const name of Object.keys(ours)) {
      const isUnused = isSimple && /^(d[234]|t[345]cof)$/.test(name)
      if (!isUnused && !Object.is(ours[name], theirs[name])) others.push([set.noradId, name])
    }
    if (ao !== (satrec.no && (constants.xke / satrec.no) ** (2 / 3))) others.push([set.noradId, 'ao'])
    if (cosio !== Math.cos(satrec.inclo) || sinio !== Math.sin(satrec.inclo)) others.push([set.noradId, 'i'])
  }
  return { orbits, others }
}

/** The greatest distances over a day, and how often one breaks off where the other goes on. */
function compare(sets: readonly ElementSet[]) {
  let [states, km, kmPerS, otherEnds] = [0, 0, 0, 0]
  for (const set of sets) {
    const satrec = toSatrec(set)
    const orbit = satrec && nearEarthOrbit(set)
    if (!orbit) continue
    const start = (T0 - Date.parse(set.epoch)) / 60_000
    for (const minute of [start, start + 77, start + 333, start + 720, start + 1_440]) {
      const holds = writeNearEarth(orbit, minute, state, 0)
      const theirs = sgp4(satrec, minute)
      const theirsHolds = theirs !== null && satrec.tempa > 0
      if (holds !== theirsHolds) otherEnds++
      if (!holds || !theirs) continue
      const { position, velocity } = theirs
      states++
      km = Math.max(km, distance(0, position))
      kmPerS = Math.max(kmPerS, distance(3, velocity))
    }
  }
  return { states, km, kmPerS, otherEnds }
}

function distance(at: number, { x, y, z }: { x: number; y: number; z: number }): number {
  return Math.hypot(state[at]! - x, state[at + 1]! - y, state[at + 2]! - z)
}
