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

/**
 * Turns coefficients into forward differences, in place: a polynomial's value at 0 and its five differences, so that
 * five additions give its value one `step` further.
 */
export function toDifferences(quintic: Float64Array, step: number): void {
  const square = step * step
  const cube = square * step
  for (let at = 0; at < QUINTIC_WIDTH; at += 6) {
    const c1 = quintic[at + 1]! * step
    const c2 = quintic[at + 2]! * square
    const c3 = quintic[at + 3]! * cube
    const c4 = quintic[at + 4]! * square * square
    const c5 = quintic[at + 5]! * square * cube
    quintic[at + 1] = c1 + c2 + c3 + c4 + c5
    quintic[at + 2] = 2 * c2 + 6 * c3 + 14 * c4 + 30 * c5
    quintic[at + 3] = 6 * c3 + 36 * c4 + 150 * c5
    quintic[at + 4] = 24 * c4 + 240 * c5
    quintic[at + 5] = 120 * c5
  }
}
