import * as v from 'valibot'
import { customDensity } from '#features/custom-shells/custom-density'
import { stepEdges } from '#features/custom-shells/endpoints/schemas'
import { runEndpoint } from '#features/custom-shells/endpoints/shell-endpoint'
import {
  altitudeReference,
  objectsByKind,
  runFacts,
  runFactsOf,
  runMethod,
} from '#features/debris/shells/schemas'
import { named, orNull, quantity } from '#kernel/endpoint/schemas'

const band = v.strictObject({
  latitude_min_deg: quantity('Southern edge of the band, degrees', 0, -90, 90),
  latitude_max_deg: quantity('Northern edge of the band, degrees', 30, -90, 90),
  objects: quantity('Mean number of objects in the band over the 24 hours, therefore fractional', 12.4, 0),
  density_per_km3: quantity('Mean object density, per km³', 6.1e-8, 0),
})

const step = v.strictObject({
  ...stepEdges,
  objects_total: quantity('Mean number of objects in the step over the 24 hours', 404.2, 0),
  mean_density_per_km3: quantity('Mean density of the step, objects per km³', 6e-8, 0),
  volume_km3: quantity('Volume of the step between its latitudes, km³', 3.2e9, 0),
  by_type: objectsByKind,
  sampling_error: orNull(
    quantity(
      'Upper bound of the relative standard error of objects_total caused by sampling; null without objects',
      7.6e-4,
      0,
    ),
  ),
  bands: v.pipe(v.array(named('CustomShellBand', band)), v.description('Bands of latitude, south to north')),
})

/** Serves the object density of a custom shell, from the last nightly run. */
export const customShellDensity = runEndpoint({
  below: '/density',
  operationId: 'getCustomShellDensity',
  summary: 'Density of catalogued objects in a custom shell',
  description:
    'Like /shell/density, for the altitude steps and bands of latitude of the custom shell, and for the ' +
    'objects that it counts. The response is 404 `shell_not_populated` until the first nightly run after ' +
    'its creation.',
  response: 'Density of each altitude step and band of latitude',
  missing: 'This custom shell has not been counted yet.',
  name: 'CustomShellDensity',
  members: {
    ...runFacts,
    altitude_reference: altitudeReference,
    method: runMethod,
    steps: v.pipe(v.array(named('CustomShellStep', step)), v.description('Altitude steps, lowest first')),
  },
  async read({ shell: { id, grid }, context }, run) {
    const samples = await context.debris.shells.readCustomShell(run.id, id)
    return (
      samples && {
        ...runFactsOf(run),
        altitude_reference: 'geocentric' as const,
        method: run.method,
        steps: customDensity(samples, grid),
      }
    )
  },
})
