import type { SpaceData } from '@space-data/core'
import { ask } from '#ask'
import { Failure } from '#failure'
import type { Profile } from '#pictures/shell-profile'
import type { Density } from '#shell-figures'

/** What to do when there is no such shell. */
export const REMEDIES = {
  shell_not_populated: 'Compute them with: space-data shell run',
  invalid_parameter: 'Name the server’s own shells with --altitudes',
}

/** Asks every shell of the published run for its totals. */
export async function profileOf(spaceData: SpaceData): Promise<Profile> {
  const { data } = await ask<{ data: { shells: { path: string }[] } }>('/ref/shells', spaceData)
  const shells: Density[] = []
  for (const { path } of data.shells) {
    const { data } = await ask<{ data: Density }>(path, spaceData, REMEDIES)
    shells.push(data)
  }
  const [first] = shells
  if (!first) throw new Failure('this server has no shells')
  const { computed_at, catalogue_epoch, source } = first
  return { computed_at, catalogue_epoch, source, shells: shells.map(totalsOf) }
}

function totalsOf({ altitude_min_km, altitude_max_km, objects_total, volume_km3, ...shell }: Density) {
  const { mean_density_per_km3, by_type } = shell
  return { altitude_min_km, altitude_max_km, objects_total, mean_density_per_km3, volume_km3, by_type }
}
