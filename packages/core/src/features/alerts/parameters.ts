import * as v from 'valibot'
import { matchesType } from '#features/alerts/alert-type'
import { alertTypes } from '#features/alerts/alert-types'
import { optional } from '#kernel/endpoint/query-parameters'
import { wholeNumber } from '#kernel/endpoint/schemas'

/** Query parameter: types of alerts, as a list for `typesOf`. */
export const typeParameter = optional(
  v.pipe(
    v.string(),
    // Makes a list with an unknown type invalid.
    v.transform((list) => (list.split(',').every(isKnown) ? list : '')),
    v.string(),
    v.regex(/^[a-z0-9_.*,]{1,1000}$/),
    v.description(
      'Types of alerts to include: types, or patterns such as geomagnetic.*, separated by commas; default ' +
        'all',
    ),
    v.examples(['geomagnetic.*,launch.net_changed']),
  ),
  '*',
)

/** Query parameter: the position after which to begin. */
export function afterParameter(byDefault: string) {
  const description = `Position of the last alert received: a sequence of at most 9 digits; default ${byDefault}`
  return optional(wholeNumber(description, 41, { min: 0 }))
}

/** Query parameter: the maximum number of alerts. */
export const limitParameter = optional(
  wholeNumber('Maximum number of alerts: 1 to 1000; default 100', 100, { max: 1_000 }),
  '100',
)

const PATTERN = /^(\*|[a-z0-9_]+\.\*|[a-z0-9_]+(\.[a-z0-9_]+)+)$/

function isKnown(pattern: string): boolean {
  return PATTERN.test(pattern) && alertTypes.some(({ type }) => matchesType(pattern, type))
}

/** Returns the patterns of a checked list. */
export function typesOf(list: unknown): readonly string[] {
  return String(list).split(',')
}
