import { sunElevationDeg } from '@space-data/charts/sun'
import { expect, test } from 'vitest'
import { sunAboveEarthKm, trackOf } from '../../../packages/core/src/features/objects/orbit/earth-fixed.ts'
import { isSunlit } from '../../../packages/core/src/features/objects/orbit/ellipsoid.ts'
import { findPasses } from '../../../packages/core/src/features/objects/orbit/passes.ts'
import { visibleSpans } from '../../../packages/core/src/features/objects/orbit/visible-spans.ts'
import { days, seconds } from '../../../packages/core/src/kernel/kit/time.ts'
import { elementsOf } from '../../fixtures/passes.ts'

const FROM = Date.parse('2026-08-06T06:00:00Z')

test.each([
  [25544, 48.14, 11.58, false],
  [25994, -42.88, 147.33, true],
] as const)(
  'object %d over %d, %d is visible while it is lit and the Sun is below -6°, for a minute or more',
  async (id, latitudeDeg, longitudeDeg, hasShort) => {
    const [track, state] = [trackOf(elementsOf(id)), new Float64Array(6)]
    if (!track) throw new Error('no track')
    const place = { latitudeDeg, longitudeDeg }
    const compared = { visible: 0, unlit: 0, tooBright: 0, barelyDark: 0, short: 0 }
    const wrong: string[] = []
    const search = { from: FROM, to: FROM + days(20), minElevationDeg: 10 }
    for await (const { rise, set } of findPasses(track, place, search)) {
      const [from, to] = [rise?.at ?? Number.NaN, set?.at ?? Number.NaN]
      const spans = await visibleSpans(track, place, from, to)
      for (const { start, end } of spans) expect(end.at - start.at).toBeGreaterThanOrEqual(seconds(60))
      let run: string[] = []
      const endRun = () => {
        // Of about a minute: it depends on less than a step of this scan whether it is listed.
        if (run.length >= 13) wrong.push(...run)
        else if (run.length > 0) compared.short += 1
        run = []
      }
      for (let at = from; at <= to; at += seconds(5)) {
        const sunDeg = sunElevationDeg(latitudeDeg, longitudeDeg, at)
        const isLit = track.stateAt(at, state) && isSunlit(state, sunAboveEarthKm(at))
        const isInSpan = spans.some(({ start, end }) => start.at <= at && at <= end.at)
        const isExpected = isLit && sunDeg < -6
        if (isInSpan && !isExpected) wrong.push(new Date(at).toISOString())
        if (isExpected && !isInSpan) run.push(new Date(at).toISOString())
        else endRun()
        compared[!isLit ? 'unlit' : sunDeg >= -6 ? 'tooBright' : sunDeg >= -8 ? 'barelyDark' : 'visible'] += 1
      }
      endRun()
    }
    expect(wrong).toEqual([])
    const { short, ...kinds } = compared
    for (const [kind, count] of Object.entries(kinds)) expect(count, kind).toBeGreaterThan(10)
    expect(short > 0).toBe(hasShort)
  },
)
