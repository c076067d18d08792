/** What the tests read of a schema, or of any other object of the document. */
export interface Schema {
  readonly type?: string | string[]
  readonly description?: string
  readonly examples?: unknown[]
  readonly enum?: unknown[]
  readonly properties?: Record<string, Schema>
  readonly items?: Schema
  readonly allOf?: Schema[]
  readonly anyOf?: Schema[]
  readonly required?: unknown
  readonly [key: string]: unknown
}

export type Content = Readonly<Record<string, { readonly schema: Schema }>>

interface Response {
  readonly headers: Record<string, Schema>
  readonly content?: Content
}

export interface Operation {
  readonly operationId: string
  readonly parameters?: { name: string; in: string; required?: boolean; schema: Schema }[]
  readonly security: object[]
  readonly requestBody?: { readonly required?: boolean; readonly content: Content }
  readonly responses: Record<string, Response>
}

/** All operations in the order of the document. */
export function operationsOf(document: object): { method: string; path: string; operation: Operation }[] {
  const { paths } = document as { paths: Record<string, Record<string, Operation>> }
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
}

/** All messages to receivers of webhooks, in the order of the document. */
export function messagesOf(document: object): { type: string; operation: Operation }[] {
  const { webhooks = {} } = document as { webhooks?: Record<string, { post: Operation }> }
  return Object.entries(webhooks).map(([type, { post }]) => ({ type, operation: post }))
}

/** Visits every object of the document with its JSON pointer, ready for a URI fragment. */
export function walk(node: object, visit: (node: Schema, pointer: string) => void, pointer = ''): void {
  if (!Array.isArray(node)) visit(node as Schema, pointer)
  for (const [key, value] of Object.entries(node)) {
    if (key === 'examples' || key === 'example' || value === null || typeof value !== 'object') continue
    walk(value, visit, `${pointer}/${encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))}`)
  }
}

/** What a reference leads to, or the thing itself. */
export function resolved<T extends object>(thing: T, document: object): T {
  if (!('$ref' in thing)) return thing
  const [, ...steps] = String(thing.$ref).split('/')
  return steps.reduce<unknown>((at, step) => (at as Record<string, unknown>)[step], document) as T
}

/** A schema with its references followed, its `allOf` merged by property, and no `null` in its `anyOf`. */
export function flattened(schema: Schema, document: object): Schema {
  const { allOf = [], anyOf = [], ...own } = resolved(schema, document)
  const others = anyOf.filter(({ type }) => type !== 'null')
  const merged = others.length === 1 ? [...allOf, ...others] : allOf
  const parts = [...merged.map((part) => flattened(part, document)), own]
  const properties: Record<string, Schema> = {}
  for (const [name, property] of parts.flatMap((part) => Object.entries(part.properties ?? {}))) {
    properties[name] = { ...properties[name], ...property }
  }
  return { ...Object.assign({}, ...parts), ...(Object.keys(properties).length > 0 && { properties }) }
}
