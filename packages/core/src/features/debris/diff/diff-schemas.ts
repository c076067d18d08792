import * as v from 'valibot'
import { objectType } from '#features/objects/elements/object-data'
import { count, oneOf, quantity, text } from '#kernel/endpoint/schemas'

const listed = v.strictObject({
  norad_id: count('Catalogue number of the object', 100_000),
  name: text('Name in the public catalogue', 'SARAMAGO'),
  international_designator: v.nullable(text('COSPAR designator', '2026-067CY')),
  object_type: objectType,
  perigee_km: quantity('Perigee altitude, km', 490.1),
  apogee_km: quantity('Apogee altitude, km', 502.7),
  inclination_deg: quantity('Inclination, degrees', 97.47, 0, 180),
})
/** An object in a catalogue difference, as it is stored and served. */
export type ListedObject = v.InferOutput<typeof listed>

/** Reasons why an object was added: it was numbered since the previous run, or earlier. */
export const addedReasons = ['new', 'back'] as const
/** Reasons why an object was removed: SATCAT has its decay date, or the reason is unknown. */
export const removedReasons = ['decayed', 'gone'] as const

/** Schema of an added object. */
export const addedObject = v.strictObject({
  ...listed.entries,
  reason: oneOf(
    'new: numbered since the previous run, above every number in earlier catalogues of this instance; ' +
      'back: numbered before, so it has returned, or its first public elements were published only now',
    addedReasons,
  ),
})

/** Schema of a removed object. */
export const removedObject = v.strictObject({
  ...listed.entries,
  reason: oneOf(
    'Whether SATCAT has a decay date for the object, or it disappeared without one',
    removedReasons,
  ),
})

/** Schema of the change of a shell. */
export const shellChange = v.strictObject({
  altitude_min_km: count('Lower edge of the shell, km', 480),
  delta_objects: quantity('Change of the time-averaged number of objects', 1.8),
})
