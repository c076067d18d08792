import * as v from 'valibot'
import { objectTypes } from '#features/objects/elements/element-set'
import { isLabel } from '#kernel/accounts/keys/label'
import { named, oneOf, orNull } from '#kernel/endpoint/schemas'

const whole = (description: string, example: number, min: number, max: number) =>
  v.pipe(
    v.number(),
    v.integer(),
    v.minValue(min),
    v.maxValue(max),
    v.metadata({ format: 'int32' }),
    v.description(description),
    v.examples([example]),
  )

const latitude = (what: string, example: number) =>
  v.exactOptional(whole(`${what}: a multiple of 5 degrees from -90 to 90`, example, -90, 90))

const inclination = (what: string, example: number) =>
  v.exactOptional(
    orNull(
      v.pipe(
        v.number(),
        v.minValue(0),
        v.maxValue(180),
        v.description(`${what}: degrees from 0 to 180, or null for no limit`),
        v.examples([example]),
      ),
    ),
  )

/** Schema of the body that creates a custom shell. */
export const creation = named(
  'CustomShellCreation',
  v.pipe(
    v.object({
      name: v.pipe(
        v.string(),
        v.check(isLabel),
        v.metadata({ minLength: 1, maxLength: 100 }),
        v.description('Name of the custom shell: 1 to 100 characters, no control characters'),
        v.examples(['Starlink and its neighbours']),
      ),
      altitude_min_km: whole('Lower edge of the lowest step: whole km', 500, 100, 5_010),
      altitude_max_km: whole('Upper edge of the highest step: whole km', 600, 100, 5_010),
      altitude_step_km: whole(
        'Thickness of a step: whole km from 1 to 50 that divide the altitude range',
        5,
        1,
        50,
      ),
      latitude_min_deg: latitude('Southern edge, -90 by default', -90),
      latitude_max_deg: latitude('Northern edge, 90 by default', 90),
      latitude_step_deg: v.exactOptional(
        whole(
          'Height of a band of latitude; one band by default: a multiple of 5 degrees that divides the ' +
            'latitude range',
          30,
          5,
          180,
        ),
      ),
      inclination_min_deg: inclination('Minimum inclination of an object, inclusive', 50),
      inclination_max_deg: inclination('Maximum inclination of an object, exclusive except for 180', 56),
      object_types: v.exactOptional(
        orNull(
          v.pipe(
            v.array(v.picklist(objectTypes)),
            v.minLength(1),
            v.maxLength(objectTypes.length),
            v.description(`Types of the objects: a list of ${objectTypes.join(', ')}, or null for all`),
            v.examples([['payload', 'debris']]),
          ),
        ),
      ),
      owners: v.exactOptional(
        orNull(
          v.pipe(
            v.array(v.pipe(v.string(), v.regex(/^[A-Z0-9/+-]{1,8}$/))),
            v.minLength(1),
            v.maxLength(50),
            v.description(
              'Owners of the objects: a list of 1 to 50 SATCAT codes such as US, or null for all',
            ),
            v.examples([['US', 'PRC']]),
          ),
        ),
      ),
      constellations: v.exactOptional(
        oneOf(
          'Whether members of constellations are counted with other objects, exclusively or not at all: ' +
            'all (by default), only or without',
          ['all', 'only', 'without'],
        ),
      ),
    }),
    v.examples([
      {
        name: 'Starlink and its neighbours',
        altitude_min_km: 500,
        altitude_max_km: 600,
        altitude_step_km: 5,
      },
    ]),
  ),
)

/** Request body that creates a custom shell. */
export type Creation = v.InferOutput<typeof creation>
