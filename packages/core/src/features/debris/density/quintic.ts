import { KNOT_SECONDS, KNOT_WIDTH } from '#features/objects/orbit/sampling'

/** Number of coefficients: six for each of x, y and z. */
export const QUINTIC_WIDTH = 18

/**
 * Writes the coefficients of the quintic Hermite polynomials, in km and lowest power first, that interpolate
 * between knot `from` (argument 0) and the next (argument 1). They match position, velocity and acceleration
 * at both knots.
 */
export function writeQuinticHermite(knots: Float64Array, from: number, quintic: Float64Array): void {
  const step = KNOT_SECONDS
  const start = from * KNOT_WIDTH
  const end = start + KNOT_WIDTH
  for (let axis = 0; axis < 3; axis++) {
    const p0 = knots[start + axis]!
    const v0 = knots[start + 3 + axis]! * step
    const a0 = knots[start + 6 + axis]! * step * step
    const v1 = knots[end + 3 + axis]! * step
    const a1 = knots[end + 6 + axis]! * step * step
    const dp = knots[end + axis]! - p0
    const at = axis * 6
    quintic[at] = p0
    quintic[at + 1] = v0
    quintic[at + 2] = a0 / 2
    quintic[at + 3] = 10 * dp - 6 * v0 - 4 * v1 - 1.5 * a0 + 0.5 * a1
    quintic[at + 4] = -15 * dp + 8 * v0 + 7 * v1 + 1.5 * a0 - a1
    quintic[at + 5] = 6 * dp - 3 * v0 - 3 * v1 - 0.5 * a0 + 0.5 * a1
  }
}

/**
 * Converts coefficients to forward differences in place: the polynomial's value at 0 and its five
 * differences. Five additions then advance it by `step`.
 */
export function toForwardDifferences(quintic: Float64Array, step: number): void {
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
