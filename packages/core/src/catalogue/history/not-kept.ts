import type { KeptDay } from '#catalogue/history/kept-days'
import { Problem } from '#kit/problem'

/** Returns the problem of elements that no kept catalogue has; `reason` is for where catalogues are kept. */
export function notKept(kept: readonly KeptDay[], reason: string): Problem {
  const [oldest, newest] = [kept.at(0)?.day, kept.at(-1)?.day]
  if (oldest === undefined) return new Problem('elements_not_kept')
  const nights = kept.length === 1 ? oldest : `${kept.length} nights from ${oldest} to ${newest}`
  return new Problem('elements_not_kept', { message: `${reason} Catalogues are kept of ${nights}.` })
}
