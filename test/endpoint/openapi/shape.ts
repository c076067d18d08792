import { resolved, type Schema } from './walk.ts'

/** A part of a document, with the document that its references lead into. */
export interface Part<T> {
  readonly thing: T
  readonly in: object
}

/** A schema with its references followed and its parts merged. */
export interface Shape {
  /** Sorted; `any` where the schema has none. */
  readonly types: readonly string[]
  /** Those of `enum` or `const`, as JSON. */
  readonly values: ReadonlySet<string> | undefined
  readonly properties: Readonly<Record<string, Part<Schema>>>
  readonly required: ReadonlySet<string>
  readonly items: Part<Schema> | undefined
  readonly bounds: Schema
}

/** Returns the shape of a schema, with those of its `allOf` and its `anyOf`. */
export function shapeOf({ thing, in: document }: Part<Schema>): Shape {
  const schema = resolved(thing, document)
  const part = (inner: Schema): Part<Schema> => ({ thing: inner, in: document })
  const merged = (schema.allOf ?? []).map((inner) => shapeOf(part(inner)))
  const choices = (schema.anyOf ?? []).map((inner) => shapeOf(part(inner)))
  const parts = [...merged, ...choices]
  const own = [schema.type ?? []].flat()
  const types = [...new Set([...own, ...parts.flatMap(({ types }) => types)])].filter(
    (type) => type !== 'any',
  )
  const values = schema.enum ?? ('const' in schema ? [schema['const']] : undefined)
  const inherited = parts.find((each) => each.values)?.values
  const orNull = choices.some(({ types }) => types.includes('null')) ? ['null'] : []
  const properties = Object.entries(schema.properties ?? {}).map(([name, inner]) => [name, part(inner)])
  const items = schema.items ? part(schema.items) : parts.find((each) => each.items)?.items
  return {
    types: types.length > 0 ? types.sort() : ['any'],
    values: values
      ? new Set(values.map((value) => JSON.stringify(value)))
      : inherited && new Set([...inherited, ...orNull]),
    properties: {
      ...Object.assign({}, ...parts.map((each) => each.properties)),
      ...Object.fromEntries(properties),
    },
    required: new Set([
      ...((schema.required as string[] | undefined) ?? []),
      ...merged.flatMap((each) => [...each.required]),
      ...choices.flatMap((each) => [...each.required]),
    ]),
    items,
    bounds: schema,
  }
}

/** Returns the types of a shape as words. */
export function wordsOf({ types }: Shape): string {
  return types.join(' or ')
}
