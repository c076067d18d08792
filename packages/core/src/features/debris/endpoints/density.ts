import * as v from 'valibot'
import { type ShellSamples, shellDensity, shellProfile } from '#features/debris/density/shell-density'
import { lowerEdgesKm, type ShellGrid, shellIndexAt } from '#features/debris/density/shell-grid'
import { shellEndpoint } from '#features/debris/shells/published-run'
import {
  altitudeReference,
  meanObjects,
  objectsByKind,
  runFacts,
  runFactsOf,
  runMethod,
  runSource,
  shellEdges,
  shellEdgesOf,
  shellVolume,
} from '#features/debris/shells/schemas'
import type { ShellRun } from '#features/debris/shells/shells'
import { optional } from '#kernel/endpoint/query-parameters'
import { count, named, quantity, wholeNumber } from '#kernel/endpoint/schemas'

const bin = v.strictObject({
  latitude_deg: quantity('Latitude of the centre of the bin, degrees', -85, -90, 90),
  longitude_deg: quantity('Longitude of the centre of the bin, degrees', -175, -180, 180),
  density_per_km3: quantity('Mean object density, per km³', 6.1e-8, 0),
  objects: quantity('Mean number of objects in the bin over the 24 hours, therefore fractional', 0.42, 0),
})

const data = v.strictObject({
  altitude_km: count('Requested altitude, km', 785),
  ...shellEdges,
  ...runFacts,
  ...meanObjects,
  volume_km3: shellVolume,
  altitude_reference: altitudeReference,
  latitude_step_deg: quantity('Size of a bin in latitude, degrees', 10, 0),
  longitude_step_deg: quantity('Size of a bin in longitude, degrees', 10, 0),
  method: runMethod,
  by_type: objectsByKind,
  bins: v.pipe(
    v.array(named('ShellBin', bin)),
    v.description('All bins of the shell, south to north, then west to east'),
  ),
  source: runSource,
})

/** Serves the object density of the 10 km shell around an altitude, from the last nightly run. */
export function density(grid: ShellGrid) {
  const { minKm, maxKm, shellKm } = grid
  const range = { min: minKm, max: maxKm - shellKm }
  const endpoint = shellEndpoint({
    missing: 'This shell has not been computed yet.',
    path: '/shell/density/{alt}',
    operationId: 'getShellDensity',
    summary: 'Density of catalogued objects in a 10 km altitude shell',
    description:
      'Spatial density of catalogued objects, about 10 cm and larger, averaged over 24 hours of ' +
      'propagation. The shell is [10·floor(alt/10), +10) km. With profile=latitude, each bin covers a ' +
      'whole band of latitude: there are 18 bins instead of 648, longitude_deg is 0 and longitude_step_deg ' +
      'is 360.',
    parameters: { alt: wholeNumber(`Altitude in km, ${range.min} to ${range.max}`, 785, range) },
    queryParameters: {
      profile: optional(
        v.pipe(
          v.picklist(['latitude']),
          v.description('Profile of the shell: latitude, for one bin per band of latitude'),
          v.examples(['latitude']),
        ),
      ),
    },
    data: named('ShellDensity', data),
    async read(run, params: Params, { debris: { shells } }) {
      const shell = shellIndexAt(run.grid, params.alt)
      const samples = shell === undefined ? undefined : await shells.readShell(run, shell)
      return samples && shell !== undefined ? toDensityData(run, shell, samples, params) : undefined
    },
  })
  return { ...endpoint, known: { alt: lowerEdgesKm(grid) } }
}

interface Params {
  readonly alt: number
  readonly profile?: 'latitude'
}

function toDensityData(run: ShellRun, shell: number, samples: ShellSamples, { alt, profile }: Params) {
  const { objects_total, mean_density_per_km3, volume_km3, by_type, bins } =
    profile === 'latitude' ? shellProfile(samples, run.grid, shell) : shellDensity(samples, run.grid, shell)
  return {
    altitude_km: alt,
    ...shellEdgesOf(run.grid, shell),
    ...runFactsOf(run),
    objects_total,
    mean_density_per_km3,
    volume_km3,
    altitude_reference: 'geocentric' as const,
    latitude_step_deg: run.grid.binDeg,
    longitude_step_deg: profile === 'latitude' ? 360 : run.grid.binDeg,
    method: run.method,
    by_type,
    bins,
    source: run.source,
  }
}
