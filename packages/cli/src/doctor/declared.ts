import type { ApiDocument, DeclaredResponse } from '#doctor/api-document'
import { getMember } from '#doctor/check'
import type { Exchange } from '#doctor/target'

/** Headers of HTTP itself and of proxies; all others must be declared. */
const TRANSPORT_HEADERS =
  /^(date|connection|keep-alive|transfer-encoding|content-type|content-encoding|age|via|server|alt-svc|strict-transport-security|expires|pragma|nel|report-to|reporting-endpoints|accept-ranges|set-cookie|x-(cache|served-by|timer|varnish|powered-by|amz-.*|amzn-.*|azure-.*|vercel-.*|forwarded-.*|envoy-.*|request-id)|cf-.*|fly-.*|cdn-.*)$/

/** The response to a path that no document lists. */
const UNLISTED: DeclaredResponse = {
  headers: new Map([
    ['x-service-request-id', { required: true, schema: { pattern: '^[A-Za-z0-9_-]{8,64}$' } }],
    ['x-content-type-options', { required: true, schema: { const: 'nosniff' } }],
    ['cache-control', { required: true, schema: { const: 'no-store' } }],
    ['access-control-allow-origin', { required: true, schema: { const: '*' } }],
    ['access-control-expose-headers', { required: true }],
    ['content-length', {}],
    ['vary', {}],
  ]),
  content: {
    'application/json': {
      schema: {
        type: 'object',
        properties: { error: { const: 'not_found' }, message: { type: 'string', minLength: 1 } },
        required: ['error', 'message'],
        additionalProperties: false,
      },
    },
  },
}

/** Returns the declared response; preflights are not declared, and other paths are 404. */
function findDeclared(exchange: Exchange, document: ApiDocument): DeclaredResponse | undefined {
  const isListed = document.operationsAt(exchange).length > 0
  if (!isListed && exchange.status === 404) return UNLISTED
  return document.findResponse(exchange)
}

export function describeStatus(exchange: Exchange, document: ApiDocument): string | undefined {
  if (exchange.method === 'OPTIONS' || findDeclared(exchange, document)) return undefined
  const isListed = document.operationsAt(exchange).length > 0
  return `${exchange.status} ${isListed ? 'is not declared' : 'on a path that is not in the document'}`
}

/** Describes headers that are missing, undeclared or invalid. */
export function describeHeaders(exchange: Exchange, document: ApiDocument): string | undefined {
  const declared = findDeclared(exchange, document)?.headers
  if (!declared) return undefined
  const { headers } = exchange
  const extra = [...headers.keys()]
    .filter((name) => !declared.has(name) && !TRANSPORT_HEADERS.test(name))
    .map((name) => `${name} is not declared`)
  const wrong = [...declared].flatMap(([name, { required, schema }]) => {
    const value = headers.get(name)
    if (value === null) return required ? [`without ${name}`] : []
    const isNumber = getMember(schema, 'type') === 'integer'
    const isGood = !schema || document.validate(schema, isNumber ? Number(value) : value) === undefined
    return isGood ? [] : [`${name}: ${value}`]
  })
  const all = [...extra, ...wrong]
  return all.length > 0 ? all.join(', ') : undefined
}

/** Describes an undeclared media type, or JSON that does not match its schema. */
export function describeBody(exchange: Exchange, document: ApiDocument): string | undefined {
  const declared = findDeclared(exchange, document)
  const [type, charset] = (exchange.headers.get('content-type') ?? '').split(/\s*;\s*/)
  if (!declared || !type || exchange.method === 'HEAD') return undefined
  const content = declared.content[type]
  if (content === undefined) return `${type} is not declared`
  if (/^(text\/plain|application\/json)$/.test(type) && charset?.toLowerCase() !== 'charset=utf-8')
    return `${type} without charset=utf-8`
  return content.schema && /[/+]json$/.test(type)
    ? document.validate(content.schema, exchange.json)
    : undefined
}
