import { eciToGeodetic } from 'satellite.js'
import { expect, test } from 'vitest'
import { Aurora } from '../../packages/browser/src/globe-aurora.ts'
import { offsetText } from '../../packages/browser/src/globe-controls.ts'
import { dotOpacity } from '../../packages/browser/src/globe-dots.ts'
import { nightOpacity } from '../../packages/browser/src/globe-shade.ts'
import { type PackedObjects, unpackObjects } from '../../packages/browser/src/packed-objects.ts'
import { findObjects, orbitOf } from '../../packages/browser/src/picked-object.ts'
import { STATE_WIDTH, statesAt, toSatrecs, writePositions } from '../../packages/browser/src/states.ts'
import { greenwichSiderealTime } from '../../packages/charts/src/sidereal-time.ts'
import { groundPosition } from '../../packages/core/src/features/objects/orbit/ground-position.ts'
import { findAsset } from '../../packages/core/src/features/pages/assets.ts'
import { packedAurora } from '../../packages/core/src/features/pages/globe/aurora-band.ts'
import { assetFile } from '../../packages/core/src/features/shared/page/asset-names.ts'
import type { AuroraGrid } from '../../packages/core/src/features/space-weather/aurora/aurora-grid.ts'
import { elementSet, elementSets } from '../debris/night/element-sets.ts'
import { feedService, NIGHT } from './feed-service.ts'

const AT = Date.parse(NIGHT)
const objects = [
  { ...elementSet(5, AT - 3_600_000), name: 'VANGUARD, Ü', bstarPerEarthRadius: 7.969016e-5 },
  // A Molniya orbit, which is deep space, and a geostationary one.
  {
    ...elementSet(8_195, AT),
    meanMotionRevPerDay: 2.00576113,
    eccentricity: 0.7412345,
    inclinationDeg: 63.4321,
  },
  { ...elementSet(41_866, AT), meanMotionRevPerDay: 1.00270123, eccentricity: 0.0001, inclinationDeg: 0.02 },
  ...elementSets(40, AT),
]

async function packed(): Promise<PackedObjects> {
  const { run, spaceData } = await feedService()
  await run(objects)
  const response = await spaceData.handle(new Request('http://test/globe/objects'))
  expect(response.status).toBe(200)
  return unpackObjects(await response.arrayBuffer())
}

test('a whole number means the object with exactly this number, any other text all whose names have it', async () => {
  const all = {
    ...(await packed()),
    names: ['SYNTHETIC 255440 DEB', 'ISS (ZARYA)', 'ISS DEB', 'DEB OF ISS'],
    noradIds: Uint32Array.of(500_255_441, 25_544, 60_001, 60_002),
  }
  const namesOf = (text: string) => findObjects(all, text).map((i) => all.names[i])
  expect(namesOf('25544')).toEqual(['ISS (ZARYA)'])
  expect(namesOf('255440')).toEqual([])
  expect(namesOf(' zarya ')).toEqual(['ISS (ZARYA)'])
  expect(namesOf('iss')).toEqual(['ISS (ZARYA)', 'ISS DEB', 'DEB OF ISS'])
  expect(namesOf('255440 DEB')).toEqual(['SYNTHETIC 255440 DEB'])
  expect([namesOf(''), namesOf('nothing')]).toEqual([[], []])
})

test('dots beyond the edge of the Earth are dim, covered ones more so; twilight is between day and night', () => {
  const [before, beyond, covered] = [dotOpacity(1, false), dotOpacity(-1, false), dotOpacity(-1, true)]
  expect(before).toBeGreaterThan(beyond)
  expect(beyond).toBeGreaterThan(covered)
  expect(nightOpacity(0.5)).toBe(0)
  expect(nightOpacity(0)).toBeGreaterThan(0)
  expect(nightOpacity(-0.1)).toBeGreaterThan(nightOpacity(0))
  expect(nightOpacity(-0.5)).toBeGreaterThan(nightOpacity(-0.1))
})

test('a time that is not now is described with its pace', () => {
  expect(offsetText(0, 1, false)).toBe('')
  expect(offsetText(540_000, 60, false)).toBe('60× · +9 min')
  expect(offsetText(540_000, 1, false)).toBe('1× · +9 min')
  expect(offsetText(-7_200_000, 1, true)).toBe('paused · −2 h')
})

test('the aurora is as opaque as it is probable, up to a quarter', () => {
  const rows = Array.from({ length: 181 }, (_, row) => Array<number>(360).fill(row < 140 ? 0 : row - 140))
  const aurora = new Aurora(packedAurora({ probability_percent: rows } as unknown as AuroraGrid))
  const opacityAt = (latitudeDeg: number, longitudeDeg: number) => {
    const [latitude, longitude] = [(latitudeDeg * Math.PI) / 180, (longitudeDeg * Math.PI) / 180]
    const distance = Math.cos(latitude)
    return aurora.opacityAt(
      distance * Math.cos(longitude),
      distance * Math.sin(longitude),
      Math.sin(latitude),
    )
  }
  expect(opacityAt(-70, 0)).toBe(0)
  expect(Math.abs(opacityAt(71, 359) - 21)).toBeLessThan(3)
  expect(Math.abs(opacityAt(90, 0) - 40)).toBeLessThan(3)
  const solid = new Aurora(packedAurora({ probability_percent: [[100]] } as unknown as AuroraGrid))
  expect(solid.opacityAt(1, 0, 0)).toBe(64)
  expect(new Aurora('').opacityAt(1, 0, 0)).toBe(0)
})

test('packed objects have the digits of a TLE, their types and their names', async () => {
  const all = await packed()
  expect(all.count).toBe(objects.length)
  expect(all.fetchedAt).toBe(AT)
  expect([...all.noradIds.subarray(0, 3)]).toEqual([5, 8_195, 41_866])
  expect(all.names.slice(0, 1)).toEqual(['VANGUARD, Ü'])
  objects.forEach((each, i) => {
    expect(all.epochs[i]).toBe(Date.parse(each.epoch))
    expect((all.meanMotions[i] as number) / 1e8).toBeCloseTo(each.meanMotionRevPerDay, 7)
    expect((all.eccentricities[i] as number) / 1e7).toBeCloseTo(each.eccentricity, 6)
    expect((all.inclinations[i] as number) / 1e4).toBeCloseTo(each.inclinationDeg, 3)
    expect(all.bstars[i]).toBeCloseTo(each.bstarPerEarthRadius, 9)
  })
})

test('owners are packed once each, and an object without a known one has none', async () => {
  const { run, spaceData } = await feedService()
  await run(objects)
  const { owners, ownerOf, names } = unpackObjects(
    await (await spaceData.handle(new Request('http://test/globe/objects'))).arrayBuffer(),
  )
  expect(names).toHaveLength(objects.length)
  expect(new Set(owners.map(({ code }) => code)).size).toBe(owners.length)
  for (const owner of ownerOf) expect(owner === 255 || owner < owners.length).toBe(true)
})

test('positions of the worker are those of SGP4 on the server, within 100 m', async () => {
  const all = await packed()
  const time = AT + 7_200_000
  const states = statesAt(toSatrecs(all), all.epochs, time)
  objects.forEach((each, i) => {
    const [x = 0, y = 0, z = 0] = states.subarray(i * STATE_WIDTH)
    const here = eciToGeodetic({ x, y, z }, greenwichSiderealTime(time))
    const there = groundPosition(each, time)
    expect(Math.abs(here.height - (there?.altitudeKm ?? Number.NaN))).toBeLessThan(0.1)
    expect(Math.abs(here.latitude * (180 / Math.PI) - (there?.latitudeDeg ?? Number.NaN))).toBeLessThan(0.001)
  })
})

test.each([
  [60, 0.05],
  [300, 5],
])('between states of %i s, positions are within %f km of SGP4', async (seconds, limit) => {
  const all = await packed()
  const satrecs = toSatrecs(all)
  let most = 0
  for (let start = AT; start < AT + 43_200_000; start += 1_800_000) {
    const [before, middle, after] = [0, 0.5, 1].map((share) =>
      statesAt(satrecs, all.epochs, start + share * seconds * 1_000),
    ) as [Float32Array, Float32Array, Float32Array]
    const positions = new Float32Array(all.count * 3)
    writePositions(before, after, 0.5, seconds, positions)
    for (let i = 0; i < all.count; i += 1) {
      const [x = 0, y = 0, z = 0] = middle.subarray(i * STATE_WIDTH)
      const [a = 0, b = 0, c = 0] = positions.subarray(i * 3)
      most = Math.max(most, Math.hypot(x - a, y - b, z - c))
    }
  }
  expect(most).toBeLessThan(limit)
})

test('an orbit passes through its object and closes', async () => {
  const all = await packed()
  const states = statesAt(toSatrecs(all), all.epochs, AT)
  const orbit = orbitOf(states, 1)
  for (let axis = 0; axis < 3; axis += 1) {
    expect(orbit[axis]).toBeCloseTo(states[STATE_WIDTH + axis] as number, 1)
    expect(orbit.at(axis - 3)).toBeCloseTo(orbit[axis] as number, 1)
  }
})

test('before the first run the page says so, and neither objects nor picture are there', async () => {
  const { ask } = await feedService()
  const page = await ask('GET', '/globe')
  expect(page.text).toContain('No shells yet.')
  expect(page.text).not.toContain('<script src=')
  expect((await ask('GET', '/globe/objects')).json.error).toBe('shell_not_populated')
  expect((await ask('GET', '/globe/still.svg')).status).toBe(404)
})

test('the scripts of the globe are at most 60 kB', () => {
  const bytes = (['globe', 'globe-positions'] as const).map((name) => findAsset(assetFile(name))?.length ?? 0)
  expect(Math.min(...bytes)).toBeGreaterThan(1_000)
  expect(bytes.reduce((sum, each) => sum + each)).toBeLessThan(60_000)
})
