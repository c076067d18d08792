import { sunElevationDeg } from '@space-data/charts/sun'
import { expect, test } from 'vitest'
import { sunAboveEarthKm, trackOf } from '../../../packages/core/src/catalogue/orbit/earth-fixed.ts'
import { isSunlit } from '../../../packages/core/src/catalogue/orbit/ellipsoid.ts'
import { findPasses } from '../../../packages/core/src/catalogue/orbit/passes.ts'
import { visibleSpans } from '../../../packages/core/src/catalogue/orbit/visible-spans.ts'
import { days, seconds } from '../../../packages/core/src/kit/time.ts'
import { elementsOf } from '../../fixtures/passes.ts'

const FROM = Date.parse('2026-08-06T06:00:00Z')

test.each([
  [25544, 48.14, 11.58],
  [25994, -42.88, 147.33],
] as const)(
  'object %d over %d, %d is visible while it is lit and the Sun is below -6°',
  async (id, latitudeDeg, longitudeDeg) => {
    const [track, state] = [trackOf(elementsOf(id)), new Float64Array(6)]
    if (!track) throw new Error('no track')
    const place = { latitudeDeg, longitudeDeg }
    const compared = { visible: 0, unlit: 0, tooBright: 0, barelyDark: 0 }
    const wrong: string[] = []
    const search = { from: FROM, to: FROM + days(20), minElevationDeg: 10 }
    for await (const { rise, set } of findPasses(track, place, search)) {
      const [from, to] = [rise?.at ?? Number.NaN, set?.at ?? Number.NaN]
      const spans = await visibleSpans(track, place, from, to)
      for (let at = from; at <= to; at += seconds(5)) {
        const sunDeg = sunElevationDeg(latitudeDeg, longitudeDeg, at)
        const isLit = track.stateAt(at, state) && isSunlit(state, sunAboveEarthKm(at))
        const isInSpan = spans.some(({ start, end }) => start.at <= at && at <= end.at)
        if (isInSpan !== (isLit && sunDeg < -6)) wrong.push(new Date(at).toISOString())
        compared[!isLit ? 'unlit' : sunDeg >= -6 ? 'tooBright' : sunDeg >= -8 ? 'barelyDark' : 'visible'] += 1
      }
    }
    expect(wrong).toEqual([])
    for (const [kind, count] of Object.entries(compared)) expect(count, kind).toBeGreaterThan(10)
  },
)
