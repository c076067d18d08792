import {
  geomagneticStorms,
  levelOf,
  radiationStorms,
  radioBlackouts,
  type Scale,
  type ScaleStep,
  stepOf,
} from '#features/space-weather/scales/noaa-scales'
import type { Quantity } from '#features/space-weather/series/readings'

/** A NOAA space-weather scale and the quantity that it is derived from. */
export interface NoaaScale {
  readonly quantity: Quantity
  /** Name of the level that NOAA itself publishes, in `/v1/space-weather/scales`. */
  readonly member: 'g_scale' | 'r_scale' | 's_scale'
  readonly name: string
  readonly scale: Scale
}

/** The scales of the terminal and of the weather page, in order. */
export const noaaScales: readonly NoaaScale[] = [
  { quantity: 'kp', member: 'g_scale', name: 'Geomagnetic storms', scale: geomagneticStorms },
  { quantity: 'xray_flux_w_m2', member: 'r_scale', name: 'Radio blackouts', scale: radioBlackouts },
  { quantity: 'proton_flux_pfu', member: 's_scale', name: 'Radiation storms', scale: radiationStorms },
]

/** Returns the level of a scale that a value has reached. */
export function scaleStepOf(scale: Scale, value: number): ScaleStep {
  return stepOf(scale, levelOf(scale, value))
}

/** Formats the level that a value has reached as `G1 minor`. */
export function scaleLabel(scale: Scale, value: number): string {
  const { scale: step, name } = scaleStepOf(scale, value)
  return `${step} ${name}`
}
