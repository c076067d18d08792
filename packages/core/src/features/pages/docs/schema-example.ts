import {
  type ApiDocument,
  type Reference,
  resolve,
  type Schema,
  variantsOf,
} from '#features/pages/docs/document'

/** Builds an example of a schema from the examples of its parts. */
export function exampleOf(described: Schema | Reference, document: ApiDocument): unknown {
  const schema = resolve(described, document)
  if (schema.const !== undefined) return schema.const
  if (schema.examples?.length) return schema.examples[0]
  if (schema.anyOf?.[0]) return exampleOf(schema.anyOf[0], document)
  if (schema.items) return [exampleOf(schema.items, document)]
  const properties = variantsOf(schema, document).flatMap((each) => Object.entries(each.properties ?? {}))
  if (properties.length > 0)
    return Object.fromEntries(properties.map(([name, each]) => [name, exampleOf(each, document)]))
  return schema.enum?.[0] ?? null
}
