import { type ElementSet, semiMajorAxisKm } from '#catalogue/elements/element-set'
import { days } from '#kit/time'

/** Error along the orbit at the epoch, what each day adds, and the share of the drag that is not foreseen. */
const [AT_EPOCH_KM, PER_DAY_KM, OF_DRAG] = [1, 1, 0.2]

/**
 * Estimates by how much instants computed of an element set are wrong, in seconds: by the distance that an
 * object is ahead or behind along its orbit. A rule of thumb, which knows no manoeuvres.
 */
export function timingErrorS(elements: ElementSet, timeMs: number): number {
  const age = Math.abs(timeMs - Date.parse(elements.epoch)) / days(1)
  const orbitKm = 2 * Math.PI * semiMajorAxisKm(elements)
  const kmPerS = (orbitKm * elements.meanMotionRevPerDay) / 86_400
  const dragKm = OF_DRAG * Math.abs(elements.meanMotionDotRevPerDay2) * age * age * orbitKm
  return (AT_EPOCH_KM + PER_DAY_KM * age + dragKm) / kmPerS
}
