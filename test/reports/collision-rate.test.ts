import type { ElementSet } from '@space-data/core/debris'
import { describe, expect, it, test } from 'vitest'
import {
  coarser,
  collisionRates,
  collisionRatesByThickness,
  radiiM,
} from '../../packages/core/src/features/debris/density/collision-rate.ts'
import type { ShellGrid } from '../../packages/core/src/features/debris/density/shell-grid.ts'
import { tallySlice } from '../../packages/core/src/features/debris/density/tally.ts'
import {
  objectTypeFromName,
  objectTypes,
} from '../../packages/core/src/features/objects/elements/element-set.ts'
import { SAMPLES_PER_OBJECT } from '../../packages/core/src/features/objects/orbit/sampling.ts'
import { capture, describeCaptures } from '../objects/elements/captures.ts'
import { readThreeLines } from '../objects/elements/read-three-lines.ts'
import { orInSoak } from '../support/tier.ts'

/** One shell from 545 to 555 km. */
const oneShell: ShellGrid = { minKm: 545, maxKm: 555, shellKm: 10, binDeg: 10 }
const samplesOf = (...numbers: number[]) => Uint32Array.from(numbers, (n) => n * SAMPLES_PER_OBJECT)

describe('one shell', () => {
  const volume = ((4 * Math.PI) / 3) * (6_933.137 ** 3 - 6_923.137 ** 3)
  const speed = (4 / 3) * Math.sqrt(398_600.4418 / 6_928.137)
  const perKm2 = (speed * 86_400) / volume

  it('gives the analytical rate for payloads alone, half of N² pairs', () => {
    const { collisionsPerDay, approachesUnder1KmPerDay, binKm } = collisionRates(
      samplesOf(100, 0, 0, 0),
      oneShell,
    )
    expect(binKm).toBe(10)
    expect(approachesUnder1KmPerDay).toBeCloseTo(5_000 * Math.PI * perKm2, 9)
    expect(collisionsPerDay / (5_000 * Math.PI * 0.01 ** 2 * perKm2)).toBeCloseTo(1, 9)
  })

  it('has a mean relative speed of 10.1 km/s at 550 km', () => {
    expect(speed).toBeCloseTo(10.1, 1)
  })

  it('counts pairs of two types once and with the sum of both radii', () => {
    const both = collisionRates(samplesOf(100, 0, 40, 0), oneShell).collisionsPerDay
    const payloads = collisionRates(samplesOf(100, 0, 0, 0), oneShell).collisionsPerDay
    const debris = collisionRates(samplesOf(0, 0, 40, 0), oneShell).collisionsPerDay
    const area = Math.PI * ((radiiM.payload + radiiM.debris) / 1_000) ** 2
    expect((both - payloads - debris) / (100 * 40 * area * perKm2)).toBeCloseTo(1, 6)
  })

  it('is quadratic in number and inverse to the volume', () => {
    const [once, thrice] = [1, 3].map((n) => collisionRates(samplesOf(10 * n, 5 * n, 20 * n, n), oneShell))
    expect(thrice!.collisionsPerDay / once!.collisionsPerDay).toBeCloseTo(9, 9)
    expect(thrice!.approachesUnder1KmPerDay / once!.approachesUnder1KmPerDay).toBeCloseTo(9, 9)
    const { samples, coarse } = coarser(
      Uint32Array.from([...samplesOf(10, 0, 0, 0), 0, 0, 0, 0]),
      {
        ...oneShell,
        maxKm: 565,
      },
      2,
    )
    const alone = collisionRates(samplesOf(10, 0, 0, 0), oneShell).collisionsPerDay
    expect(collisionRates(samples, coarse).collisionsPerDay / alone).toBeCloseTo(0.5, 2)
  })

  it('is linear in area', () => {
    const { approachesUnder1KmPerDay, collisionsPerDay } = collisionRates(samplesOf(50, 0, 0, 0), oneShell)
    expect(collisionsPerDay / approachesUnder1KmPerDay).toBeCloseTo(((2 * radiiM.payload) / 1_000) ** 2, 9)
  })

  it('has no rate without objects', () => {
    expect(collisionRates(samplesOf(0, 0, 0, 0), oneShell).collisionsPerDay).toBe(0)
  })
})

test('the same objects meet less often if their shells are thought thicker, unless they fill them evenly', () => {
  const grid = { ...oneShell, maxKm: 595 }
  const even = collisionRatesByThickness(samplesOf(...Array(5).fill([10, 0, 0, 0]).flat()), grid)
  const uneven = collisionRatesByThickness(samplesOf(50, ...Array(19).fill(0)), grid)
  expect(even.map(({ binKm }) => binKm)).toEqual([10, 20, 50])
  expect(uneven[2]!.collisionsPerDay / uneven[0]!.collisionsPerDay).toBeCloseTo(1 / 5, 2)
  expect(even[2]!.collisionsPerDay / even[0]!.collisionsPerDay).toBeCloseTo(1, 3)
})

test.each([
  [5.5, 0.17],
  [2.8, 0.3],
])('a collision each %d days is a chance of %d within a day, as published', (days, chance) => {
  expect(1 - Math.exp(-1 / days)).toBeCloseTo(chance, 2)
})

/** 1-km shells, so that thicker ones are sums of them. */
const kilometres: ShellGrid = { minKm: 150, maxKm: 2_010, shellKm: 1, binDeg: 90 }
const STEP = orInSoak(3, 1)

describeCaptures(`the whole catalogue, 1 object in ${STEP}`, () => {
  it.each([
    // OSI's series is 102 days in 2020 and 11 in 2023: on an exponential between them.
    { name: '2022-01-22', t0: Date.UTC(2022, 0, 22), published: 22 },
    { name: '2022-08-09', t0: Date.UTC(2022, 7, 10), published: 14.8 },
  ])(
    'of $name: within a factor of 2 of the published series, faster in thinner shells',
    ({ name, t0, published }) => {
      const samples = samplesByKilometre(name, t0)
      const [thin, middle, thick] = [1, 10, 20].map((multiple) => {
        const { samples: sums, coarse } = coarser(samples, kilometres, multiple)
        return collisionRates(sums, coarse)
      })
      const days = [thin, middle, thick].map((rates) => 1 / rates!.collisionsPerDay)
      expect(days[1]! / published).toBeGreaterThan(0.5)
      expect(days[1]! / published).toBeLessThan(2)
      expect(days[0]!).toBeLessThan(days[1]!)
      expect(days[1]!).toBeLessThan(days[2]!)
    },
    240_000,
  )
})

/** Samples by kilometre and type of a capture, scaled up from every `STEP`-th object. */
function samplesByKilometre(name: string, t0: number): Uint32Array {
  const types = typesByNumber()
  const elementSets = readCatalogue(name)
    .filter((_, i) => i % STEP === 0)
    .filter(({ epoch }) => Math.abs(Date.parse(epoch) - t0) < 30 * 86_400_000)
  const typeOf = ({ noradId, internationalDesignator }: ElementSet) =>
    types.get(noradId) ?? (internationalDesignator?.startsWith('2022-') ? 'payload' : 'debris')
  const task = {
    elementSets,
    types: Uint8Array.from(elementSets, (each) => objectTypes.indexOf(typeOf(each))),
    t0,
    grid: kilometres,
  }
  return tallySlice(task).byType.map((samples) => samples * STEP)
}

/** Types by the names of the catalogue of January; that of August has no names. */
function typesByNumber() {
  return new Map(readCatalogue('2022-01-22').map(({ noradId, name }) => [noradId, objectTypeFromName(name)]))
}

function readCatalogue(name: string): ElementSet[] {
  const path =
    name === '2022-01-22'
      ? 'spacetrack/full-catalogue-3le.2022-01-22.txt'
      : 'celestrak/full-catalogue-2le.2022-08-09.txt'
  const lines = capture(path)
    .split(/\r?\n/)
    .map((line) => line.replace('\uFEFF', ''))
  return lines.flatMap((line, i) => {
    if (!line.startsWith('1 ')) return []
    const title = lines[i - 1]?.startsWith('0 ') ? lines[i - 1]!.slice(2).trim() : ''
    return [{ ...readThreeLines(line, lines[i + 1]!), ...(title && { name: title }) }]
  })
}
