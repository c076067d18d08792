import { type ConversionConfig, toJsonSchema } from '@valibot/to-json-schema'
import * as v from 'valibot'
import { envelopeOf } from '#declare/envelope'
import type { Json, OpenApiComponents } from '#describe/openapi-components'

/** The JSON schema of a valibot schema, with `null` and constants told by `type`. */
export function schemaOf(schema: v.GenericSchema): Json {
  const { $schema: _, ...json } = toJsonSchema(schema, {
    target: 'draft-2020-12',
    typeMode: 'output',
    errorMode: 'throw',
    ignoreActions: ['finite'],
    overrideSchema: simplified,
  }) as Json
  return json
}

/** The schema of a body; an envelope is the shared one around its payload. */
export function bodySchemaOf(schema: v.GenericSchema, components: OpenApiComponents): Json {
  const json = schemaOf(schema)
  const { data, ...rest } = (json['properties'] ?? {}) as Json
  if (JSON.stringify({ ...rest, data: PAYLOAD }) !== JSON.stringify(ENVELOPE['properties'])) return json
  return {
    type: 'object',
    allOf: [components.share('schemas', 'Envelope', ENVELOPE), { properties: { data } }],
    unevaluatedProperties: false,
  }
}

const anyPayload = v.pipe(v.looseObject({}), v.description('What the path is asked for'))
const PAYLOAD = schemaOf(anyPayload)
const { additionalProperties: _, ...ENVELOPE } = schemaOf(
  v.pipe(envelopeOf(anyPayload), v.description('What every JSON answer with data looks like')),
)

type Override = NonNullable<ConversionConfig['overrideSchema']>
type Converted = Parameters<Override>[0]

function simplified({ valibotSchema, jsonSchema, errors }: Converted): ReturnType<Override> {
  if (errors) return undefined
  const schema = valibotSchema as v.GenericSchema
  switch (schema.type) {
    case 'nullable':
      return orNull(jsonSchema as Json)
    case 'literal':
      return { type: typeof jsonSchema.const as 'string' | 'number' | 'boolean', ...jsonSchema }
    case 'optional':
      return 'default' in jsonSchema ? { ...jsonSchema, default: outputOfDefault(schema) } : undefined
    case 'loose_object':
      return Object.keys(jsonSchema.properties ?? {}).length === 0 ? { type: 'object' } : undefined
    default:
      return undefined
  }
}

/** `anyOf` of a schema and null as one schema of two types, where it has one type. */
function orNull({ anyOf, ...rest }: Json): Json {
  const [schema] = anyOf as [Json, Json]
  const { type, enum: options } = schema
  if (typeof type !== 'string' || 'const' in schema) return { anyOf, ...rest }
  const orNone = Array.isArray(options) ? { enum: [...options, null] } : {}
  return { ...schema, ...rest, type: [type, 'null'], ...orNone }
}

/** A default is declared as it would be sent; its reader wants it as a value of the schema. */
function outputOfDefault(schema: v.GenericSchema): string | number | boolean {
  return v.parse(schema, undefined) as string | number | boolean
}
