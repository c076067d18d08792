import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  bestCrossing,
  bestPoleward,
} from '../../../packages/core/src/features/space-weather/aurora/best-crossing.ts'
import { contours } from '../../../packages/core/src/features/space-weather/grid/contours.ts'
import {
  axis,
  type Grid,
  hemisphereOf,
  highestOf,
  nearestValue,
  type Point,
  valueAt,
} from '../../../packages/core/src/features/space-weather/grid/grid.ts'
import {
  bearingDeg,
  distanceKm,
  geomagneticLatitudeDeg,
  latitudeOfGeomagneticDeg,
} from '../../../packages/core/src/features/space-weather/grid/sphere.ts'
import { runs } from '../../support/tier.ts'

const latitudeDeg = fc.double({ min: -90, max: 90, noNaN: true })
const longitudeDeg = fc.double({ min: -180, max: 360, noNaN: true })
const place = fc.record({ latitudeDeg, longitudeDeg })

/** Grids as OVATION and D-RAP have them, on wider meshes. */
const grid = fc
  .record({ isOvation: fc.boolean(), seeds: fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 360 }) })
  .map(({ isOvation, seeds }): Grid => {
    const latitudesDeg = isOvation ? axis(-90, 15, 13) : axis(80, -20, 9)
    const longitudesDeg = isOvation ? axis(0, 20, 18) : axis(-172, 16, 23).slice(0, -1)
    const even = isOvation ? longitudesDeg : axis(-170, 20, 18)
    return {
      latitudesDeg,
      longitudesDeg: even,
      rows: latitudesDeg.map((_, row) => even.map((_, column) => seeds[row * even.length + column] ?? 0)),
    }
  })

/** Whether a point is in an area of GeoJSON, whose holes count as crossings, too. */
function isInside(polygons: ReturnType<typeof contours>, x: number, y: number): boolean {
  let isIn = false
  for (const ring of polygons.flat()) {
    for (let i = 1; i < ring.length; i += 1) {
      const [[x1, y1], [x2, y2]] = [ring[i - 1] ?? [0, 0], ring[i] ?? [0, 0]]
      if (y1 > y !== y2 > y && x < x1 + ((x2 - x1) * (y - y1)) / (y2 - y1)) isIn = !isIn
    }
  }
  return isIn
}

describe('a value of a grid', () => {
  test('at a crossing is the value there, also a turn farther, by both ways of reading', () => {
    fc.assert(
      fc.property(grid, fc.nat(), fc.nat(), fc.constantFrom(-360, 0, 360), (grid, i, j, turn) => {
        const [row, column] = [i % grid.latitudesDeg.length, j % grid.longitudesDeg.length]
        const at = {
          latitudeDeg: grid.latitudesDeg[row] ?? 0,
          longitudeDeg: (grid.longitudesDeg[column] ?? 0) + turn,
        }
        const value = grid.rows[row]?.[column]
        expect(nearestValue(grid, at)).toBe(value)
        expect(valueAt(grid, at)).toBeCloseTo(value ?? Number.NaN, 6)
      }),
      runs(200, 2_000),
    )
  })

  test('anywhere is between the lowest and the highest, and hardly changes within a metre', () => {
    fc.assert(
      fc.property(grid, place, (grid, at) => {
        const value = valueAt(grid, at)
        const values = grid.rows.flatMap((row) => Array.from(row))
        expect(value).toBeGreaterThanOrEqual(Math.min(...values) - 1e-9)
        expect(value).toBeLessThanOrEqual(Math.max(...values) + 1e-9)
        const beside = { ...at, longitudeDeg: at.longitudeDeg + 1e-5 }
        expect(Math.abs(valueAt(grid, beside) - value)).toBeLessThan(0.01)
        expect(values).toContain(nearestValue(grid, at))
      }),
      runs(300, 3_000),
    )
  })

  test('half-way between four crossings is their mean, across the seam, too', () => {
    const rows = [
      [1, 2, 3, 4],
      [5, 6, 7, 8],
    ]
    const four: Grid = { latitudesDeg: [0, 10], longitudesDeg: axis(0, 90, 4), rows }
    expect(valueAt(four, { latitudeDeg: 5, longitudeDeg: 45 })).toBe((1 + 2 + 5 + 6) / 4)
    expect(valueAt(four, { latitudeDeg: 5, longitudeDeg: -45 })).toBe((4 + 1 + 8 + 5) / 4)
    expect(valueAt(four, { latitudeDeg: -80, longitudeDeg: 90 })).toBe(2)
    expect(valueAt(four, { latitudeDeg: 90, longitudeDeg: 180 })).toBe(7)
  })

  test('of the hemispheres together are all of the grid, the equator in both', () => {
    fc.assert(
      fc.property(grid, (grid) => {
        const [north, south] = [hemisphereOf(grid, 'north'), hemisphereOf(grid, 'south')]
        expect(Math.max(highestOf(north), highestOf(south))).toBe(highestOf(grid))
        const isOnEquator = grid.latitudesDeg.includes(0)
        expect(north.latitudesDeg.length + south.latitudesDeg.length).toBe(
          grid.latitudesDeg.length + Number(isOnEquator),
        )
      }),
      runs(100, 1_000),
    )
  })
})

describe('a contour', () => {
  test('is around what reaches the level, and around nothing else', () => {
    fc.assert(
      fc.property(grid, fc.integer({ min: 1, max: 100 }), fc.nat(), fc.nat(), (grid, limit, i, j) => {
        // Levels between two values: at one a line goes through its crossing.
        const level = limit - 0.5
        const polygons = contours(grid, level)
        const row = i % grid.latitudesDeg.length
        const column = j % grid.longitudesDeg.length
        const longitude = grid.longitudesDeg[column] ?? 0
        const x = longitude >= 180 ? longitude - 360 : longitude
        const y = grid.latitudesDeg[row] ?? 0
        const value = grid.rows[row]?.[column] ?? 0
        const [west, south] = [x === -180 ? 0.011 : 0, y === Math.min(...grid.latitudesDeg) ? 0.011 : 0]
        const north = y === Math.max(...grid.latitudesDeg) ? -0.011 : 0
        if (Math.abs(value - level) > 0.9)
          expect(isInside(polygons, x + west, y + south + north)).toBe(value >= level)
      }),
      runs(500, 5_000),
    )
  })

  test('consists of closed rings within the map, outer ones counter-clockwise, holes clockwise', () => {
    fc.assert(
      fc.property(grid, fc.integer({ min: 1, max: 100 }), (grid, level) => {
        for (const polygon of contours(grid, level)) {
          for (const [index, ring] of polygon.entries()) {
            expect(ring.length).toBeGreaterThanOrEqual(4)
            expect(ring.at(-1)).toEqual(ring[0])
            let area = 0
            for (const [i, [x, y]] of ring.entries()) {
              expect(Math.abs(x)).toBeLessThanOrEqual(180)
              expect(Math.abs(y)).toBeLessThanOrEqual(90)
              const [beforeX, beforeY] = ring[i - 1] ?? [x, y]
              area += beforeX * y - x * beforeY
            }
            expect(Math.sign(area)).toBe(index === 0 ? 1 : -1)
          }
        }
      }),
      runs(200, 2_000),
    )
  })

  test('of an oval around the pole is a band from one side of the map to the other', () => {
    const latitudesDeg = axis(-90, 1, 181)
    const oval: Grid = {
      latitudesDeg,
      longitudesDeg: axis(0, 1, 360),
      rows: latitudesDeg.map((latitude) => Array.from({ length: 360 }, () => (latitude === 67 ? 40 : 0))),
    }
    expect(contours(oval, 20)).toHaveLength(1)
    const [[ring = []] = []] = contours(oval, 20)
    expect([Math.min(...ring.map(([x]) => x)), Math.max(...ring.map(([x]) => x))]).toEqual([-180, 180])
    const inner = ring.filter(([x]) => Math.abs(x) < 180)
    expect(new Set(inner.map(([, y]) => y))).toEqual(new Set([66.5, 67.5]))
    expect(contours(oval, 41)).toEqual([])
  })
})

describe('distance and bearing', () => {
  test.each([
    [60, 10, 61, 10, 111.19, 0],
    [60, 10, 59, 10, 111.19, 180],
    [0, 179.5, 0, -179.5, 111.19, 90],
    [48.14, 11.58, 69.65, 18.96, 2_425, 6.9],
    [-45.9, 170.5, -55, 170.5, 1_011.9, 180],
  ])('from %s %s to %s %s', (lat1, lon1, lat2, lon2, km, bearing) => {
    const [from, to] = [
      { latitudeDeg: lat1, longitudeDeg: lon1 },
      { latitudeDeg: lat2, longitudeDeg: lon2 },
    ]
    expect(Math.abs(distanceKm(from, to) - km)).toBeLessThan(0.5)
    expect(Math.abs(bearingDeg(from, to) - bearing)).toBeLessThan(0.1)
  })
})

describe('geomagnetic latitude', () => {
  test.each([
    ['the pole of the dipole', 80.8, -72.8, 90],
    ['its opposite', -80.8, 107.2, -90],
    ['Tromsø', 69.65, 18.96, 67.3],
    ['Hobart', -42.88, 147.33, -49.6],
    ['Fairbanks', 64.84, -147.72, 65.6],
  ])('of %s', (_, latitude, longitude, expected) => {
    const found = geomagneticLatitudeDeg({ latitudeDeg: latitude, longitudeDeg: longitude })
    expect(Math.abs(found - expected)).toBeLessThan(0.8)
  })

  test('has one latitude on each meridian', () => {
    fc.assert(
      fc.property(fc.double({ min: -75, max: 75, noNaN: true }), longitudeDeg, (geomagnetic, longitude) => {
        const latitude = latitudeOfGeomagneticDeg(geomagnetic, longitude)
        expect(Math.abs(latitude)).toBeLessThanOrEqual(90)
        const back = geomagneticLatitudeDeg({ latitudeDeg: latitude, longitudeDeg: longitude })
        expect(back).toBeCloseTo(geomagnetic, 6)
      }),
      runs(200, 2_000),
    )
  })
})

describe('the best crossing poleward', () => {
  test.each([
    [80.8, -72.8, 81, 287],
    [81, -73, 81, 287],
    [-80.65, 107.2, -81, 107],
  ])(
    'of %d, %d, nearer to a geomagnetic pole than all, is the nearest',
    (latitude, longitude, ...expected) => {
      const latitudesDeg = axis(-90, 1, 181)
      const rows = latitudesDeg.map(() => axis(0, 0, 360))
      const ofOvation = { latitudesDeg, longitudesDeg: axis(0, 1, 360), rows }
      const best = bestPoleward(ofOvation, { latitudeDeg: latitude, longitudeDeg: longitude }, 1_000)
      expect([best.latitudeDeg, best.longitudeDeg]).toEqual(expected)
      expect(best.distanceKm).toBeLessThan(60)
    },
  )

  /** The crossings of a grid within a distance, by looking at each row and column; poleward unless `sign` is 0. */
  function crossingsWithin(grid: Grid, from: Point, km: number, sign: -1 | 0 | 1) {
    return grid.latitudesDeg
      .flatMap((latitudeDeg, row) =>
        // A degree of latitude is 111 km.
        (Math.abs(latitudeDeg - from.latitudeDeg) * 110 > km ? [] : grid.longitudesDeg).map(
          (longitudeDeg, column) => {
            const at = { latitudeDeg, longitudeDeg }
            const value = grid.rows[row]?.[column] ?? 0
            return { ...at, value, distanceKm: distanceKm(from, at), bearingDeg: bearingDeg(from, at) }
          },
        ),
      )
      .filter((each) => each.distanceKm <= km)
      .filter((each) => sign * geomagneticLatitudeDeg(each) >= sign * geomagneticLatitudeDeg(from))
  }

  /** The highest of these, of equal ones the nearest, of equally near ones the first. */
  function bestOf(crossings: ReturnType<typeof crossingsWithin>) {
    const [best] = crossings.sort((a, b) => b.value - a.value || a.distanceKm - b.distanceKm)
    return best
  }

  test('is as high as any within the distance that is poleward, and the nearest of those', () => {
    fc.assert(
      fc.property(grid, place, (grid, from) => {
        const within = crossingsWithin(grid, from, 4_000, geomagneticLatitudeDeg(from) < 0 ? -1 : 1)
        const best = bestPoleward(grid, from, 4_000)
        if (within.length === 0) expect(best.value).toBe(nearestValue(grid, from))
        else expect(best).toEqual(bestOf(within))
      }),
      runs(100, 1_000),
    )
  })

  test('is looked for among the meridians within the distance only', () => {
    let read = 0
    const latitudesDeg = axis(-90, 1, 181)
    const row = new Proxy(axis(0, 0, 360), {
      get(target, name) {
        if (/^\d+$/.test(String(name))) read += 1
        return Reflect.get(target, name)
      },
    })
    const grid = { latitudesDeg, longitudesDeg: axis(0, 1, 360), rows: latitudesDeg.map(() => row) }
    bestPoleward(grid, { latitudeDeg: 60, longitudeDeg: 0 }, 1_000)
    // Of 19 rows those within 18 degrees, or 27 at 69° N; all are 6,840.
    expect(read).toBeGreaterThan(300)
    expect(read).toBeLessThan(19 * 50)
  })

  test('from beside a pole, is looked for at every meridian of the other pole', () => {
    const axes = { latitudesDeg: [-90, 0, 90], longitudesDeg: axis(0, 20, 18) }
    const grid = { ...axes, rows: [axis(18, -1, 18), axis(0, 0, 18), axis(0, 0, 18)] }
    const from = { latitudeDeg: 89.99999939629087, longitudeDeg: -170 }
    expect(bestCrossing(grid, from, 25_000)).toMatchObject({ value: 18, latitudeDeg: -90, longitudeDeg: 0 })
  })

  test('in any direction is the highest within the distance, and the nearest of those', () => {
    const distance = fc.constantFrom(2_000, 5_000, 12_000, 25_000)
    fc.assert(
      fc.property(grid, place, distance, (grid, from, km) => {
        expect(bestCrossing(grid, from, km)).toEqual(bestOf(crossingsWithin(grid, from, km, 0)))
      }),
      runs(200, 2_000),
    )
  })

  test('of the mesh of OVATION is the same by rows and columns within the distance as by all of them', () => {
    const [latitudesDeg, longitudesDeg] = [axis(-90, 1, 181), axis(0, 1, 360)]
    const few = fc.record({ steps: fc.integer({ min: 1, max: 5 }), seed: fc.integer({ min: 1, max: 97 }) })
    const anywhere = fc.oneof(
      place,
      fc.constantFrom(-90, -89.99, 89.9, 90).map((latitudeDeg) => ({ latitudeDeg, longitudeDeg: 19 })),
    )
    fc.assert(
      fc.property(few, anywhere, ({ steps, seed }, from) => {
        const rows = latitudesDeg.map((_, row) =>
          longitudesDeg.map((__, column) => (row * seed + column) % steps),
        )
        const grid = { latitudesDeg, longitudesDeg, rows }
        const sign = geomagneticLatitudeDeg(from) < 0 ? -1 : 1
        expect(bestCrossing(grid, from, 1_000)).toEqual(bestOf(crossingsWithin(grid, from, 1_000, 0)))
        const poleward = bestOf(crossingsWithin(grid, from, 1_000, sign))
        if (poleward) expect(bestPoleward(grid, from, 1_000)).toEqual(poleward)
      }),
      runs(10, 200),
    )
  })
})
