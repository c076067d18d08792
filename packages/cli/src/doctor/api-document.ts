import { getMember } from '#doctor/check'
import { type SchemaValidator, schemaValidator } from '#doctor/schema-validator'
import type { Exchange } from '#doctor/target'

export interface Parameter {
  readonly name: string
  /** `path`, `query`, `header` … */
  readonly in: string
  readonly required: boolean
  readonly schema: object
  readonly example: unknown
}

interface NumberSchema {
  readonly minimum?: number
  readonly maximum?: number
  readonly examples?: readonly unknown[]
}

/** An operation of the document. */
export interface Operation {
  readonly method: string
  /** Path with its parameters in braces. */
  readonly template: string
  /** Path to request, with the examples of all required parameters; `undefined` if an example is missing. */
  readonly path: string | undefined
  readonly needsKey: boolean
  /** Whether it accepts a key, required or optional. */
  readonly takesKey: boolean
  readonly parameters: readonly Parameter[]
  /** Declared responses by status. */
  readonly responses: Readonly<Record<string, DeclaredResponse>>
}

export interface DeclaredResponse {
  /** By lower-case name. */
  readonly headers: ReadonlyMap<string, { readonly required?: boolean; readonly schema?: object }>
  /** Schemas by media type. */
  readonly content: Readonly<Record<string, { readonly schema?: object }>>
}

/** An OpenAPI document as it was served. */
export class ApiDocument {
  readonly operations: readonly Operation[]
  readonly validate: SchemaValidator
  readonly #document: unknown
  readonly #patterns: readonly { readonly template: string; readonly pattern: RegExp }[]

  constructor(document: unknown) {
    this.#document = document
    this.validate = schemaValidator((getMember(document, 'components') ?? {}) as object)
    const paths = Object.entries((getMember(document, 'paths') ?? {}) as object)
    this.operations = paths.flatMap(([template, item]) =>
      Object.keys(item ?? {})
        .filter((name) => METHODS.includes(name))
        .map((method) => this.#readOperation(template, method, item)),
    )
    // Fixed paths take precedence over templates.
    this.#patterns = paths
      .map(([template]) => ({ template, pattern: templatePattern(template) }))
      .sort((one, other) => Number(one.template.includes('{')) - Number(other.template.includes('{')))
  }

  /** Returns the operations of the path of an exchange; empty if it is not in the document. */
  operationsAt({ path }: Exchange): Operation[] {
    const pathname = path.replace(/\?.*/s, '')
    const template = this.#patterns.find(({ pattern }) => pattern.test(pathname))?.template
    return this.operations.filter((operation) => operation.template === template)
  }

  /** Finds the declared response. HEAD counts as GET; a 405 may be declared by any operation of the path. */
  findResponse(exchange: Exchange): DeclaredResponse | undefined {
    const method = exchange.method === 'HEAD' ? 'GET' : exchange.method
    const all = this.operationsAt(exchange)
    const own = all.filter((operation) => operation.method === method)
    const candidates = own.length === 0 && exchange.status === 405 ? all : own
    return candidates.map(({ responses }) => responses[exchange.status]).find(Boolean)
  }

  /** Follows references into the document. */
  resolve(thing: unknown): unknown {
    const reference = getMember(thing, '$ref')
    if (typeof reference !== 'string') return thing
    const [, ...steps] = reference.split('/')
    const decode = (step: string) => step.replaceAll('~1', '/').replaceAll('~0', '~')
    return steps.reduce((at, step) => getMember(at, decode(step)), this.#document)
  }

  #readOperation(template: string, method: string, item: unknown): Operation {
    const operation = getMember(item, method)
    const parameters = [getMember(item, 'parameters'), getMember(operation, 'parameters')]
      .flat()
      .filter((parameter) => parameter !== undefined)
      .map((parameter) => this.#readParameter(parameter))
    const security = getMember(operation, 'security') ?? getMember(this.#document, 'security')
    const keys: readonly unknown[] = Array.isArray(security) ? security : []
    const responses = Object.entries((getMember(operation, 'responses') ?? {}) as object)
    return {
      method: method.toUpperCase(),
      template,
      path: fillTemplate(template, parameters),
      needsKey: keys.length > 0 && keys.every(isRequirement),
      takesKey: keys.some(isRequirement),
      parameters,
      responses: Object.fromEntries(
        responses.map(([status, response]) => [status, this.#readResponse(response)]),
      ),
    }
  }

  #readParameter(reference: unknown): Parameter {
    const parameter = (this.resolve(reference) ?? {}) as Parameter
    const schema = (this.resolve(parameter.schema) ?? {}) as object
    const { examples, minimum = -Infinity, maximum = Infinity } = schema as NumberSchema
    const given = parameter.example ?? examples?.[0]
    // Examples are written for the default altitudes.
    const example = Number(given) < minimum || Number(given) > maximum ? minimum : given
    return { ...parameter, required: parameter.required === true, schema, example }
  }

  #readResponse(reference: unknown): DeclaredResponse {
    const response = this.resolve(reference)
    const headers = Object.entries((getMember(response, 'headers') ?? {}) as object)
    return {
      headers: new Map(
        headers.map(([name, header]) => [name.toLowerCase(), (this.resolve(header) ?? {}) as object]),
      ),
      content: (getMember(response, 'content') ?? {}) as DeclaredResponse['content'],
    }
  }
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete']

/**
 * Returns the path with the examples of its parameters, except those in `values`; `undefined` if the example
 * of a required parameter is missing.
 */
export function fillTemplate(
  template: string,
  parameters: readonly Parameter[],
  values: Readonly<Record<string, string>> = {},
): string | undefined {
  const used = parameters.filter(
    (one) => one.name in values || (one.required && ['path', 'query'].includes(one.in)),
  )
  const given = used.map((one) => [one, values[one.name] ?? one.example] as const)
  if (given.some(([, value]) => value === undefined)) return undefined
  const query = given
    .filter(([one]) => one.in === 'query')
    .map(([{ name }, value]) => `${name}=${encodeURIComponent(String(value))}`)
  const path = given
    .filter(([one]) => one.in === 'path')
    .reduce((filled, [{ name }, value]) => filled.replace(`{${name}}`, String(value)), template)
  return query.length > 0 ? `${path}?${query.join('&')}` : path
}

function templatePattern(template: string): RegExp {
  const plain = template.replace(/[.*+?^$()|[\]\\]/g, '\\$&')
  return new RegExp(`^${plain.replace(/\{[^}]+\}/g, '[^/]+')}$`)
}

/** Whether a requirement demands a key; an empty one does not. */
function isRequirement(requirement: unknown): boolean {
  return Object.keys(requirement ?? {}).length > 0
}
