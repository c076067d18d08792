import * as v from 'valibot'

/** An ISO 8601 UTC instant, as every payload writes them. */
export function instant(description: string, example = '2026-11-21T12:34:00.000Z') {
  return v.pipe(v.string(), v.isoTimestamp(), v.description(description), v.examples([example]))
}

export function text(description: string, example: string) {
  return v.pipe(v.string(), v.description(description), v.examples([example]))
}

/** A finite number within physical bounds, where there are any: what lies outside is refused, not served. */
export function quantity(description: string, example: number, min?: number, max?: number) {
  const bounds = [
    ...(min === undefined ? [] : [v.minValue<number, number>(min)]),
    ...(max === undefined ? [] : [v.maxValue<number, number>(max)]),
  ]
  return v.pipe(
    v.number(),
    v.finite(),
    ...bounds,
    v.description<number, string>(description),
    v.examples<number, number[]>([example]),
  )
}

export function count(description: string, example: number) {
  return v.pipe(v.number(), v.integer(), v.minValue(0), v.description(description), v.examples([example]))
}

export function oneOf<const T extends readonly [string, ...string[]]>(description: string, options: T) {
  return v.pipe(v.picklist(options), v.description(description), v.examples([options[0]]))
}

/** The schema or null, described and exemplified on the outside, where a reader of the JSON schema looks for it. */
export function orNull<S extends v.GenericSchema & { readonly pipe: readonly { readonly kind: string }[] }>(
  schema: S,
) {
  const bare: S = { ...schema, pipe: schema.pipe.filter(({ kind }) => kind !== 'metadata') }
  return v.pipe(
    v.nullable(bare),
    v.description(v.getDescription(schema) ?? ''),
    v.examples([...v.getExamples(schema)]),
  )
}

/** The upstream label repeated inside `data`. */
export const sourceLabel = (example: string) => text('Upstream label, repeated from the envelope', example)

/** A path or query parameter that is a whole number in one spelling: no sign, no leading zero, no exponent. */
export function wholeNumber(description: string, example: number, { min = 1, max = 999_999_999 } = {}) {
  return v.pipe(
    v.string(),
    v.regex(/^(0|[1-9][0-9]{0,8})$/),
    v.transform(Number),
    v.number(),
    v.integer(),
    v.minValue(min),
    v.maxValue(max),
    v.description(description),
    v.examples([example]),
  )
}
