import { type ElementSet, semiMajorAxisKm } from '#features/objects/elements/element-set'
import { days } from '#kernel/kit/time'

/** Error along the orbit at the epoch, increase per day, and share of the drag that is not predictable. */
const [AT_EPOCH_KM, PER_DAY_KM, OF_DRAG] = [1, 1, 0.2]

/**
 * Estimates the error of times computed from an element set, in seconds, by how far an object is ahead or
 * behind along its orbit. This is a rule of thumb that ignores manoeuvres.
 */
export function timingErrorS(elements: ElementSet, timeMs: number): number {
  const age = Math.abs(timeMs - Date.parse(elements.epoch)) / days(1)
  const orbitKm = 2 * Math.PI * semiMajorAxisKm(elements)
  const kmPerS = (orbitKm * elements.meanMotionRevPerDay) / 86_400
  const dragKm = OF_DRAG * Math.abs(elements.meanMotionDotRevPerDay2) * age * age * orbitKm
  return (AT_EPOCH_KM + PER_DAY_KM * age + dragKm) / kmPerS
}
