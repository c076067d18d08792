import { getMember } from '#checks/check'
import { templatePattern } from '#checks/expected-api'
import type { SchemaValidator } from '#checks/schema-validator'
import type { Exchange } from '#checks/target'

/** The declaration of a response. */
interface DeclaredResponse {
  readonly headers: ReadonlyMap<string, { readonly required: boolean; readonly schema: object }>
  readonly content: unknown
}

/** Headers of HTTP itself and of proxies; all others must be declared. */
const TRANSPORT_HEADERS =
  /^(date|connection|keep-alive|transfer-encoding|content-type|content-encoding|age|via|server|alt-svc|strict-transport-security|expires|pragma|nel|report-to|reporting-endpoints|accept-ranges|set-cookie|x-(cache|served-by|timer|varnish|powered-by|amz-.*|amzn-.*|azure-.*|vercel-.*|forwarded-.*|envoy-.*|request-id)|cf-.*|fly-.*|cdn-.*)$/

/** Reads a served OpenAPI document. */
export function readOpenApi(document: unknown) {
  const paths = getMember(document, 'paths') as Readonly<Record<string, unknown>>
  const patterns = Object.keys(paths).map((template) => ({ template, pattern: templatePattern(template) }))

  /** Finds the path item of an exchange; fixed paths take precedence over templates. */
  function findPathItem({ path }: Exchange): unknown {
    const [pathname = ''] = path.split('?')
    const template =
      pathname in paths ? pathname : patterns.find(({ pattern }) => pattern.test(pathname))?.template
    return template === undefined ? undefined : paths[template]
  }

  /** Finds the declared response. HEAD counts as GET; for 405, the path's other operations are searched. */
  function findResponse(exchange: Exchange): DeclaredResponse | undefined {
    const item = findPathItem(exchange)
    const method = exchange.method === 'HEAD' ? 'get' : exchange.method.toLowerCase()
    const own = getMember(item, method)
    const candidates =
      own !== undefined ? [own] : exchange.status === 405 ? Object.values(item as object) : []
    const found = candidates
      .map((operation) =>
        resolveReference(getMember(getMember(operation, 'responses'), String(exchange.status))),
      )
      .find((response) => response !== undefined)
    return found === undefined ? undefined : toResponse(found)
  }

  function toResponse(response: unknown): DeclaredResponse {
    const headers = Object.entries((getMember(response, 'headers') ?? {}) as object).map(([name, header]) => {
      const { required = false, schema = {} } = resolveReference(header) as {
        required?: boolean
        schema?: object
      }
      return [name.toLowerCase(), { required, schema }] as const
    })
    return { headers: new Map(headers), content: getMember(response, 'content') }
  }

  function resolveReference(thing: unknown): unknown {
    const reference = getMember(thing, '$ref')
    if (typeof reference !== 'string') return thing
    const [, ...steps] = reference.split('/')
    return steps.reduce(
      (at, step) => getMember(at, step.replaceAll('~1', '/').replaceAll('~0', '~')),
      document,
    )
  }

  return {
    /** Returns example paths for GET and whether they require a key. */
    examples(): { path: string; keyed: boolean }[] {
      return Object.entries(paths).flatMap(([template, item]) => {
        const operation = getMember(item, 'get')
        if (operation === undefined) return []
        const path = examplePath(
          template,
          [getMember(item, 'parameters'), getMember(operation, 'parameters')].flat().map(resolveReference),
        )
        const security = getMember(operation, 'security') ?? getMember(document, 'security')
        return path === undefined ? [] : [{ path, keyed: Array.isArray(security) && security.length > 0 }]
      })
    },

    has(exchange: Exchange): boolean {
      return findPathItem(exchange) !== undefined
    },

    /**
     * Returns a message if the status is not declared. Undocumented paths may only respond 404; preflights
     * are not declared.
     */
    statusProblem(exchange: Exchange): string | undefined {
      const { method, status } = exchange
      const item = findPathItem(exchange)
      if (item === undefined)
        return status === 404 ? undefined : `${status} on a path that is not in the document`
      if (method === 'OPTIONS') return undefined
      return findResponse(exchange) ? undefined : `${status} is not declared`
    },

    headerProblems(exchange: Exchange): { name: string; message: string }[] {
      const expected = findResponse(exchange)?.headers
      if (!expected) return []
      const extra = [...exchange.headers.keys()]
        .filter((name) => !expected.has(name) && !TRANSPORT_HEADERS.test(name))
        .map((name) => ({ name, message: `${name} is not declared` }))
      const missing = [...expected]
        .filter(([name, { required }]) => required && !exchange.headers.has(name))
        .map(([name]) => ({ name, message: `without ${name}` }))
      return [...extra, ...missing]
    },

    /** Returns a message if the media type is not declared or JSON does not match its schema. */
    bodyProblem(exchange: Exchange, validate: SchemaValidator): string | undefined {
      const found = findResponse(exchange)
      const type = exchange.headers.get('content-type')?.split(';')[0]
      if (!found || !type || exchange.method === 'HEAD') return undefined
      const content = getMember(found.content, type)
      if (content === undefined) return `${type} is not declared`
      const schema = getMember(content, 'schema')
      if (type !== 'application/json' || typeof schema !== 'object' || schema === null) return undefined
      return validate(schema, exchange.json)
    },
  }
}

/** Fills a template with the examples of its parameters; `undefined` if one is missing. */
function examplePath(template: string, parameters: readonly unknown[]): string | undefined {
  let isWhole = true
  const path = template.replace(/\{([^}]+)\}/g, (_, name) => {
    const parameter = parameters.find(
      (one) => getMember(one, 'name') === name && getMember(one, 'in') === 'path',
    )
    const examples = getMember(getMember(parameter, 'schema'), 'examples')
    const example = getMember(parameter, 'example') ?? (Array.isArray(examples) ? examples[0] : undefined)
    if (example === undefined) isWhole = false
    return encodeURIComponent(String(example))
  })
  return isWhole ? path : undefined
}
