import { type ConversionConfig, toJsonSchema } from '@valibot/to-json-schema'
import * as v from 'valibot'
import type { Json, OpenApiComponents } from '#features/reference/openapi/components'
import { envelopeOf } from '#kernel/endpoint/envelope'

/**
 * Creates the JSON schema of a valibot schema; parts with a title become components and references to them.
 */
export function createSchema(schema: v.GenericSchema, components: OpenApiComponents): Json {
  return replaceTitled(convertSchema(schema), components) as Json
}

/** Converts a schema inline: nullable and literal schemas get a `type`, named ones keep their `title`. */
function convertSchema(schema: v.GenericSchema): Json {
  const { $schema: _, ...json } = toJsonSchema(schema, {
    target: 'draft-2020-12',
    typeMode: 'output',
    errorMode: 'throw',
    ignoreActions: ['finite', 'check'],
    overrideSchema: simplifySchema,
  }) as Json
  return json
}

/** Creates the schema of a body; an envelope becomes a reference to the shared one, with its own `data`. */
export function createBodySchema(schema: v.GenericSchema, components: OpenApiComponents): Json {
  const json = createSchema(schema, components)
  const { data, ...rest } = (json['properties'] ?? {}) as Json
  if (JSON.stringify({ ...rest, data: PAYLOAD }) !== JSON.stringify(ENVELOPE['properties'])) return json
  return {
    type: 'object',
    allOf: [components.share('schemas', 'Envelope', ENVELOPE), { properties: { data }, required: ['data'] }],
    unevaluatedProperties: false,
  }
}

/** Has no type, as generated clients would intersect it with the type of every payload. */
const anyPayload = v.pipe(v.unknown(), v.description('The requested data'))
const PAYLOAD = convertSchema(anyPayload)
const { additionalProperties: _, ...ENVELOPE } = convertSchema(
  v.pipe(envelopeOf(anyPayload), v.description('Envelope of every JSON response with data')),
)

/** Keywords whose values are data, not schemas. */
const DATA_KEYWORDS = new Set(['examples', 'default', 'const'])

/** Replaces every titled schema, innermost first, by a reference to the component of that name. */
function replaceTitled(node: unknown, components: OpenApiComponents): unknown {
  if (typeof node !== 'object' || node === null) return node
  if (Array.isArray(node)) return node.map((item) => replaceTitled(item, components))
  const { title, ...rest } = Object.fromEntries(
    Object.entries(node).map(([key, value]) => [
      key,
      DATA_KEYWORDS.has(key) ? value : replaceTitled(value, components),
    ]),
  )
  if (typeof title !== 'string') return title === undefined ? rest : { title, ...rest }
  return components.name(title, rest)
}

type Override = NonNullable<ConversionConfig['overrideSchema']>
type Converted = Parameters<Override>[0]

function simplifySchema({ valibotSchema, jsonSchema, errors }: Converted): ReturnType<Override> {
  if (errors) return undefined
  const schema = valibotSchema as v.GenericSchema
  switch (schema.type) {
    case 'nullable':
      return mergeNull(jsonSchema as Json)
    case 'literal':
      return { type: typeof jsonSchema.const as 'string' | 'number' | 'boolean', ...jsonSchema }
    case 'optional':
      return 'default' in jsonSchema ? { ...jsonSchema, default: parseDefault(schema) } : undefined
    case 'loose_object':
      return Object.keys(jsonSchema.properties ?? {}).length === 0 ? { type: 'object' } : undefined
    default:
      return undefined
  }
}

/** Merges `anyOf` of a schema with a single type and null into one schema with two types. */
function mergeNull({ anyOf, ...rest }: Json): Json {
  const [schema] = anyOf as [Json, Json]
  const { type, enum: options } = schema
  if (typeof type !== 'string' || 'const' in schema || 'title' in schema) return { anyOf, ...rest }
  const orNone = Array.isArray(options) ? { enum: [...options, null] } : {}
  return { ...schema, ...rest, type: [type, 'null'], ...orNone }
}

/** Parses the default: it is declared as sent in a query, but documented as a value of the schema. */
function parseDefault(schema: v.GenericSchema): string | number | boolean {
  return v.parse(schema, undefined) as string | number | boolean
}
