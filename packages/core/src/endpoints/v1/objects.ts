import * as v from 'valibot'
import { dataEndpoint } from '#declare/data-endpoint'
import type { Endpoint, Reply } from '#declare/endpoint'
import { count, instant, oneOf, quantity, sourceLabel, text, wholeNumber } from '#declare/schemas'
import type { Source } from '#declare/source'
import {
  apogeeKm,
  type ElementSet,
  objectTypes,
  perigeeKm,
  periodMin,
  semiMajorAxisKm,
} from '#orbit/element-set'
import { threeLines } from '#orbit/three-lines'
import { andThen } from '#soon'
import { hours, iso, parseUtc } from '#time'
import { elementSet, elementSetGroup } from '#upstreams/celestrak'
import { objectElementSet } from '#upstreams/object-element-set'
import { heldSatcat, type SatcatLookup, satelliteCatalogue, typeOf } from '#upstreams/satcat'

const data = v.strictObject({
  norad_id: count('Catalogue number of the object', 25544),
  name: text('Name in the public catalogue', 'ISS (ZARYA)'),
  international_designator: v.nullable(text('COSPAR designator: launch year, number and piece', '1998-067A')),
  object_type: oneOf('Kind of object, as SATCAT has it, or else as its name tells', objectTypes),
  epoch: instant('Epoch of the elements, UTC', '2026-08-06T01:17:37.872384Z'),
  mean_motion_rev_per_day: quantity('Mean motion (SGP4, Kozai) in revolutions per day', 15.49359774, 0, 20),
  eccentricity: quantity('Eccentricity', 0.00072161, 0, 1),
  inclination_deg: quantity('Inclination in degrees', 51.6321, 0, 180),
  raan_deg: quantity('Right ascension of the ascending node in degrees', 53.3065, 0, 360),
  arg_of_pericenter_deg: quantity('Argument of pericentre in degrees', 17.1615, 0, 360),
  mean_anomaly_deg: quantity('Mean anomaly in degrees', 342.9616, 0, 360),
  bstar_per_earth_radius: quantity('SGP4 drag term B* per Earth radius', 0.00007969016),
  mean_motion_dot_rev_per_day2: quantity(
    'Half the first derivative of the mean motion, as element sets print it',
    0.00003997,
  ),
  mean_motion_ddot_rev_per_day3: quantity(
    'A sixth of the second derivative of the mean motion, as element sets print it',
    0,
  ),
  element_set_no: count('Element set number', 999),
  rev_at_epoch: count('Revolution number at epoch', 57948),
  classification: text('Classification of the element set: U is unclassified', 'U'),
  semi_major_axis_km: quantity('Semi-major axis in km, from the mean motion (GM of WGS 84)', 6796.735, 0),
  period_min: quantity('Orbital period in minutes, from the mean motion', 92.942, 0),
  apogee_km: quantity('Greatest height above the equatorial radius (6378.137 km) in km', 423.502),
  perigee_km: quantity('Least height above the equatorial radius (6378.137 km) in km', 413.693),
  owner: v.nullable(
    text('Who owns it, by SATCAT’s code; null where SATCAT is silent or not held yet', 'ISS'),
  ),
  launch_date: v.nullable(date('UTC date of its launch, from SATCAT', '1998-11-20')),
  decay_date: v.nullable(date('UTC date of its decay, from SATCAT; null while it is in orbit', '2031-01-01')),
  rcs_m2: v.nullable(quantity('Radar cross-section in m², from SATCAT', 399.0524, 0)),
  type_from: oneOf('What tells object_type', ['satcat', 'name']),
  tle_line1: v.nullable(
    text('Line 1 of the two-line element set; null above 339999, which no such set can carry', '1 25544U …'),
  ),
  tle_line2: v.nullable(text('Line 2 of the two-line element set; null above 339999', '2 25544 …')),
  as_of: instant('Instant the elements refer to: their epoch', '2026-08-06T01:17:37.872Z'),
  source: sourceLabel('CelesTrak GP element set'),
})

function date(description: string, example: string) {
  return v.pipe(v.string(), v.isoDate(), v.description(description), v.examples([example]))
}

const source: Source<{ norad_id: number }, v.InferOutput<typeof data>> = {
  upstreams: [elementSet.id, elementSetGroup.id, satelliteCatalogue.id],
  stored: true,
  async load({ norad_id }, context, { account } = {}) {
    const { value, source, fetchedAt } = await objectElementSet({ norad_id, isSound, account }, context)
    return { data: toData(value, source, await heldSatcat(context)), source, fetchedAt }
  },
}

const endpoint = dataEndpoint({
  path: '/v1/objects/{norad_id}',
  summary: 'Orbital elements of a catalogued object',
  tag: 'Objects',
  access: 'key',
  ttlMs: hours(1),
  parameters: {
    norad_id: wholeNumber('Catalogue number: 1 to 9 digits, without a sign or leading zeros', 25544),
  },
  data,
  source,
  problems: ['object_not_found'],
})

/** Orbital elements of one catalogued object, with what follows from them. What had to be asked for is counted whatever the client has. */
export const objects: Endpoint = {
  ...endpoint,
  answer: (call) => andThen(endpoint.answer(call), counted),
}

function counted(reply: Reply): Reply {
  return 'snapshot' in reply && reply.outcome === 'miss' ? { ...reply, isCounted: true } : reply
}

function isSound(elements: ElementSet): boolean {
  return v.is(
    data,
    toData(elements, 'any', () => undefined),
  )
}

function toData(elements: ElementSet, source: string, satcat: SatcatLookup): v.InferOutput<typeof data> {
  const { norad_id, name, international_designator, ephemeris_type: _, ...rest } = elements
  const lines = threeLines(elements)
  const { object_type, type_from } = typeOf(elements, satcat)
  const { owner = null, launch_date = null, decay_date = null, rcs_m2 = null } = satcat(norad_id) ?? {}
  return {
    norad_id,
    name,
    international_designator,
    object_type,
    ...rest,
    semi_major_axis_km: rounded(semiMajorAxisKm(elements)),
    period_min: rounded(periodMin(elements)),
    apogee_km: rounded(apogeeKm(elements)),
    perigee_km: rounded(perigeeKm(elements)),
    owner,
    launch_date,
    decay_date,
    rcs_m2,
    type_from,
    tle_line1: lines?.line1 ?? null,
    tle_line2: lines?.line2 ?? null,
    as_of: iso(parseUtc(elements.epoch) ?? Number.NaN),
    source,
  }
}

/** To the metre, or the same number of digits in minutes. */
function rounded(value: number): number {
  return Math.round(value * 1_000) / 1_000
}
