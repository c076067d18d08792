import { groupThousands } from '@space-data/charts/text'
import type { ShellCounts } from '#features/debris/density/shell-counts'

/** Formats the number of objects of the catalogue that were not propagated: `608 of them not propagated`. */
export function leftOutWords({ stale, failed }: ShellCounts): string {
  const count = stale + failed
  return count === 0 ? 'all of them propagated' : `${groupThousands(count)} of them not propagated`
}
