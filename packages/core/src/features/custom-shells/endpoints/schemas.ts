import * as v from 'valibot'
import type { CustomShellRecord } from '#features/custom-shells/custom-shell-records'
import { customCounts } from '#features/debris/custom-groups/custom-shell'
import { objectTypes } from '#features/objects/elements/element-set'
import { count, instant, named, oneOf, orNull, quantity, text } from '#kernel/endpoint/schemas'

/** Schema of the id in a path. */
export const shellId = v.pipe(
  v.string(),
  v.regex(/^shl_[0-9A-Za-z]{20}$/),
  v.maxLength(24),
  v.description('Id of the custom shell: `shl_` and 20 letters and digits'),
  v.examples(['shl_4tQ9wLx2Vb7Rk1NsE6Zc']),
)

/** Schema of the id in a payload. */
export const shellIdMember = text('Id of the custom shell', 'shl_4tQ9wLx2Vb7Rk1NsE6Zc')
/** Schema of the name in a payload. */
export const shellName = text('Name given by its owner', 'Starlink and its neighbours')

/** Schema of a custom shell. */
export const customShellData = named(
  'CustomShell',
  v.strictObject({
    id: shellIdMember,
    name: shellName,
    altitude_min_km: count('Lower edge of the lowest step, km', 500),
    altitude_max_km: count('Upper edge of the highest step, km', 600),
    altitude_step_km: count('Thickness of a step, km', 5),
    latitude_min_deg: quantity('Southern edge, degrees', -90, -90, 90),
    latitude_max_deg: quantity('Northern edge, degrees', 90, -90, 90),
    latitude_step_deg: count('Height of a band of latitude, degrees', 30),
    inclination_min_deg: orNull(
      quantity('Minimum inclination of an object, degrees, inclusive; null for no limit', 50, 0, 180),
    ),
    inclination_max_deg: orNull(
      quantity(
        'Maximum inclination of an object, degrees, exclusive except for 180; null for no limit',
        56,
        0,
        180,
      ),
    ),
    object_types: orNull(
      v.pipe(
        v.array(v.picklist(objectTypes)),
        v.description('Types of the objects; null for all'),
        v.examples([['payload', 'debris']]),
      ),
    ),
    owners: orNull(
      v.pipe(
        v.array(v.string()),
        v.description('SATCAT codes of the owners of the objects; null for all'),
        v.examples([['US', 'PRC']]),
      ),
    ),
    constellations: oneOf(
      'Whether members of constellations are counted with other objects (all), exclusively (only) or not ' +
        'at all (without)',
      ['all', 'only', 'without'],
    ),
    cells: count('Altitude steps times bands of latitude', 120),
    created_at: instant('Time of its creation; it is counted from the next nightly run'),
  }),
)

/** Returns a custom shell in the form that clients receive. */
export function toShellData(record: CustomShellRecord): v.InferOutput<typeof customShellData> {
  const { id, name, grid, filter, createdAt } = record
  const { steps, bands } = customCounts(grid)
  return {
    id,
    name,
    altitude_min_km: grid.minKm,
    altitude_max_km: grid.maxKm,
    altitude_step_km: grid.stepKm,
    latitude_min_deg: grid.latitudeMinDeg,
    latitude_max_deg: grid.latitudeMaxDeg,
    latitude_step_deg: grid.latitudeStepDeg,
    inclination_min_deg: filter.inclinationMinDeg ?? null,
    inclination_max_deg: filter.inclinationMaxDeg ?? null,
    object_types: filter.objectTypes ? [...filter.objectTypes] : null,
    owners: filter.owners ? [...filter.owners] : null,
    constellations: filter.constellations ?? 'all',
    cells: steps * bands,
    created_at: createdAt,
  }
}

/** Schema of the custom shells of an account. */
export const customShellListData = named(
  'CustomShellList',
  v.strictObject({
    count: count('Number of custom shells of the account', 1),
    limit: count(
      'Maximum number of custom shells of the account; if there are more, only the oldest are counted',
      20,
    ),
    shells: v.pipe(v.array(customShellData), v.description('Custom shells, oldest first')),
  }),
)

/** Schemas of the edges of an altitude step. */
export const stepEdges = {
  altitude_min_km: count('Lower edge of the step, km', 545),
  altitude_max_km: count('Upper edge of the step, km', 550),
}
