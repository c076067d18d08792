import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { inOneLine } from '#failure'

/** Says what is wrong with a value by a schema that may refer to the components of its document. */
export type SchemaFault = (schema: object, value: unknown) => string | undefined

/** The validator of the components that were asked for last: compiling is most of the work of an examination. */
let last: { readonly components: string; readonly faultOf: SchemaFault } | undefined

/** Makes the validator; each schema is compiled once, also for another examination of the same document. */
export function schemaFaults(components: object): SchemaFault {
  const text = JSON.stringify(components)
  if (last?.components !== text) last = { components: text, faultOf: validatorOf(components) }
  return last.faultOf
}

function validatorOf(components: object): SchemaFault {
  // Unknown words of a document are no fault of the answers, and a schema that is used once needs no polish.
  const ajv = new Ajv2020({ strict: false, logger: false, validateSchema: false, code: { optimize: false } })
  formats.default(ajv)
  ajv.addSchema({ $id: 'document', components: rooted(components) })
  const compiled = new Map<string, ValidateFunction>()
  return (schema, value) => {
    try {
      const text = JSON.stringify(schema)
      const validate = compiled.get(text) ?? ajv.compile(rooted(schema))
      compiled.set(text, validate)
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
