import type { SpaceData } from '@space-data/core'
import type { Profile } from '#charts/shell-profile'
import { CliError } from '#errors'
import { requestAsOperator } from '#operator-request'
import type { Density } from '#shell-data'

/** Remedies by error code. */
export const REMEDIES = {
  shell_not_populated: 'Compute it with: space-data shell run',
  invalid_parameter: 'Pass the --altitudes of the server',
}

/** Requests the totals of every published shell. */
export async function fetchProfile(spaceData: SpaceData): Promise<Profile> {
  const { data } = await requestAsOperator<{ data: { shells: { path: string }[] } }>('/ref/shells', spaceData)
  const shells: Density[] = []
  for (const { path } of data.shells) {
    const { data } = await requestAsOperator<{ data: Density }>(path, spaceData, REMEDIES)
    shells.push(data)
  }
  const [first] = shells
  if (!first) throw new CliError('this server has no shells')
  const { computed_at, catalogue_epoch, source } = first
  return { computed_at, catalogue_epoch, source, shells: shells.map(shellTotals) }
}

function shellTotals({ altitude_min_km, altitude_max_km, objects_total, volume_km3, ...shell }: Density) {
  const { mean_density_per_km3, by_type } = shell
  return { altitude_min_km, altitude_max_km, objects_total, mean_density_per_km3, volume_km3, by_type }
}
