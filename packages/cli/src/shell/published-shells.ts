import type { DataSource } from '#data/source'
import type { Envelope } from '#instance/operator-request'
import type { Density, Profile } from '#shell/shell-data'

/** Remedies by error code. */
export const REMEDIES = {
  shell_not_populated: 'Compute it with: space-data shell run',
  invalid_parameter: 'Pass the --altitudes of the server',
}

/** Requests the density of the shell at an altitude in km: of each bin, or of each band of latitude. */
export function fetchShell(
  altitude: number,
  by: 'bins' | 'latitude',
  source: DataSource,
): Promise<Envelope<Density>> {
  return fetchJson(`/shell/density/${altitude}${by === 'latitude' ? '?profile=latitude' : ''}`, source)
}

/** Requests the totals of every shell. */
export function fetchProfile(source: DataSource): Promise<Envelope<Profile>> {
  return fetchJson('/shell/profile', source)
}

async function fetchJson<T>(path: string, source: DataSource): Promise<T> {
  return (await source.get(path, 'application/json', REMEDIES)).json()
}
