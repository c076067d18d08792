import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { describeAll } from './table.ts'

interface ResponseObject {
  headers: Record<string, Reference | HeaderObject>
  content?: Record<string, { schema: object }>
}
interface HeaderObject {
  required?: boolean
  schema: { type: string }
}
interface Reference {
  $ref: string
}
type PathItem = Record<string, { responses: Record<string, Reference | ResponseObject> }>

interface Spec {
  readonly document: { paths: Record<string, PathItem>; components: object }
  readonly ajv: Ajv2020
  readonly validators: Map<object, ValidateFunction>
}

/** The document of what is published. */
const published = specOf(describeAll())

/** Prepares an OpenAPI document for `assertDeclared`. */
export function specOf(described: object): Spec {
  const document = described as Spec['document']
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  formats.default(ajv)
  ajv.addSchema({ $id: 'document', components: document.components })
  return { document, ajv, validators: new Map() }
}

/** What is answered where there is no path, and its schema. */
const NOWHERE: Readonly<Record<number, string>> = { 404: 'Problem', 410: 'Problem', 429: 'RateLimitProblem' }

/** What the transport adds by itself; everything else that is sent must be declared. */
const TRANSPORT = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding'])

/** The media types that are JSON, such as `application/vnd.space-data.omm+json`. */
const JSON_TYPE = /^application\/([\w.-]+\+)?json$/

/** The media types of text that is not JSON. */
const TEXT_TYPE = /^(text\/|application\/(x-ndjson|([\w.-]+\+)?xml)$|image\/svg)/

/** The description of the document says that an error may be a page; these come with it. */
const OF_ERROR_PAGES = ['content-security-policy', 'vary']

/**
 * Throws unless an answer is one that the OpenAPI document declares: status, headers, media type and body.
 */
export function assertDeclared(
  method: string,
  path: string,
  response: Response,
  body: Uint8Array,
  spec = published,
): void {
  const pathname = path.split('?')[0] ?? path
  const item = pathItemOf(pathname, spec)
  const declared = item ? declaredResponse(item, method, response.status, spec) : undefined
  const type = response.headers.get('content-type')?.split(';')[0]
  const isErrorPage = response.status >= 400 && type === 'text/html'
  if (response.status === 204 && method === 'OPTIONS' && item) return
  if (!item) {
    const schema = NOWHERE[response.status]
    if (!schema) throw new Error(`${method} ${path}: ${response.status} on an undeclared path`)
    if (method !== 'HEAD' && !isErrorPage)
      assertBody({ $ref: `document#/components/schemas/${schema}` }, body, `${method} ${path}`, spec)
    return
  }
  const what = `${method} ${path} ${response.status}`
  if (!declared) throw new Error(`${what}: this status is not declared`)
  const headers = new Headers(response.headers)
  const isDeclaredPage = isErrorPage && declared.content?.['text/html'] !== undefined
  if (isErrorPage && !isDeclaredPage) for (const name of OF_ERROR_PAGES) headers.delete(name)
  assertHeaders(declared, headers, what, spec)
  if (type === undefined || (isErrorPage && !isDeclaredPage)) return
  const content = declared.content?.[type]
  if (!content) throw new Error(`${what}: the media type ${type} is not declared`)
  if (method === 'HEAD') return
  if (JSON_TYPE.test(type)) {
    assertBody(content.schema, body, what, spec)
    assertLine(body, what)
  } else if (TEXT_TYPE.test(type) && (content.schema as { type?: string }).type !== 'string') {
    throw new Error(`${what}: the text of ${type} is not declared as a string`)
  }
}

function pathItemOf(pathname: string, { document }: Spec): PathItem | undefined {
  const exact = document.paths[pathname]
  if (exact) return exact
  const found = Object.keys(document.paths).find((template) =>
    new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+').replaceAll('.', '\\.')}$`).test(pathname),
  )
  return found ? document.paths[found] : undefined
}

/** HEAD is GET; a method that a path does not have is declared as 405 by the methods that it has. */
function declaredResponse(
  item: PathItem,
  method: string,
  status: number,
  spec: Spec,
): ResponseObject | undefined {
  const own = item[method === 'HEAD' ? 'get' : method.toLowerCase()]
  const operations = own ? [own] : status === 405 ? Object.values(item) : []
  const found = operations.map(({ responses }) => responses[status]).find(Boolean)
  return found && resolved(found, spec)
}

/** Without a line break at its end, JSON sticks to the prompt of a terminal. */
function assertLine(body: Uint8Array, what: string): void {
  if (body.at(-1) !== 0x0a) throw new Error(`${what}: the JSON does not end with a line break`)
}

/** Every header that is sent is declared and has the declared form, and every required one is sent. */
function assertHeaders(declared: ResponseObject, headers: Headers, what: string, spec: Spec): void {
  const expected = new Map(
    Object.entries(declared.headers).map(([name, header]) => [name.toLowerCase(), resolved(header, spec)]),
  )
  for (const [name, value] of headers) {
    if (TRANSPORT.has(name) || name === 'content-type') continue
    const header = expected.get(name)
    if (!header) throw new Error(`${what}: the header ${name} is not declared`)
    assertValid(
      header.schema,
      header.schema.type === 'integer' ? Number(value) : value,
      `${what} ${name}: ${value}`,
      spec,
    )
  }
  for (const [name, { required }] of expected) {
    if (required && !headers.has(name)) throw new Error(`${what}: the required header ${name} is missing`)
  }
}

function resolved<T extends object>(thing: T | Reference, { document }: Spec): T {
  if (!('$ref' in thing)) return thing
  const [, ...steps] = thing.$ref.split('/')
  return steps.reduce<unknown>((at, step) => (at as Record<string, unknown>)[step], document) as T
}

function assertBody(schema: object, body: Uint8Array, what: string, spec: Spec): void {
  assertValid(schema, JSON.parse(new TextDecoder().decode(body)), what, spec)
}

function assertValid(schema: object, value: unknown, what: string, { ajv, validators }: Spec): void {
  const validate = validators.get(schema) ?? ajv.compile(rooted(schema) as object)
  validators.set(schema, validate)
  if (!validate(value)) throw new Error(`${what}: ${ajv.errorsText(validate.errors)}`)
}

/** References of the document, as references into the schema that holds its components. */
function rooted(schema: unknown): unknown {
  const json = JSON.stringify(schema).replaceAll('"#/components/', '"document#/components/')
  return JSON.parse(json)
}
