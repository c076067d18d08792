import { matchesType } from '#features/alerts/alert-type'
import { alertTypes } from '#features/alerts/alert-types'
import { auroraWatchOf } from '#features/alerts/aurora-watch'
import { passWatchesOf } from '#features/alerts/pass-watch'
import type { WebhookParameters, WebhookRecord } from '#features/alerts/webhook-records'
import { InvalidOptionError } from '#kernel/kit/errors'

/** Kinds of alerts that a webhook receives only for subjects named in its parameters. */
const WATCHED: readonly {
  readonly kind: string
  readonly needs: string
  readonly isNamed: (parameters: WebhookParameters) => boolean
}[] = [
  {
    kind: 'object.',
    needs: 'numbers of objects in its parameters',
    isNamed: ({ noradIds = [] }) => noradIds.length > 0,
  },
  {
    kind: 'aurora.',
    needs: 'a location in its parameters',
    isNamed: (parameters) => auroraWatchOf(parameters) !== undefined,
  },
  {
    kind: 'pass.',
    needs: 'a location and numbers of objects in its parameters',
    isNamed: (parameters) => passWatchesOf(parameters).length > 0,
  },
]

/**
 * Checks that each pattern of types can match an alert, given the parameters.
 * @throws InvalidOptionError, whose message names the pattern and what it needs.
 */
export function checkWatched({ types, parameters }: Pick<WebhookRecord, 'types' | 'parameters'>): void {
  for (const pattern of types) {
    const matched = alertTypes.filter(({ type }) => matchesType(pattern, type))
    const missing = WATCHED.filter(({ isNamed }) => !isNamed(parameters))
    const kinds = matched.map(({ type }) => missing.find(({ kind }) => type.startsWith(kind)))
    const [first] = kinds
    if (first && kinds.every((kind) => kind !== undefined))
      throw new InvalidOptionError(`types: ${pattern} needs ${first.needs}`)
  }
}
