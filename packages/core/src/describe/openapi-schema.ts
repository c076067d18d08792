import { type ConversionConfig, toJsonSchema } from '@valibot/to-json-schema'
import * as v from 'valibot'
import { envelopeOf } from '#declare/data-endpoint'
import type { OpenApiComponents } from '#describe/openapi-components'

/** A part of the document: an object of JSON values. */
export type Json = { [key: string]: unknown }

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

/** The schema of a body: an envelope is the shared one around a payload that is named after its path. */
export function bodySchemaOf(schema: v.GenericSchema, name: string, components: OpenApiComponents): Json {
  const json = schemaOf(schema)
  const { data, ...rest } = (json['properties'] ?? {}) as Json
  if (JSON.stringify({ ...rest, data: PAYLOAD }) !== JSON.stringify(ENVELOPE['properties'])) return json
  const properties = { data: components.share('schemas', name, data as Json) }
  return {
    type: 'object',
    allOf: [components.share('schemas', 'Envelope', ENVELOPE), { properties }],
    unevaluatedProperties: false,
  }
}

const anyPayload = v.pipe(v.looseObject({}), v.description('What the path is asked for'))
const PAYLOAD = schemaOf(anyPayload)
const { additionalProperties: _, ...ENVELOPE } = schemaOf(
  v.pipe(envelopeOf(anyPayload), v.description('What every JSON answer with data looks like')),
)

type Override = NonNullable<ConversionConfig['overrideSchema']>

function simplified({ valibotSchema, jsonSchema, errors }: Parameters<Override>[0]): ReturnType<Override> {
  if (errors) return undefined
  const schema = valibotSchema as v.GenericSchema
  switch (schema.type) {
    case 'nullable':
      return orNull(jsonSchema as Json)
    case 'literal':
      return { type: typeof jsonSchema.const as 'string' | 'number' | 'boolean', ...jsonSchema }
    case 'optional':
      return 'default' in jsonSchema
        ? { ...jsonSchema, default: v.parse(schema, undefined) as number | string }
        : undefined
    case 'loose_object':
      return { type: 'object' }
    default:
      return undefined
  }
}

/** `anyOf` of a schema and null as one schema of two types. */
function orNull({ anyOf, ...rest }: Json): Json {
  const [schema] = anyOf as [Json, Json]
  const options = schema['enum'] as unknown[] | undefined
  return { ...schema, ...rest, type: [schema['type'], 'null'], ...(options && { enum: [...options, null] }) }
}
