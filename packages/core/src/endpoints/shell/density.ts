import * as v from 'valibot'
import type { Endpoint } from '#declare/endpoint'
import { count, instant, oneOf, quantity, sourceLabel, text, wholeNumber } from '#declare/schemas'
import { published, shellEndpoint } from '#endpoints/shell/published'
import { type ShellSamples, shellDensityOf } from '#orbit/shell-density'
import { type ShellGrid, shellEdgesKm, shellOf } from '#orbit/shell-grid'
import { type ShellRun, VALID_MS } from '#store/shells'
import { iso } from '#time'

const bin = v.strictObject({
  latitude_deg: quantity('Latitude of the bin’s centre, degrees', -85, -90, 90),
  longitude_deg: quantity('Longitude of the bin’s centre, degrees', -175, -180, 180),
  density_per_km3: quantity('Object density per cubic kilometre', 6.1e-8, 0),
  objects: quantity('Time-averaged expected number of objects in the bin, hence fractional', 0.42, 0),
})

const data = v.strictObject({
  altitude_km: count('Altitude as asked, km', 785),
  altitude_min_km: count('Lower edge of the shell, km', 780),
  altitude_max_km: count('Upper edge of the shell, km', 790),
  computed_at: instant('When the run was finished'),
  catalogue_epoch: instant('Start of the 24 hours that were propagated'),
  catalogue_objects: count('Objects of the catalogue that were propagated', 33_710),
  objects_total: quantity('Time-averaged number of objects in the shell', 404.2, 0),
  mean_density_per_km3: quantity('Mean density of the shell per cubic kilometre', 6e-8, 0),
  volume_km3: quantity('Volume of the shell in cubic kilometres', 6.4e9, 0),
  altitude_reference: oneOf('What altitudes are counted from: geocentric is radius − 6378.137 km', [
    'geocentric',
  ]),
  latitude_step_deg: quantity('Height of a bin, degrees', 10, 0),
  longitude_step_deg: quantity('Width of a bin, degrees', 10, 0),
  method: text('How the figures were made', 'SGP4 over 24 h, quintic interpolation, a sample every 20 s'),
  by_type: v.pipe(
    v.strictObject({
      payload: quantity('Payloads', 120.5, 0),
      rocket_body: quantity('Rocket bodies', 30.1, 0),
      debris: quantity('Debris', 250.2, 0),
      unknown: quantity('Objects of unknown kind', 3.4, 0),
    }),
    v.description('Time-averaged number of objects in the shell by kind'),
  ),
  bins: v.pipe(v.array(bin), v.description('All bins of the shell, from south to north and west to east')),
  source: sourceLabel('CelesTrak GP catalogue'),
})

const MISSING = 'This shell has not been computed yet.'

/** Debris density of the 10 km shell that an altitude lies in, from the last nightly run. */
export function density({ minKm, maxKm, shellKm }: ShellGrid): Endpoint {
  const range = { min: minKm, max: maxKm - shellKm }
  return shellEndpoint(MISSING, {
    path: '/shell/density/{alt}',
    summary: 'Debris density in a 10 km altitude shell',
    description:
      'Counts catalogued objects, about 10 cm and larger, propagated over 24 hours. The shell is [10·floor(alt/10), +10) km.',
    tag: 'Shells',
    access: 'key',
    ttlMs: VALID_MS,
    parameters: { alt: wholeNumber(`Altitude in km, ${range.min} to ${range.max}`, 785, range) },
    data,
    source: published<{ alt: number }, v.InferOutput<typeof data>>(MISSING, async (shells, run, { alt }) => {
      const shell = shellOf(run.grid, alt)
      const samples = shell === undefined ? undefined : await shells.shell(run, shell)
      return samples && shell !== undefined ? payload(run, shell, samples, alt) : undefined
    }),
    problems: ['shell_not_populated', 'upstream_invalid', 'upstream_unavailable'],
  })
}

function payload(run: ShellRun, shell: number, samples: ShellSamples, alt: number) {
  const { lowerKm, upperKm } = shellEdgesKm(run.grid, shell)
  const { objects_total, mean_density_per_km3, volume_km3, by_type, bins } = shellDensityOf(
    samples,
    run.grid,
    shell,
  )
  return {
    altitude_km: alt,
    altitude_min_km: lowerKm,
    altitude_max_km: upperKm,
    computed_at: iso(run.computed_at),
    catalogue_epoch: iso(run.t0),
    catalogue_objects: run.counts.used,
    objects_total,
    mean_density_per_km3,
    volume_km3,
    altitude_reference: 'geocentric' as const,
    latitude_step_deg: run.grid.binDeg,
    longitude_step_deg: run.grid.binDeg,
    method: run.method,
    by_type,
    bins: [...bins],
    source: run.source,
  }
}
