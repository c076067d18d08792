import type { ListObject } from '#features/debris/object-list/object'
import { ELEMENT_FIELDS } from '#features/objects/elements/element-fields'

/** A column of the tables: its names in JSON and CSV, and its type in Parquet. */
export interface Column {
  readonly name: keyof ListObject | 'change' | 'reason'
  /** As in CelesTrak's CSV of OMM; other columns are named in the same style. */
  readonly csv: string
  readonly type: 'STRING' | 'DOUBLE' | 'INT32' | 'INSTANT' | 'DATE'
}

/** The columns: first the OMM columns in CelesTrak's order. */
export const objectColumns: readonly Column[] = [
  ...ELEMENT_FIELDS.map(([, name, csv, type]) => ({ name, csv, type })),
  { name: 'object_type', csv: 'OBJECT_TYPE', type: 'STRING' },
  { name: 'owner', csv: 'OWNER', type: 'STRING' },
  { name: 'launch_date', csv: 'LAUNCH_DATE', type: 'DATE' },
  { name: 'decay_date', csv: 'DECAY_DATE', type: 'DATE' },
  { name: 'rcs_m2', csv: 'RCS_M2', type: 'DOUBLE' },
  { name: 'rcs_class', csv: 'RCS_CLASS', type: 'STRING' },
  { name: 'perigee_km', csv: 'PERIGEE_KM', type: 'DOUBLE' },
  { name: 'apogee_km', csv: 'APOGEE_KM', type: 'DOUBLE' },
  { name: 'period_min', csv: 'PERIOD_MIN', type: 'DOUBLE' },
  { name: 'first_seen', csv: 'FIRST_SEEN', type: 'DATE' },
  { name: 'age_days', csv: 'AGE_DAYS', type: 'DOUBLE' },
]

/** The columns of a list of changes. */
export const changeColumns: readonly Column[] = [
  ...objectColumns,
  { name: 'change', csv: 'CHANGE', type: 'STRING' },
  { name: 'reason', csv: 'REASON', type: 'STRING' },
]
