import { groupThousands } from '@space-data/charts/text'
import type { ShellCounts } from '#debris/density/shell-counts'

/** Says of how many objects of the catalogue no orbit was propagated: `608 of them not propagated`. */
export function leftOutWords({ stale, failed }: ShellCounts): string {
  const count = stale + failed
  return count === 0 ? 'all of them propagated' : `${groupThousands(count)} of them not propagated`
}
