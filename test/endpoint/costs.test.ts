import * as v from 'valibot'
import { expect, test } from 'vitest'
import { costClassOf } from '../../packages/core/src/kernel/endpoint/cost.ts'
import type { Endpoint } from '../../packages/core/src/kernel/endpoint/endpoint.ts'
import { plenty, testService } from '../support/service.ts'
import { describeAll, endpoints, examplePath } from '../support/table.ts'

interface Parameter {
  readonly name: string
  readonly schema: { readonly enum?: readonly unknown[]; readonly type?: string }
}

type Referred = Parameter | { readonly $ref: string }

const { paths, components } = describeAll() as {
  readonly paths: Record<string, Record<string, { readonly parameters?: readonly Referred[] }>>
  readonly components: { readonly parameters: Record<string, Parameter> }
}

function resolved(parameter: Referred): Parameter {
  if (!('$ref' in parameter)) return parameter
  return components.parameters[parameter.$ref.split('/').at(-1) ?? ''] as Parameter
}

/** Parameters that have few values, though the document does not list them, and a header. */
const FEW = [
  'group',
  'GROUP',
  'FORMAT',
  'ONORBIT',
  'alt',
  'name',
  'file',
  'month',
  'revision',
  'If-None-Match',
]

/** The names of the parameters of a path that have any number of values. */
function openParameters({ path, method }: Endpoint): string[] {
  const { parameters = [] } = paths[path]?.[method.toLowerCase()] ?? {}
  return parameters
    .map(resolved)
    .filter(({ name, schema }) => !schema.enum && schema.type !== 'boolean' && !FEW.includes(name))
    .map(({ name }) => name)
}

/** A request with one parameter beyond those that it needs, and its class; where several compete the first wins. */
function requestWith(endpoint: Endpoint, name?: string) {
  const [path = '', query] = examplePath(endpoint).split('?')
  const schema = name === undefined ? undefined : endpoint.queryParameters[name]
  const inner = schema && 'wrapped' in schema ? (schema.wrapped as v.GenericSchema) : schema
  const added: [string, string][] = inner ? [[name as string, String(v.getExamples(inner).at(0))]] : []
  const pairs = [...added, ...[...new URLSearchParams(query)].filter(([other]) => other !== name)]
  const target = pairs.length > 0 ? `${path}?${pairs.map((pair) => pair.join('=')).join('&')}` : path
  const params = Object.fromEntries(pairs)
  const request = { target, method: 'GET', header: () => null, body: null, waitUntil() {} }
  try {
    return { target, costClass: costClassOf(endpoint.cost, { params, request, now: 0 }) }
  } catch {
    // The examples of HAPI's parameters do not go together.
    return { target, costClass: 'refused' }
  }
}

// Pages read the parameters of their address themselves.
const cached = endpoints.filter(({ ttlMs, tag }) => ttlMs !== undefined && tag !== 'Pages')

test('a path declares its cost where a parameter has any number of values', () => {
  const shared = cached.flatMap((endpoint) =>
    openParameters(endpoint)
      .filter((name) => name in endpoint.queryParameters)
      .filter((name) => requestWith(endpoint, name).costClass === 'shared')
      .map((name) => `${endpoint.path} ${name}`),
  )
  expect(shared).toEqual([])
})

test('what is computed is charged to networks without a key, for HEAD, too, and nothing else is', async () => {
  const limits = { ...plenty, computedPerMinute: 0 }
  const { ask } = await testService({ limits, anonymous: 100_000, keepCatalogues: 30 })
  const open = cached.filter(({ access, isIncludedIn }) => access !== 'key' && !isIncludedIn)
  const seen: unknown[] = []
  const declared: unknown[] = []
  for (const endpoint of open) {
    for (const name of [undefined, ...openParameters(endpoint)]) {
      const { target, costClass } = requestWith(endpoint, name)
      const accept = endpoint.path === '/' ? 'text/plain' : '*/*'
      declared.push([target, typeof costClass === 'number'])
      const { status } = await ask('HEAD', target, { accept })
      seen.push([target, status === 429])
    }
  }
  expect(seen).toEqual(declared)
  expect(declared.filter((each) => (each as unknown[])[1]).length).toBeGreaterThan(20)
})
