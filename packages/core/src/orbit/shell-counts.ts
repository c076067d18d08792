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
