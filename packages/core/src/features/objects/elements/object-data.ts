import * as v from 'valibot'
import { type SatcatLookup, toCatalogueObject } from '#features/objects/celestrak/satcat'
import {
  type ElementSet,
  objectTypes,
  rounded,
  semiMajorAxisKm,
} from '#features/objects/elements/element-set'
import { toThreeLines } from '#features/objects/elements/three-lines'
import { toObjectMembers } from '#features/objects/satcat/catalogue-object'
import {
  count,
  date,
  instant,
  named,
  oneOf,
  quantity,
  sourceLabel,
  text,
  wholeNumber,
} from '#kernel/endpoint/schemas'
import { iso, parseUtc } from '#kernel/kit/time'

/** Schema of the catalogue number in a path. */
export const noradIdParameter = wholeNumber('Catalogue number: 1–9 digits, no sign, no leading zeros', 25544)

/** Schema of the kind of a catalogue object. */
export const objectType = named(
  'ObjectType',
  oneOf('Kind of object, from SATCAT or, if SATCAT has none, derived from its name', objectTypes),
)

/** Schema of the payload: one object. */
export const objectData = v.strictObject({
  norad_id: count('Catalogue number of the object', 25544),
  name: text('Name in the public catalogue', 'ISS (ZARYA)'),
  international_designator: v.nullable(text('COSPAR designator: launch year, number and piece', '1998-067A')),
  object_type: objectType,
  epoch: instant('Epoch of the elements, UTC', '2026-08-06T01:17:37.872384Z'),
  mean_motion_rev_per_day: quantity('Mean motion (SGP4, Kozai), revolutions per day', 15.49359774, 0, 20),
  eccentricity: quantity('Eccentricity', 0.00072161, 0, 1),
  inclination_deg: quantity('Inclination, degrees', 51.6321, 0, 180),
  raan_deg: quantity('Right ascension of the ascending node, degrees', 53.3065, 0, 360),
  arg_of_pericenter_deg: quantity('Argument of pericentre, degrees', 17.1615, 0, 360),
  mean_anomaly_deg: quantity('Mean anomaly, degrees', 342.9616, 0, 360),
  bstar_per_earth_radius: quantity('SGP4 drag term B*, per Earth radius', 0.00007969016),
  mean_motion_dot_rev_per_day2: quantity(
    'Half of the first time derivative of the mean motion, as in TLEs, revolutions per day²',
    0.00003997,
  ),
  mean_motion_ddot_rev_per_day3: quantity(
    'A sixth of the second time derivative of the mean motion, as in TLEs, revolutions per day³',
    0,
  ),
  element_set_no: count('Element set number', 999),
  rev_at_epoch: count('Revolution number at epoch', 57948),
  classification: text('Classification of the element set: U for unclassified', 'U'),
  semi_major_axis_km: quantity('Semi-major axis, km, from the mean motion (GM of WGS 84)', 6796.735, 0),
  period_min: quantity('Orbital period, minutes, from the mean motion', 92.942, 0),
  apogee_km: quantity('Apogee altitude, km above the equatorial radius (6378.137 km)', 423.502),
  perigee_km: quantity('Perigee altitude, km above the equatorial radius (6378.137 km)', 413.693),
  owner: v.nullable(text('SATCAT code of the owner; null if SATCAT has none or is not loaded yet', 'ISS')),
  launch_date: v.nullable(date('UTC date of the launch, from SATCAT', '1998-11-20')),
  decay_date: v.nullable(date('UTC date of the decay, from SATCAT; null while in orbit', '2031-01-01')),
  rcs_m2: v.nullable(quantity('Radar cross-section, m², from SATCAT', 399.0524, 0)),
  type_from: oneOf('Source of object_type: SATCAT or the name of the object', ['satcat', 'name']),
  tle_line1: v.nullable(
    text('Line 1 of the TLE; null above catalogue number 339999, which TLEs cannot represent', '1 25544U …'),
  ),
  tle_line2: v.nullable(text('Line 2 of the TLE; null above catalogue number 339999', '2 25544 …')),
  as_of: instant('Time the elements refer to: their epoch', '2026-08-06T01:17:37.872Z'),
  source: sourceLabel('CelesTrak GP element set'),
  catalogue_fetched_at: v.optional(
    instant('For earlier elements: time at which the last catalogue with them was fetched'),
  ),
  first_catalogue_at: v.optional(
    instant('In a history: time at which the first catalogue with them was fetched'),
  ),
})

/** Returns whether elements are valid for a payload. */
export function isSound(elements: ElementSet): boolean {
  return v.is(
    objectData,
    toObjectData(elements, 'any', () => undefined),
  )
}

/** Converts elements from an upstream to the payload. */
export function toObjectData(
  elements: ElementSet,
  source: string,
  satcat: SatcatLookup,
): v.InferOutput<typeof objectData> {
  const lines = toThreeLines(elements)
  const {
    ephemeris_type,
    period_min,
    apogee_km,
    perigee_km,
    owner,
    launch_date,
    decay_date,
    rcs_m2,
    ...members
  } = toObjectMembers(toCatalogueObject(elements, satcat))
  return {
    ...members,
    semi_major_axis_km: rounded(semiMajorAxisKm(elements)),
    ...{ period_min, apogee_km, perigee_km, owner, launch_date, decay_date, rcs_m2 },
    type_from: satcat(elements.noradId)?.objectType ? 'satcat' : 'name',
    tle_line1: lines?.line1 ?? null,
    tle_line2: lines?.line2 ?? null,
    as_of: iso(parseUtc(elements.epoch) ?? Number.NaN),
    source,
  }
}
