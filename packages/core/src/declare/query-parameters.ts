import * as v from 'valibot'

/** Makes a query parameter optional; its description moves to the outer schema, for error messages. */
export function optional<S extends v.GenericSchema<string, unknown>>(schema: S, byDefault?: string) {
  const inner = byDefault === undefined ? v.optional(schema) : v.optional(schema, byDefault)
  return v.pipe(
    inner as v.GenericSchema<string | undefined, v.InferOutput<S> | undefined>,
    v.description(v.getDescription(schema) ?? ''),
  )
}

/**
 * Schema of a list of names, separated by commas. Checked lists are sorted and have each name once, so that
 * each choice has one spelling.
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
