import type { AlertFacts } from '#features/alerts/alert'
import { factsOf } from '#features/alerts/alert-type'
import type { Detector } from '#features/alerts/detector'
import { pathDeprecated } from '#features/alerts/types/service'
import type { Publication } from '#kernel/endpoint/publication/publication'

/** An operation of the API, with its deprecation. */
interface Operation {
  readonly method: string
  readonly path: string
  readonly publication?: Publication
}

/** The reported dates of each deprecated operation. */
type State = Readonly<Record<string, string>>

/**
 * Finds deprecated operations in the table of published operations. Reports an operation again if its dates
 * change.
 */
export const deprecatedPaths: Detector<State, readonly Operation[]> = {
  id: 'deprecated-paths',
  initial: {},
  detect(before, operations, now) {
    const state: Record<string, string> = {}
    const alerts: AlertFacts[] = []
    for (const { method, path, publication } of operations) {
      const { from, sunset, successor } = publication?.deprecation ?? {}
      if (from === undefined) continue
      const operation = `${method} ${path}`
      const dates = `${from} ${sunset ?? ''}`
      state[operation] = dates
      if (before[operation] === dates) continue
      const data = {
        method,
        path,
        deprecated_from: from,
        sunset: sunset ?? null,
        successor: successor ?? null,
        url: '/openapi.json',
      }
      alerts.push(factsOf(pathDeprecated, { subject: operation, level: dates, at: now, data }))
    }
    return { state, alerts }
  },
}
