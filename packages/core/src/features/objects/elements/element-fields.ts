import type { ElementSet } from '#features/objects/elements/element-set'

/**
 * The fields of an element set: their names in code, in JSON and in OMM, and their types. They are in the
 * order of CelesTrak's OMM, which is also the order of stored rows.
 */
export const ELEMENT_FIELDS = [
  ['name', 'name', 'OBJECT_NAME', 'STRING'],
  ['internationalDesignator', 'international_designator', 'OBJECT_ID', 'STRING'],
  ['epoch', 'epoch', 'EPOCH', 'INSTANT'],
  ['meanMotionRevPerDay', 'mean_motion_rev_per_day', 'MEAN_MOTION', 'DOUBLE'],
  ['eccentricity', 'eccentricity', 'ECCENTRICITY', 'DOUBLE'],
  ['inclinationDeg', 'inclination_deg', 'INCLINATION', 'DOUBLE'],
  ['raanDeg', 'raan_deg', 'RA_OF_ASC_NODE', 'DOUBLE'],
  ['argOfPericenterDeg', 'arg_of_pericenter_deg', 'ARG_OF_PERICENTER', 'DOUBLE'],
  ['meanAnomalyDeg', 'mean_anomaly_deg', 'MEAN_ANOMALY', 'DOUBLE'],
  ['ephemerisType', 'ephemeris_type', 'EPHEMERIS_TYPE', 'INT32'],
  ['classification', 'classification', 'CLASSIFICATION_TYPE', 'STRING'],
  ['noradId', 'norad_id', 'NORAD_CAT_ID', 'INT32'],
  ['elementSetNo', 'element_set_no', 'ELEMENT_SET_NO', 'INT32'],
  ['revAtEpoch', 'rev_at_epoch', 'REV_AT_EPOCH', 'INT32'],
  ['bstarPerEarthRadius', 'bstar_per_earth_radius', 'BSTAR', 'DOUBLE'],
  ['meanMotionDotRevPerDay2', 'mean_motion_dot_rev_per_day2', 'MEAN_MOTION_DOT', 'DOUBLE'],
  ['meanMotionDdotRevPerDay3', 'mean_motion_ddot_rev_per_day3', 'MEAN_MOTION_DDOT', 'DOUBLE'],
] as const satisfies readonly [keyof ElementSet, string, string, string][]

type Field = (typeof ELEMENT_FIELDS)[number]

/** An element set with JSON names. */
export type ElementMembers = { [F in Field as F[1]]: ElementSet[F[0]] }

/** An element set with OMM names. */
export type Omm = { [F in Field as F[2]]: ElementSet[F[0]] }

const FIELD_NAMES = ELEMENT_FIELDS.map(([field]) => field)
const JSON_NAMES = ELEMENT_FIELDS.map(([, json]) => json)
/** OMM names, in CelesTrak's order. */
export const OMM_NAMES = ELEMENT_FIELDS.map(([, , omm]) => omm)

/** Returns an element set in its stored form. */
export function toElementRow(set: ElementSet): unknown[] {
  return FIELD_NAMES.map((field) => set[field])
}

/** Returns the element set at the beginning of a stored row. */
export function fromElementRow(row: readonly unknown[]): ElementSet {
  return membersOf(FIELD_NAMES, row)
}

/** Returns the element set for JSON members. */
export function fromElementMembers(members: ElementMembers): ElementSet {
  return membersOf(
    FIELD_NAMES,
    JSON_NAMES.map((name) => members[name]),
  )
}

/** Returns an element set with OMM names. Its epoch has no `Z`. */
export function toOmm(set: ElementSet): Omm {
  return membersOf(OMM_NAMES, toElementRow({ ...set, epoch: set.epoch.replace(/Z$/, '') }))
}

/** Returns an object with the values of a row, starting at index `from`. */
export function membersOf<T>(names: readonly (keyof T & string)[], row: readonly unknown[], from = 0): T {
  const members: Record<string, unknown> = {}
  for (let i = 0; i < names.length; i += 1) members[names[i] as string] = row[from + i]
  return members as T
}
