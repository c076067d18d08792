/** The parts of the OpenAPI document that the reference shows. */
export interface ApiDocument {
  readonly info: { readonly description: string }
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly components: Readonly<Record<string, Readonly<Record<string, object>>>>
}

export interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly parameters?: readonly (Parameter | Reference)[]
  readonly requestBody?: { readonly content: Content }
  readonly responses: Readonly<Record<string, Response | Reference>>
}

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  readonly description: string
  readonly schema: Schema
}

export interface Response {
  readonly description: string
  readonly content?: Content
}

type Content = Readonly<Record<string, { readonly schema: Schema | Reference }>>

export interface Schema {
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly minimum?: number
  readonly maximum?: number
  readonly examples?: readonly unknown[]
  readonly properties?: Readonly<Record<string, Schema | Reference>>
  readonly required?: readonly string[]
  readonly items?: Schema | Reference
  readonly anyOf?: readonly (Schema | Reference)[]
  readonly allOf?: readonly (Schema | Reference)[]
}

export interface Reference {
  readonly $ref: string
  readonly description?: string
}

/** Resolves a reference. A description beside the reference takes precedence. */
export function resolve<T extends object>(value: T | Reference, document: ApiDocument): T {
  if (!('$ref' in value)) return value
  const { $ref, ...beside } = value
  const [, , kind = '', name = ''] = $ref.split('/')
  return { ...(document.components[kind]?.[name] as T), ...beside }
}

/** Returns a schema and the schemas that it combines. */
export function variantsOf(schema: Schema, document: ApiDocument): readonly Schema[] {
  return [schema, ...(schema.anyOf ?? []), ...(schema.allOf ?? [])].map((each) => resolve(each, document))
}
