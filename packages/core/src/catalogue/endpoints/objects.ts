import * as v from 'valibot'
import { groupFeed } from '#catalogue/celestrak/element-sets'
import { elementSet } from '#catalogue/celestrak/feeds'
import { objectElementSet } from '#catalogue/celestrak/object-element-set'
import { cachedSatcat, type SatcatLookup, satcatFeed, toCatalogueObject } from '#catalogue/celestrak/satcat'
import { fromElementMembers } from '#catalogue/elements/element-fields'
import { type ElementSet, objectTypes, rounded, semiMajorAxisKm } from '#catalogue/elements/element-set'
import { formatOmm, OMM_TYPES, type OmmFormat } from '#catalogue/elements/omm-formats'
import { toThreeLines } from '#catalogue/elements/three-lines'
import { formatParameter, ommBodies } from '#catalogue/endpoints/omm-bodies'
import { toObjectMembers } from '#catalogue/satcat/catalogue-object'
import { dataEndpoint } from '#endpoint/data-endpoint'
import { inForm } from '#endpoint/derived'
import type { Endpoint, Reply, ServedRepresentation } from '#endpoint/endpoint'
import { servedIn } from '#endpoint/envelope'
import { type Representation, renderBody } from '#endpoint/representation'
import { count, instant, named, oneOf, quantity, sourceLabel, text, wholeNumber } from '#endpoint/schemas'
import { type Sign, signWith } from '#endpoint/signing/signed'
import type { Source } from '#endpoint/source'
import { FRESHNESS_HEADERS, freshnessHeaders } from '#endpoint/text-endpoint'
import { andThen, type MaybePromise } from '#kit/maybe-promise'
import { hours, iso, parseUtc } from '#kit/time'
import { toFeed } from '#upstreams/feed'

/** The kind of an object of the catalogue. */
export const objectType = named(
  'ObjectType',
  oneOf('Kind of object, as SATCAT has it, or else as its name tells', objectTypes),
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
})

function date(description: string, example: string) {
  return v.pipe(v.string(), v.isoDate(), v.description(description), v.examples([example]))
}

const source: Source<{ norad_id: number }, v.InferOutput<typeof objectData>> = {
  upstreams: [toFeed(elementSet), groupFeed, satcatFeed],
  stored: true,
  async load({ norad_id: noradId }, context, { account } = {}) {
    const { value, source, fetchedAt } = await objectElementSet({ noradId, isSound, account }, context)
    return { data: toObjectData(value, source, await cachedSatcat(context)), source, fetchedAt }
  },
}

const endpoint = dataEndpoint({
  path: '/v1/objects/{norad_id}',
  operationId: 'getObject',
  summary: 'Orbital elements of a catalogued object',
  description:
    'In the envelope, with values derived from the elements; with `format` the elements alone, as an Orbit ' +
    'Mean-Elements Message (CCSDS 502.0-B-3) without an envelope.',
  tag: 'Objects',
  access: 'optional_key',
  ttlMs: hours(1),
  parameters: {
    norad_id: wholeNumber('Catalogue number: 1–9 digits, no sign, no leading zeros', 25544),
  },
  queryParameters: {
    format: formatParameter('the envelope', 'xml'),
  },
  data: named('ObjectElements', objectData),
  source,
  problems: ['object_not_found'],
})

/**
 * Serves the orbital elements of one catalogued object and values derived from them, or the elements alone as
 * OMM. A response that needed an upstream request counts against the quota even if the client gets a 304.
 */
export const objects = {
  ...endpoint,
  success: {
    ...endpoint.success,
    content: {
      ...endpoint.success.content,
      ...ommBodies,
    },
    optionalHeaders: FRESHNESS_HEADERS,
  },
  respond({ params: { format, ...params }, ...call }) {
    const reply = andThen(endpoint.respond({ ...call, params }), countCacheMiss)
    if (format === undefined) return reply
    const sign = signWith(call.context, endpoint, { ...params, format })
    return andThen(reply, (found) => ('snapshot' in found ? asOmm(found, format as OmmFormat, sign) : found))
  },
} satisfies Endpoint

/** Converts the enveloped response to OMM. The data name all fields but one, which is 0 for SGP4. */
function asOmm(
  reply: ServedRepresentation,
  format: OmmFormat,
  sign: Sign | undefined,
): MaybePromise<ServedRepresentation> {
  const make = (whole: Representation, { snapshot }: ServedRepresentation) => {
    const served = servedIn<v.InferOutput<typeof objectData>>(whole)
    const { fetchedAt, validUntil } = snapshot
    const elements = fromElementMembers({ ...served.data, ephemeris_type: 0 })
    const text = formatOmm([elements], format, iso(fetchedAt))
    const times = freshnessHeaders({ source: served.source, fetchedAt, validUntil })
    return renderBody(text, `${OMM_TYPES[format]}; charset=utf-8`, times)
  }
  return inForm(reply, { form: format, make, sign })
}

function countCacheMiss(reply: Reply): Reply {
  return 'snapshot' in reply && reply.outcome === 'miss' ? { ...reply, isCounted: true } : reply
}

/** Whether elements make a payload that may be served. */
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
