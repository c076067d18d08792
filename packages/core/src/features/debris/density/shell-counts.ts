import { SAMPLES_PER_OBJECT } from '#features/objects/orbit/sampling'

/**
 * Counts of a run. `catalogue`, `used`, `stale` and `failed` are objects; the others are samples of the used
 * objects, and account for all of them.
 */
export interface ShellCounts {
  readonly catalogue: number
  readonly used: number
  readonly stale: number
  readonly failed: number
  readonly inRange: number
  readonly below: number
  readonly above: number
  readonly lost: number
}

/** Returns the share of the catalogue above the shells, from 0 to 1; 0 for an empty catalogue. */
export function shareAbove({ catalogue, above }: ShellCounts): number {
  return catalogue === 0 ? 0 : above / SAMPLES_PER_OBJECT / catalogue
}
