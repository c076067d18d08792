import { geomagneticStorms, radiationStorms, radioBlackouts, type ScaleStep, scaleOf } from '#declare/scales'
import type { SeriesId } from '#store/readings'

/** A scale of NOAA's, the series it is read from, and what it warns of. */
export interface WarningScale {
  readonly series: SeriesId
  readonly name: string
  readonly step: (value: number) => ScaleStep
}

export const warningScales: readonly WarningScale[] = [
  { series: 'kp', name: 'Geomagnetic storms', step: (value) => stepOf(geomagneticStorms, value) },
  { series: 'xray_flux_w_m2', name: 'Radio blackouts', step: (value) => stepOf(radioBlackouts, value) },
  { series: 'proton_flux_pfu', name: 'Radiation storms', step: (value) => stepOf(radiationStorms, value) },
]

/** The whole step of a scale that a value has reached. */
export function stepOf<Letter extends string>(
  scale: readonly [ScaleStep<Letter>, ...ScaleStep<Letter>[]],
  value: number,
): ScaleStep {
  const reached = scaleOf(scale, value)
  return scale.find((step) => step.scale === reached) ?? scale[0]
}

/** `G1 minor`. */
export function wordsOf({ scale, name }: ScaleStep): string {
  return `${scale} ${name}`
}
