import type { Profile } from '#charts/shell-profile'
import type { DataSource } from '#data/source'
import { CliError } from '#errors'
import type { Density } from '#shell-data'

/** Remedies by error code. */
export const REMEDIES = {
  shell_not_populated: 'Compute it with: space-data shell run',
  invalid_parameter: 'Pass the --altitudes of the server',
}

/** The envelope of `/shell/density/{alt}`. */
export interface DensityEnvelope {
  readonly valid_until: string
  readonly data: Density
}

/** Requests the density of the shell at an altitude in km: of each bin, or of each band of latitude. */
export function fetchShell(
  altitude: number,
  by: 'bins' | 'latitude',
  source: DataSource,
): Promise<DensityEnvelope> {
  return fetchJson(`/shell/density/${altitude}${by === 'latitude' ? '?profile=latitude' : ''}`, source)
}

/** The totals of every shell, and until when they are valid. */
export interface PublishedProfile extends Profile {
  readonly valid_until: string
}

/** Requests the totals of every published shell. */
export async function fetchProfile(source: DataSource): Promise<PublishedProfile> {
  const { data } = await fetchJson<{ data: { shells: { path: string }[] } }>('/ref/shells', source)
  const envelopes: DensityEnvelope[] = []
  for (const { path } of data.shells) envelopes.push(await fetchJson(path, source))
  const [first] = envelopes
  if (!first) throw new CliError('this server has no shells')
  const { computed_at, catalogue_epoch, source: label } = first.data
  const shells = envelopes.map(({ data }) => shellTotals(data))
  return { computed_at, catalogue_epoch, source: label, valid_until: first.valid_until, shells }
}

async function fetchJson<T>(path: string, source: DataSource): Promise<T> {
  return (await source.get(path, 'application/json', REMEDIES)).json()
}

function shellTotals({ altitude_min_km, altitude_max_km, objects_total, volume_km3, ...shell }: Density) {
  const { mean_density_per_km3, by_type } = shell
  return { altitude_min_km, altitude_max_km, objects_total, mean_density_per_km3, volume_km3, by_type }
}
