import type { DataSource } from '#data/source'
import type { Profile } from '#shell/charts/shell-profile'
import type { Density } from '#shell/shell-data'

/** Remedies by error code. */
export const REMEDIES = {
  shell_not_populated: 'Compute it with: space-data shell run',
  invalid_parameter: 'Pass the --altitudes of the server',
}

/** The envelope of data of the shells. */
interface ShellEnvelope<Data> {
  readonly valid_until: string
  readonly data: Data
}

/** The envelope of `/shell/density/{alt}`. */
export type DensityEnvelope = ShellEnvelope<Density>
/** The envelope of `/shell/profile`. */
export type ProfileEnvelope = ShellEnvelope<Profile>

/** Requests the density of the shell at an altitude in km: of each bin, or of each band of latitude. */
export function fetchShell(
  altitude: number,
  by: 'bins' | 'latitude',
  source: DataSource,
): Promise<DensityEnvelope> {
  return fetchJson(`/shell/density/${altitude}${by === 'latitude' ? '?profile=latitude' : ''}`, source)
}

/** Requests the totals of every shell. */
export function fetchProfile(source: DataSource): Promise<ProfileEnvelope> {
  return fetchJson('/shell/profile', source)
}

async function fetchJson<T>(path: string, source: DataSource): Promise<T> {
  return (await source.get(path, 'application/json', REMEDIES)).json()
}
