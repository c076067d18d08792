import {
  geomagneticStorms,
  radiationStorms,
  radioBlackouts,
  type ScaleStep,
  scaleFor,
} from '#reference/scales'
import type { SeriesId } from '#store/repositories/readings'

/** A NOAA space-weather scale and the series that it is derived from. */
export interface NoaaScale {
  readonly series: SeriesId
  readonly name: string
  readonly stepAt: (value: number) => ScaleStep
}

/** The scales shown on the status page, in order. */
export const noaaScales: readonly NoaaScale[] = [
  { series: 'kp', name: 'Geomagnetic storms', stepAt: (value) => scaleStepOf(geomagneticStorms, value) },
  {
    series: 'xray_flux_w_m2',
    name: 'Radio blackouts',
    stepAt: (value) => scaleStepOf(radioBlackouts, value),
  },
  {
    series: 'proton_flux_pfu',
    name: 'Radiation storms',
    stepAt: (value) => scaleStepOf(radiationStorms, value),
  },
]

/** Returns the step of a scale that a value has reached. */
export function scaleStepOf<Letter extends string>(
  scale: readonly [ScaleStep<Letter>, ...ScaleStep<Letter>[]],
  value: number,
): ScaleStep {
  const reached = scaleFor(scale, value)
  return scale.find((step) => step.scale === reached) ?? scale[0]
}

/** Formats a step as `G1 minor`. */
export function scaleStepLabel({ scale, name }: ScaleStep): string {
  return `${scale} ${name}`
}
