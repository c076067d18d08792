import type { DayChanges } from '#features/debris/diff/day-summary'

type Added = DayChanges['added'][number]
type Removed = DayChanges['removed'][number]

/**
 * Objects that entered and left a catalogue over several days. Their numbers add up to the change of its
 * size.
 */
export interface Balance {
  /** Newly numbered objects, once each, as first listed. They may have left since. */
  readonly numbered: readonly Added[]
  /** Objects that were missing at first, and had been numbered before. */
  readonly returned: readonly Added[]
  /** Objects that are missing at the end, as last listed. */
  readonly left: readonly Removed[]
}

/** Adds up the changes of several days, oldest first. */
export function balanceOf(changes: readonly DayChanges[]): Balance {
  const numbered = new Map<number, Added>()
  const returned = new Map<number, Added>()
  const left = new Map<number, Removed>()
  const known = new Set<number>()
  for (const { added, removed } of changes) {
    for (const object of added) {
      const { norad_id, reason } = object
      left.delete(norad_id)
      if (!known.has(norad_id)) (reason === 'new' ? numbered : returned).set(norad_id, object)
      known.add(norad_id)
    }
    for (const object of removed) {
      left.set(object.norad_id, object)
      known.add(object.norad_id)
    }
  }
  return { numbered: [...numbered.values()], returned: [...returned.values()], left: [...left.values()] }
}
