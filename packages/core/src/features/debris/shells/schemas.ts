import * as v from 'valibot'
import { type ShellGrid, shellEdgesKm } from '#features/debris/density/shell-grid'
import type { ShellRun } from '#features/debris/shells/shells'
import { count, instant, oneOf, quantity, sourceLabel, text } from '#kernel/endpoint/schemas'
import { iso } from '#kernel/kit/time'

/** Schemas of the facts about a run. */
export const runFacts = {
  computed_at: instant('Time the run finished'),
  catalogue_epoch: instant('Start of the 24 hours of propagation'),
  catalogue_objects: count('Number of catalogued objects propagated', 33_710),
}

/** Returns these facts of a run. */
export function runFactsOf({ computedAt, t0, counts }: ShellRun) {
  return { computed_at: iso(computedAt), catalogue_epoch: iso(t0), catalogue_objects: counts.used }
}

/** Schema of the provenance of a run. */
export const runSource = sourceLabel('CelesTrak GP catalogue')

/** Schema of the method of a run. */
export const runMethod = text(
  'Method of the computation',
  'SGP4 over 24 h, quintic interpolation, a sample every 20 s',
)

/** Schema of the reference of altitudes. */
export const altitudeReference = oneOf(
  'Reference of altitudes: geocentric is distance from the centre of the Earth minus 6378.137 km',
  ['geocentric'],
)

/** Schemas of the edges of a shell. */
export const shellEdges = {
  altitude_min_km: count('Lower edge of the shell, km', 780),
  altitude_max_km: count('Upper edge of the shell, km', 790),
}

/** Returns the edges of a shell. */
export function shellEdgesOf(grid: ShellGrid, shell: number) {
  const { lowerKm, upperKm } = shellEdgesKm(grid, shell)
  return { altitude_min_km: lowerKm, altitude_max_km: upperKm }
}

/** Schemas of the mean number of objects in a shell, and of their density. */
export const meanObjects = {
  objects_total: quantity('Mean number of objects in the shell over the 24 hours', 404.2, 0),
  mean_density_per_km3: quantity('Mean density of the shell, objects per km³', 6e-8, 0),
}

/** Schema of the volume of a shell. */
export const shellVolume = quantity('Volume of the shell, km³', 6.4e9, 0)

/** Schema of the mean number of objects in a shell by type. */
export const objectsByKind = v.pipe(
  v.strictObject({
    payload: quantity('Payloads', 120.5, 0),
    rocket_body: quantity('Rocket bodies', 30.1, 0),
    debris: quantity('Debris', 250.2, 0),
    unknown: quantity('Objects of unknown type', 3.4, 0),
  }),
  v.title('ObjectsByKind'),
  v.description('Mean number of objects in the shell by type'),
)
