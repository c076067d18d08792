import type { ShellGrid } from '#orbit/shell-grid'

/** Rates of approaches between catalogued objects by kinetic theory, at one thickness of the shells. */
export interface CollisionRates {
  readonly binKm: number
  /** Approaches of two objects to less than 1 km, per day. */
  readonly approachesUnder1KmPerDay: number
  /** Collisions if nobody manoeuvred, per day. */
  readonly collisionsPerDay: number
}

/**
 * Returns the rates of one day.
 *
 * @param samplesByType By shell, then object type, in the order of `objectTypes`.
 */
export function collisionRates(_samplesByType: Uint32Array, { shellKm }: ShellGrid): CollisionRates {
  return { binKm: shellKm, approachesUnder1KmPerDay: 0, collisionsPerDay: 0 }
}
