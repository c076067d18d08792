import { member } from '#doctor/check'
import type { Exchange } from '#doctor/patient'
import type { SchemaFault } from '#doctor/schemas'
import { patternOf } from '#doctor/specification'

/** What a served OpenAPI document says of one answer. */
interface Declared {
  readonly headers: ReadonlyMap<string, { readonly required: boolean; readonly schema: object }>
  readonly content: unknown
}

/** What HTTP itself and what stands in front of a service adds; everything else must be declared. */
const OF_TRANSPORT =
  /^(date|connection|keep-alive|transfer-encoding|content-type|content-encoding|age|via|server|alt-svc|strict-transport-security|expires|pragma|nel|report-to|reporting-endpoints|accept-ranges|set-cookie|x-(cache|served-by|timer|varnish|powered-by|amz-.*|amzn-.*|azure-.*|vercel-.*|forwarded-.*|envoy-.*|request-id)|cf-.*|fly-.*|cdn-.*)$/

/** Reads a served document as the contract that it is. */
export function readContract(document: unknown) {
  const paths = member(document, 'paths') as Readonly<Record<string, unknown>>
  const patterns = Object.keys(paths).map((template) => ({ template, pattern: patternOf(template) }))

  /** The path item of an exchange; a fixed path comes before a pattern. */
  function itemOf({ path }: Exchange): unknown {
    const [pathname = ''] = path.split('?')
    const template =
      pathname in paths ? pathname : patterns.find(({ pattern }) => pattern.test(pathname))?.template
    return template === undefined ? undefined : paths[template]
  }

  /** HEAD is GET; a method that a path does not have is declared as 405 by the methods that it has. */
  function declared(exchange: Exchange): Declared | undefined {
    const item = itemOf(exchange)
    const method = exchange.method === 'HEAD' ? 'get' : exchange.method.toLowerCase()
    const own = member(item, method)
    const candidates =
      own !== undefined ? [own] : exchange.status === 405 ? Object.values(item as object) : []
    const found = candidates
      .map((operation) => resolved(member(member(operation, 'responses'), String(exchange.status))))
      .find((response) => response !== undefined)
    return found === undefined ? undefined : declaredOf(found)
  }

  function declaredOf(response: unknown): Declared {
    const headers = Object.entries((member(response, 'headers') ?? {}) as object).map(([name, header]) => {
      const { required = false, schema = {} } = resolved(header) as { required?: boolean; schema?: object }
      return [name.toLowerCase(), { required, schema }] as const
    })
    return { headers: new Map(headers), content: member(response, 'content') }
  }

  function resolved(thing: unknown): unknown {
    const reference = member(thing, '$ref')
    if (typeof reference !== 'string') return thing
    const [, ...steps] = reference.split('/')
    return steps.reduce((at, step) => member(at, step.replaceAll('~1', '/').replaceAll('~0', '~')), document)
  }

  return {
    /** Paths that can be asked for with GET, and whether they need a key. */
    examples(): { path: string; keyed: boolean }[] {
      return Object.entries(paths).flatMap(([template, item]) => {
        const operation = member(item, 'get')
        if (operation === undefined) return []
        const path = exampleOf(
          template,
          [member(item, 'parameters'), member(operation, 'parameters')].flat().map(resolved),
        )
        const security = member(operation, 'security') ?? member(document, 'security')
        return path === undefined ? [] : [{ path, keyed: Array.isArray(security) && security.length > 0 }]
      })
    },

    has(exchange: Exchange): boolean {
      return itemOf(exchange) !== undefined
    },

    /** A status that is not declared. A path that is not in the document can only be 404; a preflight needs no words. */
    statusFault(exchange: Exchange): string | undefined {
      const { method, status } = exchange
      const item = itemOf(exchange)
      if (item === undefined)
        return status === 404 ? undefined : `${status} on a path that is not in the document`
      if (method === 'OPTIONS') return undefined
      return declared(exchange) ? undefined : `${status} is not declared`
    },

    headerFaults(exchange: Exchange): { name: string; words: string }[] {
      const expected = declared(exchange)?.headers
      if (!expected) return []
      const extra = [...exchange.headers.keys()]
        .filter((name) => !expected.has(name) && !OF_TRANSPORT.test(name))
        .map((name) => ({ name, words: `${name} is not declared` }))
      const missing = [...expected]
        .filter(([name, { required }]) => required && !exchange.headers.has(name))
        .map(([name]) => ({ name, words: `without ${name}` }))
      return [...extra, ...missing]
    },

    /** What is wrong with the type or the body of an answer, as far as it is JSON. */
    bodyFault(exchange: Exchange, faultOf: SchemaFault): string | undefined {
      const found = declared(exchange)
      const type = exchange.headers.get('content-type')?.split(';')[0]
      if (!found || !type || exchange.method === 'HEAD') return undefined
      const content = member(found.content, type)
      if (content === undefined) return `${type} is not declared`
      const schema = member(content, 'schema')
      if (type !== 'application/json' || typeof schema !== 'object' || schema === null) return undefined
      return faultOf(schema, exchange.json)
    },
  }
}

/** The template with its parameters' own examples; `undefined` when one has none. */
function exampleOf(template: string, parameters: readonly unknown[]): string | undefined {
  let isWhole = true
  const path = template.replace(/\{([^}]+)\}/g, (_, name) => {
    const parameter = parameters.find((one) => member(one, 'name') === name && member(one, 'in') === 'path')
    const examples = member(member(parameter, 'schema'), 'examples')
    const example = member(parameter, 'example') ?? (Array.isArray(examples) ? examples[0] : undefined)
    if (example === undefined) isWhole = false
    return encodeURIComponent(String(example))
  })
  return isWhole ? path : undefined
}
