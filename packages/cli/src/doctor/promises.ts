import type { ApiDocument, DeclaredResponse } from '#doctor/api-document'
import { getMember } from '#doctor/check'
import { dataPaths, KP, openPaths } from '#doctor/demanded'
import type { Exchange } from '#doctor/target'

/** Headers that the contract demands, and the responses that must have them. */
const HEADERS: readonly { readonly name: string; readonly of: (status: number) => boolean }[] = [
  { name: 'x-service-request-id', of: () => true },
  { name: 'x-content-type-options', of: () => true },
  { name: 'cache-control', of: (status) => status >= 400 || status === 304 },
  { name: 'etag', of: (status) => status === 304 },
  { name: 'www-authenticate', of: (status) => status === 401 },
  { name: 'allow', of: (status) => status === 405 },
  { name: 'retry-after', of: (status) => [429, 502, 503].includes(status) },
]

/** Returns the headers that the contract demands and the document does not require, for each response. */
export function findMissingHeaders({ operations }: ApiDocument): string[] {
  return operations.flatMap(({ method, template, responses }) =>
    Object.entries(responses).flatMap(([status, { headers }]) =>
      HEADERS.filter(({ name, of }) => of(Number(status)) && headers.get(name)?.required !== true).map(
        ({ name }) => `${method} ${template}: ${status} may be without ${name}`,
      ),
    ),
  )
}

/**
 * Describes a body that the schema allows although the contract forbids it. The schema must reject a body
 * without a demanded member, a body with an additional member, and an error with an unknown code.
 */
export function describeLaxSchema(exchange: Exchange, document: ApiDocument): string | undefined {
  const schema = jsonSchema(document.findResponse(exchange))
  const allows = (body: unknown) => schema !== undefined && document.validate(schema, body) === undefined
  const { json } = exchange
  if (!allows(json)) return undefined
  const lax = findVariants(exchange, document).find(([, change]) =>
    allows({ ...(json as object), ...change }),
  )
  return lax && `the schema allows ${lax[0]}`
}

type Variant = readonly [name: string, change: object]

/** Returns changes to a body that the schema must reject; `undefined` stands for a missing member. */
function findVariants(exchange: Exchange, document: ApiDocument): Variant[] {
  if (exchange.status >= 400)
    return [...withoutEach(['error', 'message']), OTHER, ['an unknown code', { error: 'doctor' }]]
  const template = document.operationsAt(exchange)[0]?.template ?? ''
  if (!(template in dataPaths || template in openPaths)) return []
  const { data } = exchange.json as { data: object }
  const envelope = [...withoutEach(['source', 'fetched_at', 'valid_until', 'data']), OTHER]
  if (template !== KP) return envelope
  const inside = [...withoutEach(['kp', 'as_of', 'source']), OTHER]
  return [
    ...envelope,
    ...inside.map(([name, change]): Variant => [`data ${name}`, { data: { ...data, ...change } }]),
  ]
}

const OTHER: Variant = ['with another member', { doctor: 1 }]

function withoutEach(names: readonly string[]): Variant[] {
  return names.map((name) => [`without ${name}`, { [name]: undefined }])
}

function jsonSchema(response: DeclaredResponse | undefined): object | undefined {
  const schema = getMember(getMember(response?.content, 'application/json'), 'schema')
  return typeof schema === 'object' && schema !== null ? schema : undefined
}
