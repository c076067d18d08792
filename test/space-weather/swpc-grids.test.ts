import { describe, expect, test } from 'vitest'
import { absorptionMap } from '../../packages/core/src/features/space-weather/absorption/swpc-drap.ts'
import { auroraForecast } from '../../packages/core/src/features/space-weather/aurora/swpc-ovation.ts'
import { nearestValue } from '../../packages/core/src/features/space-weather/grid/grid.ts'
import { ShapeError } from '../../packages/core/src/kernel/upstreams/parse/shape.ts'
import { json } from '../fixtures/bodies.ts'
import { capture, hasCaptures } from '../fixtures/captures.ts'
import { drap, ovation } from '../fixtures/swpc.ts'

const NOW = Date.parse('2026-11-22T12:30:00Z')
const MINUTE = 60_000

describe('the forecast of the aurora', () => {
  const parse = (body: string, now = NOW) => auroraForecast.parse(body, now)
  const good = ovation(NOW, (longitude, latitude) => (longitude + latitude + 90) % 101)

  test('has its two instants, and each value at its place', () => {
    const { observedAt, forecastAt, grid } = parse(json(good))
    expect([observedAt, forecastAt]).toEqual([NOW, NOW + 45 * MINUTE])
    for (const [longitudeDeg, latitudeDeg, percent] of [
      [0, -90, 0],
      [1, -90, 1],
      [0, -89, 1],
      [359, 90, 539 % 101],
      [-1, 90, 539 % 101],
      [25, 60, 175 % 101],
    ] as const)
      expect(nearestValue(grid, { latitudeDeg, longitudeDeg })).toBe(percent)
  })

  const changed = (edit: (coordinates: unknown[][]) => unknown) => {
    const coordinates = good.coordinates.map((triple) => [...triple])
    return json({ ...good, coordinates: edit(coordinates) })
  }

  test.each<[string, (rows: unknown[][]) => unknown, RegExp]>([
    ['a row is missing', (rows) => rows.slice(1), /rows/],
    ['a row is twice', (rows) => [...rows, rows[0]], /rows/],
    ['a row is in the place of another', (rows) => [rows[1], ...rows.slice(1)], /order/],
    ['rows are by latitude', (rows) => rows.sort((a, b) => Number(a[1]) - Number(b[1])), /order/],
    ['latitude comes first', (rows) => rows.map(([x, y, value]) => [y, x, value]), /order/],
    [
      'longitudes are from -180 on',
      (rows) => rows.map(([x, y, value]) => [Number(x) - 180, y, value]),
      /order/,
    ],
    ['rows have one more column', (rows) => rows.map((row) => [...row, 0]), /order/],
    ['a value is above 100', (rows) => rows.map(([x, y]) => [x, y, 101]), /usable/],
    ['a value is negative', (rows) => rows.with(77, [0, -13, -1]), /usable/],
    ['a value is a fraction', (rows) => rows.with(77, [0, -13, 0.5]), /usable/],
    ['a value is absent', (rows) => rows.with(77, [0, -13]), /usable/],
    ['a value is null', (rows) => rows.with(77, [0, -13, null]), /usable/],
    ['a row is none', (rows) => rows.with(77, null as never), /order/],
    ['there are no rows', () => 'none', /coordinates/],
  ])('is refused where %s', (_, edit, message) => {
    const body = changed(edit)
    expect(() => parse(body)).toThrow(ShapeError)
    expect(() => parse(body)).toThrow(message)
  })

  test.each([
    ['Observation Time', '2026-11-22T12:36:00Z', /future/],
    ['Observation Time', 'now', /usable/],
    ['Observation Time', undefined, /missing/],
    ['Forecast Time', '2026-11-22T12:29:59Z', /Observation Time/],
    ['Forecast Time', '2026-11-22T18:31:00Z', /Observation Time/],
    ['Forecast Time', undefined, /missing/],
  ])('is refused where %s is %s', (name, value, message) => {
    expect(() => parse(json({ ...good, [name]: value }))).toThrow(message)
  })

  test.skipIf(!hasCaptures)('as it was captured is in the expected order', () => {
    const file = capture('swpc/ovation_aurora_latest.2026-08-01.first-400-of-65160.json')
    const { coordinates, ...rest } = JSON.parse(file) as ReturnType<typeof ovation>
    expect(coordinates).toHaveLength(400)
    // Only its first rows are there: the others are made up.
    const whole = { ...rest, coordinates: [...coordinates, ...good.coordinates.slice(400)] }
    const { observedAt, forecastAt, grid } = parse(json(whole), Date.parse('2026-08-01T18:20:00Z'))
    expect(new Date(observedAt).toISOString()).toBe('2026-08-01T18:16:00.000Z')
    expect(new Date(forecastAt).toISOString()).toBe('2026-08-01T19:52:00.000Z')
    for (const [longitudeDeg, latitudeDeg, percent] of coordinates as [number, number, number][])
      expect(nearestValue(grid, { latitudeDeg, longitudeDeg })).toBe(percent)
  })
})

describe('the map of the absorption', () => {
  const parse = (body: string, now = NOW) => absorptionMap.parse(body, now)
  const good = drap(NOW, (longitude, latitude) => (longitude + latitude + 267) / 50)

  test('has its instant, its words, and each value at its place', () => {
    const { validAt, grid, ...words } = parse(good)
    expect(validAt).toBe(NOW)
    expect(words).toEqual({
      recoveryTime: null,
      xrayMessage: 'Normal X-ray Background',
      xrayWarning: null,
      protonMessage: 'Normal Proton Background',
      protonWarning: null,
    })
    expect([grid.latitudesDeg[0], grid.latitudesDeg.at(-1)]).toEqual([-89, 89])
    for (const [longitudeDeg, latitudeDeg] of [
      [-178, 89],
      [178, 89],
      [-178, -89],
      [2, -1],
    ] as const) {
      const mhz = Number(((longitudeDeg + latitudeDeg + 267) / 50).toFixed(1))
      expect(nearestValue(grid, { latitudeDeg, longitudeDeg })).toBe(mhz)
    }
  })

  test('passes on what NOAA says of a blackout', () => {
    const words = parse(
      good
        .replace('No Estimate', '1 hour  12 minutes')
        .replace('Normal X-ray Background', 'Strong X-ray Flux')
        .replace('X-RAY Warning :', 'X-RAY Warning : NO NEW X-RAY FLUX FOR 2 MINUTES'),
    )
    expect(words).toMatchObject({
      recoveryTime: '1 hour  12 minutes',
      xrayMessage: 'Strong X-ray Flux',
      xrayWarning: 'NO NEW X-RAY FLUX FOR 2 MINUTES',
    })
  })

  const lines = good.split('\n')
  const first = lines.findIndex((line) => line.startsWith(' 89'))
  test.each<[string, (lines: string[]) => string[], RegExp]>([
    ['a row is missing', (all) => all.toSpliced(first + 3, 1), /latitudes/],
    ['the last row is missing', (all) => all.toSpliced(-2, 1), /incomplete/],
    ['the last row is cut', (all) => [...all.slice(0, -2), all.at(-2)?.slice(0, -1) ?? ''], /incomplete/],
    ['a row is twice', (all) => all.toSpliced(first, 0, all[first] ?? ''), /latitudes/],
    [
      'rows are from south to north',
      (all) => [...all.slice(0, first), ...all.slice(first).reverse(), ''],
      /latitudes/,
    ],
    ['a row is too short', (all) => all.with(first, (all[first] ?? '').slice(0, -5)), /incomplete/],
    ['a value is no number', (all) => all.with(first, (all[first] ?? '').replace('7.1', 'n/a')), /usable/],
    ['a value is negative', (all) => all.with(first, (all[first] ?? '').replace(' 7.1', '-7.1')), /usable/],
    [
      'the longitudes are others',
      (all) => all.map((line) => line.replace('-178 -174', '-180 -176')),
      /longitudes/,
    ],
    [
      'its instant is in the future',
      (all) => all.map((line) => line.replace('12:30 UTC', '12:40 UTC')),
      /Valid At/,
    ],
    [
      'its instant is none',
      (all) => all.map((line) => line.replace('2026-11-22 12:30 UTC', 'now')),
      /Valid At/,
    ],
  ])('is refused where %s', (_, edit, message) => {
    const body = edit([...lines]).join('\n')
    expect(() => parse(body)).toThrow(ShapeError)
    expect(() => parse(body)).toThrow(message)
  })

  test.skipIf(!hasCaptures)('as it was captured is read whole', () => {
    const file = capture('swpc/drap_global_frequencies.2026-08-20.txt')
    const { validAt, grid, xrayMessage } = parse(file, Date.parse('2026-08-20T04:45:00Z'))
    expect(new Date(validAt).toISOString()).toBe('2026-08-20T04:42:00.000Z')
    expect(xrayMessage).toBe('Normal X-ray Background')
    expect(nearestValue(grid, { latitudeDeg: 89, longitudeDeg: -178 })).toBe(2)
    expect(nearestValue(grid, { latitudeDeg: 55, longitudeDeg: -142 })).toBe(0.1)
    expect(nearestValue(grid, { latitudeDeg: -89, longitudeDeg: 178 })).toBe(0)
  })
})
