import { expect, test } from 'vitest'
import { trackOf } from '../../packages/core/src/features/objects/orbit/earth-fixed.ts'
import type { Place } from '../../packages/core/src/features/objects/orbit/observer.ts'
import { listPasses } from '../../packages/core/src/features/passes/list-passes.ts'
import { days } from '../../packages/core/src/kernel/kit/time.ts'
import { elementsOf } from '../fixtures/passes.ts'

const FROM = Date.parse('2026-08-06T06:00:00Z')
const GEOSTATIONARY = {
  ...elementsOf(25544),
  noradId: 90_002,
  meanMotionRevPerDay: 1.0027,
  inclinationDeg: 0.01,
}

async function withoutPasses(elements: ReturnType<typeof elementsOf>, place: Place, minElevationDeg: number) {
  const track = trackOf(elements)
  if (!track) throw new Error('no track')
  const query = { from: FROM, to: FROM + days(2), onlyVisible: false, limit: 5, explains: true }
  return listPasses([{ elements, track }], { ...query, place, minElevationDeg })
}

test('an object that never rises is told apart from one that never sets and stands too low', async () => {
  const pole = { latitudeDeg: 89, longitudeDeg: 0 }
  const { passes, without } = await withoutPasses(elementsOf(25544), pole, 10)
  expect(passes).toEqual([])
  expect(without).toMatchObject([{ norad_id: 25_544, reason: 'never_rises', highest_elevation_deg: null }])

  const state = new Float64Array(6)
  trackOf(GEOSTATIONARY)?.stateAt(FROM, state)
  const longitudeDeg = (Math.atan2(state[1] ?? 0, state[0] ?? 0) * 180) / Math.PI
  const below = { latitudeDeg: 60, longitudeDeg }
  expect((await withoutPasses(GEOSTATIONARY, below, 10)).passes).toMatchObject([{ rise: null, set: null }])
  const { without: low } = await withoutPasses(GEOSTATIONARY, below, 60)
  expect(low).toMatchObject([{ norad_id: 90_002, reason: 'never_sets' }])
  expect(low[0]?.highest_elevation_deg).toBeGreaterThan(15)
  expect(low[0]?.highest_elevation_deg).toBeLessThan(30)
})
