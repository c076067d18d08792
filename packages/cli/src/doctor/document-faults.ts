import type { ApiDocument, Operation } from '#doctor/api-document'
import { getMember } from '#doctor/check'
import { schemaDescriber } from '#doctor/schema-validator'

/** Returns the violations of OpenAPI 3.1 in a document, which is read as far as possible. */
export function findDocumentFaults(json: unknown, document: ApiDocument): string[] {
  const version = getMember(json, 'openapi')
  const { title, version: revision } = (getMember(json, 'info') ?? {}) as Record<string, unknown>
  const describeSchema = schemaDescriber()
  const schemas = Object.entries((getMember(getMember(json, 'components'), 'schemas') ?? {}) as object)
  return [
    ...(typeof version === 'string' && version.startsWith('3.1.') ? [] : [`openapi: ${version}`]),
    ...(typeof title === 'string' && typeof revision === 'string' ? [] : ['info has no title or no version']),
    ...findReferences(json)
      .filter((reference) => document.resolve({ $ref: reference }) === undefined)
      .map((reference) => `${reference} refers to nothing`),
    ...schemas.flatMap(([name, schema]) => {
      const fault = describeSchema(schema)
      return fault === undefined ? [] : [`${name}: ${fault}`]
    }),
    ...document.operations.flatMap(findOperationFaults),
  ]
}

function findOperationFaults({ method, template, parameters, responses }: Operation): string[] {
  const name = `${method} ${template}`
  const declared = parameters.filter((one) => one.in === 'path' && one.required).map((one) => one.name)
  const used = [...template.matchAll(/\{([^}]+)\}/g)].map(([, parameter]) => String(parameter))
  return [
    ...(template.startsWith('/') ? [] : [`${name} does not begin with /`]),
    ...(Object.keys(responses).length > 0 ? [] : [`${name} has no responses`]),
    ...used.filter((one) => !declared.includes(one)).map((one) => `${name} does not declare ${one}`),
  ]
}

function findReferences(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  const own = getMember(value, '$ref')
  return [...(typeof own === 'string' ? [own] : []), ...Object.values(value).flatMap(findReferences)]
}
