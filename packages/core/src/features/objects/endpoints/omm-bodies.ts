import * as v from 'valibot'
import { OMM_TYPES, type OmmFormat, ommFormats } from '#features/objects/elements/omm-formats'
import { formatByAccept } from '#kernel/endpoint/negotiate'
import { count, named, quantity, text } from '#kernel/endpoint/schemas'

const omm = named(
  'Omm',
  v.pipe(
    v.strictObject({
      OBJECT_NAME: text('Name in the public catalogue', 'ISS (ZARYA)'),
      OBJECT_ID: v.nullable(text('COSPAR designator', '1998-067A')),
      EPOCH: text('Epoch of the elements, UTC, without a zone', '2026-08-06T01:17:37.872384'),
      MEAN_MOTION: quantity('Mean motion, revolutions per day', 15.49359774),
      ECCENTRICITY: quantity('Eccentricity', 0.00072161),
      INCLINATION: quantity('Inclination, degrees', 51.6321),
      RA_OF_ASC_NODE: quantity('Right ascension of the ascending node, degrees', 53.3065),
      ARG_OF_PERICENTER: quantity('Argument of pericentre, degrees', 17.1615),
      MEAN_ANOMALY: quantity('Mean anomaly, degrees', 342.9616),
      EPHEMERIS_TYPE: count('Type of the ephemeris: 0 for SGP4', 0),
      CLASSIFICATION_TYPE: text('U for unclassified', 'U'),
      NORAD_CAT_ID: count('Catalogue number', 25_544),
      ELEMENT_SET_NO: count('Element set number', 999),
      REV_AT_EPOCH: count('Revolution number at epoch', 57_948),
      BSTAR: quantity('SGP4 drag term B*, per Earth radius', 0.00007969016),
      MEAN_MOTION_DOT: quantity('Half of the first derivative of the mean motion', 0.00003997),
      MEAN_MOTION_DDOT: quantity('A sixth of the second derivative of the mean motion', 0),
    }),
    v.description('An Orbit Mean-Elements Message (CCSDS 502.0-B-3), with the same fields as CelesTrak'),
  ),
)

/** Schema of the body by media type, for each form of Orbit Mean-Elements Messages that has a schema. */
export const ommBodies = {
  ...Object.fromEntries(Object.values(OMM_TYPES).map((type) => [type, null])),
  [OMM_TYPES.json]: v.pipe(v.array(omm), v.description('The messages')),
}

/** The formats of OMM by media type, where `application/json` is the default. Browsers prefer XML to JSON. */
export const ommByAccept = formatByAccept({
  'application/json': undefined,
  [OMM_TYPES.csv]: 'csv',
  [OMM_TYPES.json]: 'json',
})

/** Schema of the parameter that selects OMM instead of something else. */
export function formatParameter(instead: string, example: OmmFormat) {
  return v.optional(
    v.pipe(
      v.picklist(ommFormats),
      v.description(`OMM instead of ${instead}: json, csv, kvn or xml`),
      v.examples([example]),
    ),
  )
}
