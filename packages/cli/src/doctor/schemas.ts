import type { ValidateFunction } from 'ajv/dist/2020.js'
import { inOneLine } from '#failure'

/** Says what is wrong with a value by a schema that may refer to the components of its document. */
export type SchemaFault = (schema: object, value: unknown) => string | undefined

/** Loads the validator; each schema is compiled once. */
export async function schemaFaults(components: object): Promise<SchemaFault> {
  const [{ Ajv2020 }, { default: formats }] = await Promise.all([
    import('ajv/dist/2020.js'),
    import('ajv-formats'),
  ])
  // Unknown words of a document are no fault of the answers, and a schema that is used once needs no polish.
  const ajv = new Ajv2020({ strict: false, logger: false, validateSchema: false, code: { optimize: false } })
  formats.default(ajv)
  ajv.addSchema({ $id: 'document', components: rooted(components) })
  const compiled = new Map<object, ValidateFunction>()
  return (schema, value) => {
    try {
      const validate = compiled.get(schema) ?? ajv.compile(rooted(schema))
      compiled.set(schema, validate)
      return validate(value) ? undefined : ajv.errorsText(validate.errors, { dataVar: 'body' }).slice(0, 200)
    } catch (error) {
      return `its schema cannot be used: ${inOneLine(error)}`
    }
  }
}

/** References of the document, as references into the schema that holds its components. */
function rooted(schema: object): object {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"document#/components/'))
}
