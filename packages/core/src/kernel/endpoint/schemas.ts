import * as v from 'valibot'

/** Schema of an instant in ISO 8601, UTC. */
export function instant(description: string, example = '2026-11-21T12:34:00.000Z') {
  return v.pipe(v.string(), v.isoTimestamp(), v.description(description), v.examples([example]))
}

/** Schema of a UTC day, such as `2026-11-21`. */
export function date(description: string, example: string) {
  return v.pipe(v.string(), v.isoDate(), v.description(description), v.examples([example]))
}

/** Names a schema. Generated clients have one type with that name wherever it is used. */
export function named<S extends v.GenericSchema>(name: string, schema: S) {
  return v.pipe(schema, v.title(name))
}

/** Schema of a string. */
export function text(description: string, example: string) {
  return v.pipe(v.string(), v.description(description), v.examples([example]))
}

/**
 * Schema of a finite number. A payload with a value outside the physical bounds is rejected and not served.
 */
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

/** Schema of a whole number of at least 0. */
export function count(description: string, example: number) {
  return v.pipe(v.number(), v.integer(), v.minValue(0), v.description(description), v.examples([example]))
}

/** Schema of a string from a fixed set. */
export function oneOf<const T extends readonly [string, ...string[]]>(description: string, options: T) {
  return v.pipe(v.picklist(options), v.description(description), v.examples([options[0] as T[number]]))
}

/**
 * Makes a schema nullable; description and examples move to the outer schema, where JSON schema tools expect
 * them.
 */
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

/** Schema of the upstream label that `data` repeats from the envelope. */
export const sourceLabel = (example: string) => text('Upstream label, repeated from the envelope', example)

/**
 * Schema of a whole-number parameter without sign, leading zeros or exponent, so that each value has one
 * spelling.
 */
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

/**
 * Returns the expected value from the description of a schema: the part after the colon, or the whole
 * description.
 */
export function expectedOf(schema: v.GenericSchema): string {
  const { wrapped = schema } = schema as { readonly wrapped?: v.GenericSchema }
  const description = v.getDescription(schema) ?? v.getDescription(wrapped) ?? ''
  return description.replace(/^[^:]*: /, '').replace(/^[A-Z](?![A-Z0-9])/, (letter) => letter.toLowerCase())
}
