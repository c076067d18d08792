import { problems } from '@space-data/core'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { OpenApiComponents } from '../../../packages/core/src/features/reference/openapi/components.ts'
import { toPascalCase } from '../../../packages/core/src/features/reference/openapi/pascal-case.ts'
import { listProblems } from '../../../packages/core/src/features/reference/openapi/responses.ts'
import { createSchema } from '../../../packages/core/src/features/reference/openapi/schema.ts'
import { problemsOf } from '../../../packages/core/src/features/reference/problems-of.ts'
import { isStream } from '../../../packages/core/src/kernel/endpoint/endpoint.ts'
import { named } from '../../../packages/core/src/kernel/endpoint/schemas.ts'
import { describeAll, endpoints } from '../../support/table.ts'
import { flattened, type Operation, operationsOf, resolved, type Schema, walk } from './walk.ts'

const document = describeAll()
const operations = operationsOf(document)

describe('what exists is in it', () => {
  test('every endpoint of the table, and nothing else', () => {
    expect(operations.map(({ method, path }) => `${method} ${path}`)).toEqual(
      endpoints.map(({ method, path }) => `${method} ${path}`),
    )
    const ids = operations.map(({ operation }) => operation.operationId)
    expect(ids).toEqual(endpoints.map(({ operationId }) => operationId))
    expect(new Set(ids).size).toBe(endpoints.length)
    const verbs = 'get|list|issue|create|update|delete'
    const ofOne = '(ping|download|upload)(?=Speedtest)|(test|rotate|replay)(?=Webhook)'
    for (const id of ids) expect(id).toMatch(new RegExp(`^(${verbs}|${ofOne})[A-Z]\\w+$`))
  })

  test.each(endpoints.map((endpoint) => [endpoint.method, endpoint.path, endpoint] as const))(
    '%s %s: its parameters, its security and its error codes by status',
    (method, path, endpoint) => {
      const { operation } = operations.find((each) => each.method === method && each.path === path)!
      const parameters = (operation.parameters ?? []).map((parameter) => resolved(parameter, document))
      const names = (place: string) => parameters.filter((each) => each.in === place).map(({ name }) => name)
      expect(names('path')).toEqual(Object.keys(endpoint.pathParameters))
      expect(names('query')).toEqual(Object.keys(endpoint.queryParameters))
      const sent = Object.keys(endpoint.requestHeaders ?? {})
      expect(names('header')).toEqual([...sent, ...(endpoint.ttlMs === undefined ? [] : ['If-None-Match'])])
      const ticket = isStream(endpoint) ? [{ ticket: [] }] : []
      expect(operation.security).toEqual(
        endpoint.access === 'key' ? [{ bearer: [] }, { apiKey: [] }, ...ticket] : [],
      )

      const told = codesOf(operation)
      for (const [status, codes] of told) {
        for (const code of codes) expect(problems[code as keyof typeof problems].status).toBe(status)
      }
      const listed = listProblems(endpoint, problemsOf(endpoints)).map(({ code }) => code)
      expect(told.flatMap(([, codes]) => codes).sort()).toEqual(listed.sort())
    },
  )

  test('every error code: on a path, or told of as what comes before any path', () => {
    const told = operations.flatMap(({ operation }) => codesOf(operation).flatMap(([, codes]) => codes))
    const ofHttp = ['malformed_request', 'request_timeout', 'expectation_failed', 'headers_too_large']
    const before = ['not_found', 'gone', ...ofHttp, 'loop_detected']
    expect([...new Set([...told, ...before])].sort()).toEqual(Object.keys(problems).sort())
    for (const code of before) expect(JSON.stringify(document['info'])).toContain(`\`${code}\``)
  })

  test('every answer says which headers it always carries', () => {
    for (const { operation, method, path } of operations) {
      for (const [status, response] of Object.entries(operation.responses)) {
        const { headers } = resolved(response, document)
        const always = Object.keys(headers).filter((name) => resolved(headers[name]!, document).required)
        expect(always.includes('Access-Control-Allow-Origin')).toBe(path !== '/v1/keys')
        expect(always, `${method} ${path} ${status}`).toEqual(
          expect.arrayContaining(['x-service-request-id', 'Cache-Control']),
        )
      }
    }
  })

  test('bodies that are sent: JSON where it is declared, any bytes or none for the speed test', () => {
    const bodyOf = (path: string) => operations.find((each) => each.path === path)?.operation.requestBody
    expect(bodyOf('/v1/keys')).toMatchObject({ required: true, content: { 'application/json': {} } })
    expect(bodyOf('/v1/speedtest/up')).toMatchObject({ required: false, content: { '*/*': {} } })
    const senders = operations.filter(({ operation }) => operation.requestBody)
    expect(senders.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /v1/keys',
      'POST /v1/webhooks',
      'PATCH /v1/webhooks/{webhook_id}',
      'POST /v1/webhooks/{webhook_id}/replay',
      'POST /v1/shells',
      'POST /v1/speedtest/up',
    ])
  })

  test('every tag is described in words of its own', () => {
    const tags = document['tags'] as { name: string; description: string }[]
    expect(tags.map(({ name }) => name)).toEqual([...new Set(endpoints.map(({ tag }) => tag))])
    expect(tags.filter(({ name, description }) => name === description)).toEqual([])
  })
})

describe('what is in it is told well', () => {
  test('every leaf of every schema has a description and an example', () => {
    const untold: string[] = []
    walk(document, (node, pointer) => {
      if (isSchemaHolder(node)) untold.push(...untoldLeaves(node.schema, pointer, node.description))
    })
    expect(untold).toEqual([])
  })

  test('every example and every default is valid against its schema', () => {
    const ajv = new Ajv2020({ strict: false })
    formats.default(ajv)
    ajv.addSchema({ $id: 'openapi', ...document })
    const wrong: string[] = []
    let checked = 0
    const check = (pointer: string, value: unknown) => {
      checked += 1
      const validate = ajv.compile({ $ref: `openapi#${pointer}` })
      if (!validate(value)) wrong.push(`${pointer}: ${ajv.errorsText(validate.errors)}`)
    }
    walk(document, (node, pointer) => {
      if (Array.isArray(node['examples'])) for (const example of node['examples']) check(pointer, example)
      if ('default' in node && 'type' in node) check(pointer, node['default'])
      if ('example' in node && 'schema' in node) check(`${pointer}/schema`, node['example'])
    })
    expect(wrong).toEqual([])
    expect(checked).toBeGreaterThan(150)
  })

  test('every reference leads somewhere, and every component is referred to', () => {
    const referred = new Set<string>()
    walk(document, (node) => {
      if (typeof node['$ref'] === 'string') {
        expect(resolved(node, document), node['$ref']).toBeTypeOf('object')
        referred.add(node['$ref'])
      }
    })
    const { securitySchemes: _, ...components } = document['components'] as Record<string, object>
    const all = Object.entries(components).flatMap(([kind, things]) =>
      Object.keys(things).map((name) => `#/components/${kind}/${name}`),
    )
    expect([...referred].sort()).toEqual(all.sort())
  })

  // Generators write a file for each schema and operation, on file systems that ignore case, beside an index.
  test('schemas and operations have names that differ in more than case, and are identifiers', () => {
    const { schemas = {} } = document['components'] as Record<string, object>
    const ids = operations.map(({ operation }) => toPascalCase(operation.operationId))
    const names = ['Index', ...Object.keys(schemas), ...ids]
    expect(names.filter((name) => !/^[A-Z][A-Za-z0-9]*$/.test(name))).toEqual([])
    const lower = names.map((name) => name.toLowerCase())
    expect(names.filter((_, i) => lower.indexOf(lower[i]!) !== i)).toEqual([])
  })

  test('the envelope is told once', () => {
    const bare = ['/openapi.json', '/.well-known/api-catalog']
    const enveloped = endpoints.filter(
      ({ ttlMs, path, tag }) =>
        ttlMs !== undefined && !bare.includes(path) && !['HAPI', 'Compatibility'].includes(tag),
    )
    const references = JSON.stringify(document).split('"#/components/schemas/Envelope"').length - 1
    const texts = enveloped.filter(({ success }) => !('application/json' in success.content)).length
    const uncached = endpoints.filter(
      ({ ttlMs, success, path, tag }) =>
        ttlMs === undefined &&
        'application/json' in success.content &&
        path !== '/v1/keys' &&
        tag !== 'Compatibility',
    )
    expect(references).toBe(enveloped.length - texts + uncached.length)
  })

  test('every payload has a name, and so has every object in one', () => {
    const { schemas } = document['components'] as { schemas: Record<string, Schema> }
    expect(Object.keys(schemas)).toEqual(
      expect.arrayContaining(['Kp', 'Launch', 'ShellBin', 'IssuedKey', 'Tier']),
    )
    const unnamed = operations.flatMap(({ operation: { operationId, responses } }) => {
      const [good] = Object.values(responses)
      const { schema } = good?.content?.['application/json'] ?? {}
      const data = schema?.allOf?.find(({ properties }) => properties)?.properties?.['data'] ?? schema
      return data && !('$ref' in data) ? operationId : []
    })
    expect(unnamed).toEqual(['getOpenApi'])
    const nested: string[] = []
    walk(schemas, ({ properties }, pointer) => {
      if (properties && pointer.split('/').length > 2) nested.push(pointer)
    })
    expect(nested).toEqual([])
  })

  test('one name stands for one schema', () => {
    const components = new OpenApiComponents([])
    const thing = (description: string) => named('Thing', v.pipe(v.string(), v.description(description)))
    createSchema(v.array(thing('one')), components)
    createSchema(v.nullable(thing('one')), components)
    expect(() => createSchema(v.array(thing('another')), components)).toThrow('two schemas are named Thing')
    expect(components.toJson()['schemas']).toEqual({ Thing: { type: 'string', description: 'one' } })
  })

  test('no two types get one name from generators that name enums by schema and property', () => {
    const { schemas } = document['components'] as { schemas: Record<string, Schema> }
    const names = Object.keys(schemas)
    for (const [parent, schema] of Object.entries(schemas)) {
      for (const [name, property] of Object.entries(schema.properties ?? {}))
        if (property.enum ?? property.items?.enum) names.push(parent + toPascalCase(name))
    }
    expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([])
    expect(names).toContain('WebhookStatus')
  })

  test('it is plain JSON, the same each time, relative to its host, and small', () => {
    const text = JSON.stringify(document)
    expect(JSON.parse(text)).toStrictEqual(document)
    expect(JSON.stringify(describeAll())).toBe(text)
    expect(document['servers']).toMatchObject([{ url: '/' }])
    const { webhooks } = document as { webhooks: object }
    const parts = endpoints.length + Object.keys(webhooks).length
    expect(text.length).toBeLessThan(5_000 * parts)
  })
})

/** The error codes that an operation declares, by status. */
function codesOf(operation: Operation): [number, string[]][] {
  return Object.entries(operation.responses)
    .filter(([status]) => Number(status) >= 400)
    .map(([status, response]) => {
      const { content = {} } = resolved(response, document)
      const schema = content['application/json']?.schema ?? {}
      // Where an endpoint refuses in a format of its own, the host's problems are one of two.
      const codes = (schema.anyOf ?? [schema]).flatMap(
        (each) => (flattened(each, document).properties?.['error']?.enum ?? []) as string[],
      )
      return [Number(status), codes]
    })
}

function isSchemaHolder(node: Schema): node is Schema & { schema: Schema } {
  return typeof node['schema'] === 'object' && !('$ref' in (node['schema'] as object))
}

/** Leaves that lack a description or an example; raw bytes and free-form objects need no example. */
function untoldLeaves(schema: Schema, pointer: string, around?: string): string[] {
  const { type, properties, items, examples, description = around } = flattened(schema, document)
  const lacks = (what: unknown, name: string) => (what ? [] : [`${pointer} has no ${name}`])
  const inner = Object.entries(properties ?? {}).flatMap(([name, property]) =>
    untoldLeaves(property, `${pointer}/${name}`),
  )
  if (properties) return inner
  if (!items) {
    const isFree = type === undefined || type === 'object'
    return [...lacks(description, 'description'), ...(isFree ? [] : lacks(examples?.length, 'example'))]
  }
  const item = flattened(items, document)
  if (item.properties) return [...lacks(description, 'description'), ...untoldLeaves(item, `${pointer}/[]`)]
  return [...lacks(description, 'description'), ...lacks(examples ?? item.examples, 'example')]
}
