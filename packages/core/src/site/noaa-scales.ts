import {
  geomagneticStorms,
  levelOf,
  radiationStorms,
  radioBlackouts,
  type Scale,
  type ScaleStep,
  stepOf,
} from '#space-weather/reference/scales'
import type { Quantity } from '#space-weather/series/readings'

/** A NOAA space-weather scale and the quantity that it is derived from. */
export interface NoaaScale {
  readonly quantity: Quantity
  readonly name: string
  readonly stepAt: (value: number) => ScaleStep
}

/** The scales shown on the status page, in order. */
export const noaaScales: readonly NoaaScale[] = [
  { quantity: 'kp', name: 'Geomagnetic storms', stepAt: (value) => scaleStepOf(geomagneticStorms, value) },
  {
    quantity: 'xray_flux_w_m2',
    name: 'Radio blackouts',
    stepAt: (value) => scaleStepOf(radioBlackouts, value),
  },
  {
    quantity: 'proton_flux_pfu',
    name: 'Radiation storms',
    stepAt: (value) => scaleStepOf(radiationStorms, value),
  },
]

/** Returns the step of a scale that a value has reached. */
export function scaleStepOf(scale: Scale, value: number): ScaleStep {
  return stepOf(scale, levelOf(scale, value))
}

/** Formats a step as `G1 minor`. */
export function scaleStepLabel({ scale, name }: ScaleStep): string {
  return `${scale} ${name}`
}
