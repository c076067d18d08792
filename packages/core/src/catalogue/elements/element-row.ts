import type { ElementSet } from '#catalogue/elements/element-set'

/** The fields of an element set in the order of a stored row. It never changes: runs of years have it. */
export const ELEMENT_FIELDS = [
  'noradId',
  'name',
  'internationalDesignator',
  'epoch',
  'meanMotionRevPerDay',
  'eccentricity',
  'inclinationDeg',
  'raanDeg',
  'argOfPericenterDeg',
  'meanAnomalyDeg',
  'bstarPerEarthRadius',
  'meanMotionDotRevPerDay2',
  'meanMotionDdotRevPerDay3',
  'elementSetNo',
  'revAtEpoch',
  'classification',
  'ephemerisType',
] as const satisfies (keyof ElementSet)[]

/** Returns an element set as it is stored. */
export function toElementRow(set: ElementSet): unknown[] {
  return ELEMENT_FIELDS.map((field) => set[field])
}

/** Returns the element set at the beginning of a stored row. */
export function fromElementRow(row: readonly unknown[]): ElementSet {
  return membersOf<ElementSet>(ELEMENT_FIELDS, row)
}

/** Returns an object with the values of a row, from the one at `from` on. */
export function membersOf<T>(fields: readonly (keyof T & string)[], row: readonly unknown[], from = 0): T {
  const members: Record<string, unknown> = {}
  for (let i = 0; i < fields.length; i += 1) members[fields[i] as string] = row[from + i]
  return members as T
}
