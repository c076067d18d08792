import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { describeError } from '#kit/errors'

/**
 * Validates a value against a schema, which may refer to the document's components; returns a message if it
 * is invalid.
 */
export type SchemaValidator = (schema: object, value: unknown) => string | undefined

/** Instants of the contract are in UTC. */
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/

/** The last validator. Compiling schemas is most of the work, so it is kept for the next run. */
let last: { readonly components: string; readonly validate: SchemaValidator } | undefined

/** Creates a validator; each schema is compiled once. */
export function schemaValidator(components: object): SchemaValidator {
  const text = JSON.stringify(components)
  if (last?.components !== text) last = { components: text, validate: createValidator(components) }
  return last.validate
}

function createValidator(components: object): SchemaValidator {
  // Unknown keywords are allowed, and optimizing schemas that are used once is not worth it.
  const ajv = new Ajv2020({ strict: false, logger: false, validateSchema: false, code: { optimize: false } })
  formats.default(ajv)
  ajv.addFormat('date-time', (text) => INSTANT.test(text) && !Number.isNaN(Date.parse(text)))
  ajv.addSchema({ $id: 'document', components: qualifyReferences(components) })
  const compiled = new Map<string, ValidateFunction>()
  return (schema, value) => {
    try {
      const text = JSON.stringify(schema)
      const validate = compiled.get(text) ?? ajv.compile(qualifyReferences(schema))
      compiled.set(text, validate)
      return validate(value) ? undefined : ajv.errorsText(validate.errors, { dataVar: 'body' }).slice(0, 200)
    } catch (error) {
      return `invalid schema: ${describeError(error)}`
    }
  }
}

/** Returns a function that describes violations of JSON Schema 2020-12, the dialect of OpenAPI 3.1. */
export function schemaDescriber(): (schema: object) => string | undefined {
  const ajv = new Ajv2020({ strict: false, logger: false, code: { optimize: false } })
  return (schema) =>
    ajv.validateSchema(schema) ? undefined : ajv.errorsText(ajv.errors, { dataVar: 'schema' }).slice(0, 200)
}

/** Rewrites references into the document as references to the registered components. */
function qualifyReferences(schema: object): object {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"document#/components/'))
}
