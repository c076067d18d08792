import type { ElementSet } from '@space-data/core/debris'
import {
  QUINTIC_WIDTH,
  toForwardDifferences,
  writeQuinticHermite,
} from '../../../packages/core/src/features/debris/density/quintic.ts'
import { writeKnots } from '../../../packages/core/src/features/objects/orbit/propagate.ts'
import { KNOT_COUNT, KNOT_WIDTH } from '../../../packages/core/src/features/objects/orbit/sampling.ts'
import { T0 } from './catalogues.ts'

interface Sample {
  readonly altitudeKm: number
  readonly latitudeDeg: number
}

const known = new Map<ElementSet, readonly Sample[]>()

/** Where an object is every 20 s, latitude by an arc function. */
export function samplesOf(set: ElementSet): readonly Sample[] {
  const samples = known.get(set) ?? computeSamples(set)
  known.set(set, samples)
  return samples
}

function computeSamples(set: ElementSet): Sample[] {
  const knots = new Float64Array(KNOT_COUNT * KNOT_WIDTH)
  const intervals = writeKnots(set, T0, knots) - 1
  const samples: Sample[] = []
  const q = new Float64Array(QUINTIC_WIDTH)
  for (let from = 0; from < intervals; from++) {
    writeQuinticHermite(knots, from, q)
    toForwardDifferences(q, 1 / 30)
    for (let sample = 0; sample < 30; sample++) {
      const [x, y, z] = [q[0]!, q[6]!, q[12]!]
      const radius = Math.sqrt(x * x + y * y + z * z)
      samples.push({ altitudeKm: radius - 6_378.137, latitudeDeg: (Math.asin(z / radius) / Math.PI) * 180 })
      for (const axis of [0, 6, 12]) for (let i = 0; i < 5; i++) q[axis + i]! += q[axis + i + 1]!
    }
  }
  return samples
}
