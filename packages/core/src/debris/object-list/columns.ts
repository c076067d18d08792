import type { FeedObject } from '#debris/object-list/object'

/** A column of the tables: its name in JSON, in CSV, and its type in Parquet. */
export interface Column {
  readonly name: keyof FeedObject
  /** As CelesTrak's CSV of OMM names it; the others in the same style. */
  readonly csv: string
  readonly type: 'STRING' | 'DOUBLE' | 'INT32' | 'INSTANT' | 'DATE'
}

/** The columns, those of OMM first and in CelesTrak's order. */
export const feedColumns: readonly Column[] = [
  { name: 'name', csv: 'OBJECT_NAME', type: 'STRING' },
  { name: 'international_designator', csv: 'OBJECT_ID', type: 'STRING' },
  { name: 'epoch', csv: 'EPOCH', type: 'INSTANT' },
  { name: 'mean_motion_rev_per_day', csv: 'MEAN_MOTION', type: 'DOUBLE' },
  { name: 'eccentricity', csv: 'ECCENTRICITY', type: 'DOUBLE' },
  { name: 'inclination_deg', csv: 'INCLINATION', type: 'DOUBLE' },
  { name: 'raan_deg', csv: 'RA_OF_ASC_NODE', type: 'DOUBLE' },
  { name: 'arg_of_pericenter_deg', csv: 'ARG_OF_PERICENTER', type: 'DOUBLE' },
  { name: 'mean_anomaly_deg', csv: 'MEAN_ANOMALY', type: 'DOUBLE' },
  { name: 'ephemeris_type', csv: 'EPHEMERIS_TYPE', type: 'INT32' },
  { name: 'classification', csv: 'CLASSIFICATION_TYPE', type: 'STRING' },
  { name: 'norad_id', csv: 'NORAD_CAT_ID', type: 'INT32' },
  { name: 'element_set_no', csv: 'ELEMENT_SET_NO', type: 'INT32' },
  { name: 'rev_at_epoch', csv: 'REV_AT_EPOCH', type: 'INT32' },
  { name: 'bstar_per_earth_radius', csv: 'BSTAR', type: 'DOUBLE' },
  { name: 'mean_motion_dot_rev_per_day2', csv: 'MEAN_MOTION_DOT', type: 'DOUBLE' },
  { name: 'mean_motion_ddot_rev_per_day3', csv: 'MEAN_MOTION_DDOT', type: 'DOUBLE' },
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
