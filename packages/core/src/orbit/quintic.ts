import { KNOT_SECONDS, KNOT_WIDTH } from '#orbit/propagate'

/** Six coefficients for each of x, y and z. */
export const QUINTIC_WIDTH = 18

/**
 * Writes the coefficients, lowest power first, of the quintic Hermite polynomials in km that join knot `from` to the
 * next as their argument goes from 0 to 1: they share position, velocity and acceleration with both knots.
 */
export function writeQuintic(knots: Float64Array, from: number, quintic: Float64Array): void {
  const start = from * KNOT_WIDTH
  const end = start + KNOT_WIDTH
  for (let axis = 0; axis < 3; axis++) {
    const p0 = knots[start + axis]!
    const v0 = knots[start + 3 + axis]! * KNOT_SECONDS
    const a0 = knots[start + 6 + axis]! * KNOT_SECONDS * KNOT_SECONDS
    const v1 = knots[end + 3 + axis]! * KNOT_SECONDS
    const a1 = knots[end + 6 + axis]! * KNOT_SECONDS * KNOT_SECONDS
    const way = knots[end + axis]! - p0
    const at = axis * 6
    quintic[at] = p0
    quintic[at + 1] = v0
    quintic[at + 2] = a0 / 2
    quintic[at + 3] = 10 * way - 6 * v0 - 4 * v1 - 1.5 * a0 + 0.5 * a1
    quintic[at + 4] = -15 * way + 8 * v0 + 7 * v1 + 1.5 * a0 - a1
    quintic[at + 5] = 6 * way - 3 * v0 - 3 * v1 - 0.5 * a0 + 0.5 * a1
  }
}
