import * as v from 'valibot'
import { objectTypes } from '#catalogue/elements/element-set'
import { altitudeReference, objectsByKind, runFacts, runMethod, runSource } from '#debris/shells/schemas'
import { count, instant, named, oneOf, orNull, quantity, text } from '#endpoint/schemas'

/** Schema of the id in a path. */
export const shellId = v.pipe(
  v.string(),
  v.regex(/^shl_[0-9A-Za-z]{20}$/),
  v.maxLength(24),
  v.description('Id of the custom shell: `shl_` and 20 letters and digits'),
  v.examples(['shl_4tQ9wLx2Vb7Rk1NsE6Zc']),
)

const id = text('Id of the custom shell', 'shl_4tQ9wLx2Vb7Rk1NsE6Zc')
const name = text('Name by its owner', 'Starlink and its neighbours')

/** Schema of a custom shell. */
export const customShellData = named(
  'CustomShell',
  v.strictObject({
    id,
    name,
    altitude_min_km: count('Lower edge of the lowest step, km', 500),
    altitude_max_km: count('Upper edge of the highest step, km', 600),
    altitude_step_km: count('Thickness of a step, km', 5),
    latitude_min_deg: quantity('Southern edge, degrees', -90, -90, 90),
    latitude_max_deg: quantity('Northern edge, degrees', 90, -90, 90),
    latitude_step_deg: count('Height of a band of latitude, degrees', 30),
    inclination_min_deg: orNull(
      quantity('Least inclination of an object, degrees; null for any', 50, 0, 180),
    ),
    inclination_max_deg: orNull(
      quantity('Inclination below which an object is, degrees; null for any', 56, 0, 180),
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
        v.description('SATCAT codes of their owners; null for all'),
        v.examples([['US', 'PRC']]),
      ),
    ),
    constellations: oneOf('Whether members of constellations are counted, too, only them, or none of them', [
      'all',
      'only',
      'without',
    ]),
    cells: count('Altitude steps times bands of latitude', 120),
    created_at: instant('When it was created; it is counted from the next nightly run on'),
  }),
)

/** Schema of the custom shells of an account. */
export const customShellListData = named(
  'CustomShellList',
  v.strictObject({
    count: count('Custom shells of the account', 1),
    limit: count('Custom shells that the account may have; only so many, the oldest, are counted', 20),
    shells: v.pipe(v.array(customShellData), v.description('Oldest first')),
  }),
)

const band = v.strictObject({
  latitude_min_deg: quantity('Southern edge of the band, degrees', 0, -90, 90),
  latitude_max_deg: quantity('Northern edge of the band, degrees', 30, -90, 90),
  objects: quantity('Mean number of objects in the band over the 24 hours, hence fractional', 12.4, 0),
  density_per_km3: quantity('Mean object density, per km³', 6.1e-8, 0),
})

const edges = {
  altitude_min_km: count('Lower edge of the step, km', 545),
  altitude_max_km: count('Upper edge of the step, km', 550),
}

const step = v.strictObject({
  ...edges,
  objects_total: quantity('Mean number of objects in the step over the 24 hours', 404.2, 0),
  mean_density_per_km3: quantity('Mean density of the step, objects per km³', 6e-8, 0),
  volume_km3: quantity('Volume of the step between its latitudes, km³', 3.2e9, 0),
  by_type: objectsByKind,
  sampling_error: orNull(
    quantity(
      'Relative standard error of objects_total by sampling, at most; null without objects',
      7.6e-4,
      0,
    ),
  ),
  bands: v.pipe(v.array(named('CustomShellBand', band)), v.description('South to north')),
})

/** Schema of the density of a custom shell. */
export const customDensityData = named(
  'CustomShellDensity',
  v.strictObject({
    id,
    name,
    ...runFacts,
    altitude_reference: altitudeReference,
    method: runMethod,
    steps: v.pipe(v.array(named('CustomShellStep', step)), v.description('Altitude steps, upwards')),
    source: runSource,
  }),
)

/** Schema of what has changed in a custom shell since the run before. */
export const customDiffData = named(
  'CustomShellDiff',
  v.strictObject({
    id,
    name,
    computed_at: runFacts.computed_at,
    previous_computed_at: instant('Time the previous run finished', '2026-11-20T03:19:00.000Z'),
    delta_objects: quantity('Change of the time-averaged number of objects in the whole shell', 4.2),
    steps: v.pipe(
      v.array(
        named(
          'CustomShellChange',
          v.strictObject({
            ...edges,
            delta_objects: quantity('Change of the time-averaged number of objects', 1.8),
          }),
        ),
      ),
      v.description('Altitude steps, upwards'),
    ),
    source: runSource,
  }),
)

const day = v.strictObject({
  day: text('UTC day that was propagated', '2026-11-21'),
  run_id: text('Id of its run', '20261121T031900Z-1f0c9b2a'),
  ...runFacts,
  objects_total: quantity('Mean number of objects in the whole shell over the 24 hours', 404.2, 0),
  mean_density_per_km3: quantity('Mean density of the whole shell, objects per km³', 6e-8, 0),
  objects_by_step: v.pipe(
    v.array(v.number()),
    v.description('Mean number of objects in each altitude step, upwards'),
    v.examples([[20.1, 21.4, 19.8]]),
  ),
})

/** Schema of the days of a custom shell. */
export const customHistoryData = named(
  'CustomShellHistory',
  v.strictObject({
    id,
    name,
    from: text('First UTC day', '2026-10-24'),
    to: text('Last UTC day', '2026-11-22'),
    count: count('Days with a run', 30),
    days: v.pipe(
      v.array(named('CustomShellDay', day)),
      v.description('Oldest first; days without a run are absent'),
    ),
    source: runSource,
  }),
)
