import * as v from 'valibot'
import { Problem } from '#kernel/kit/problem'
import { iso } from '#kernel/kit/time'

/** Makes a query parameter optional; its description moves to the outer schema, for error messages. */
export function optional<S extends v.GenericSchema<string, unknown>>(schema: S, byDefault?: string) {
  const inner = byDefault === undefined ? v.optional(schema) : v.optional(schema, byDefault)
  return v.pipe(
    inner as v.GenericSchema<string | undefined, v.InferOutput<S> | undefined>,
    v.description(v.getDescription(schema) ?? ''),
  )
}

/**
 * Schema of a list of names, separated by commas. Checked lists are sorted and have no duplicates, so that
 * each selection has one spelling.
 */
export function listOf(description: string, names: readonly string[], example: string) {
  const name = `(${names.join('|')})`
  return v.pipe(
    v.string(),
    v.transform((list) => [...new Set(list.split(','))].sort().join(',')),
    v.string(),
    v.regex(new RegExp(`^${name}(,${name})*$`)),
    v.maxLength(200),
    v.description(`${description}: one or more of ${names.join(', ')}, separated by commas`),
    v.examples([example]),
  )
}

/**
 * Schema of an instant with its zone, which is UTC. A date denotes its midnight. Checked values stay
 * unchanged, as signatures of the response contain them.
 */
export function instantParameter(description: string, example: string) {
  return v.pipe(
    v.string(),
    // Some parsers accept the 31st of any month.
    v.transform((given) => {
      const at = Date.parse(given)
      return !Number.isNaN(at) && iso(at).slice(0, 10) === given.slice(0, 10) ? given : ''
    }),
    v.string(),
    v.regex(/^2[0-9]{3}-[0-9]{2}-[0-9]{2}(T[0-9]{2}:[0-9]{2}(:[0-9]{2}(\.[0-9]{1,3})?)?Z)?$/),
    v.maxLength(24),
    v.description(`${description}: an instant such as 2026-11-20T12:34:00Z, or a date`),
    v.examples([example]),
  )
}

/** Schema of a day in the query; its description ends with the example. */
export function dayParameter(description: string, example: string) {
  return v.optional(
    v.pipe(
      v.string(),
      v.isoDate(),
      v.maxLength(10),
      v.description(`${description} ${example}`),
      v.examples([example]),
    ),
  )
}

/** Returns the 400 for a parameter that conflicts with others. It repeats nothing of the request. */
export function invalidParameter(name: string, expected: string): Problem {
  return new Problem('invalid_parameter', { message: `Invalid ${name}: expected ${expected}.` })
}
