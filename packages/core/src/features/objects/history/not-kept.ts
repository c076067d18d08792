import type { ObjectsContext } from '#features/objects/context'
import type { KeptDay } from '#features/objects/history/kept-days'
import { objectProblems } from '#features/objects/problems'
import { Problem } from '#kernel/kit/problem'

/**
 * Returns the problem for elements that no kept catalogue has. `kept` are all kept days. `reason` is used if
 * there are any.
 */
export function notKept(kept: readonly KeptDay[], reason: string, { settings }: ObjectsContext): Problem {
  const [oldest, newest] = [kept.at(0)?.day, kept.at(-1)?.day]
  if (oldest === undefined) {
    const message = 'No catalogue is kept yet. The first is kept after the next run, at 03:17 UTC.'
    return new Problem(objectProblems.elements_not_kept, settings.keepCatalogues > 0 ? { message } : {})
  }
  const nights = kept.length === 1 ? oldest : `${kept.length} nights from ${oldest} to ${newest}`
  return new Problem(objectProblems.elements_not_kept, {
    message: `${reason} Catalogues are kept for ${nights}.`,
  })
}
