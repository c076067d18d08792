import { readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { FIRST, published } from '../../../packages/core/src/kernel/endpoint/publication/publications.ts'
import { describeAll, endpoints } from '../../support/table.ts'
import { type Break, breaksBetween, isLateEnough, monthsAfter, unexcused } from './breaking.ts'
import { linesOf } from './lines.ts'

/** The interface of the last release. */
const FILE = new URL('../../../docs/openapi.baseline.txt', import.meta.url)
const present = linesOf(describeAll())
if (process.env['OPENAPI'] === 'accept') writeFileSync(FILE, `${present.join('\n')}\n`)
const baseline = readFileSync(FILE, 'utf8').trimEnd().split('\n')
const today = new Date().toISOString().slice(0, 10)

describe('the interface, against the last release', () => {
  test('nothing that clients rely on has changed but what was announced in time', () => {
    const breaks = unexcused(breaksBetween(baseline, present), published, today)
    expect(
      breaks.map(({ operation, what }) => `${operation}: ${what}`),
      'These changes break clients (docs/versioning.md). To accept them: npx -y pnpm@10 openapi:accept',
    ).toEqual([])
  })

  test('each line has a subject of its own', () => {
    const lines = present.map((line) => line.split(': '))
    expect(new Set(lines.map(([subject]) => subject)).size).toBe(lines.length)
    expect(lines.filter(({ length }) => length !== 2)).toEqual([])
  })

  test('a member that is taken from the present document is found by its path', () => {
    const less = structuredClone(describeAll()) as unknown as {
      components: { schemas: Record<string, { properties: Record<string, unknown> }> }
    }
    delete less.components.schemas['Launch']?.properties['net']
    delete less.components.schemas['LaunchPad']?.properties['name']
    const found = unexcused(breaksBetween(baseline, linesOf(less)), published, today)
    expect(found.filter(({ operation }) => operation === 'GET /v1/launches/upcoming')).toEqual([
      { operation: 'GET /v1/launches/upcoming', what: '200 application/json data.launches[].net: removed' },
      {
        operation: 'GET /v1/launches/upcoming',
        what: '200 application/json data.launches[].pad.name: removed',
      },
    ])
  })

  test('what a later release introduces has a row; other rows are of what is past its sunset', () => {
    const served = endpoints.map(({ method, path }) => `${method} ${path}`)
    const isNew = (operation: string) => !baseline.some((line) => line.startsWith(`${operation}: `))
    if (FIRST.since.date !== null)
      expect(served.filter((operation) => isNew(operation) && !(operation in published))).toEqual([])
    for (const [operation, { deprecation }] of Object.entries(published)) {
      if (served.includes(operation)) continue
      expect(deprecation?.sunset, operation).toBeDefined()
      expect((deprecation?.sunset ?? '') <= today, operation).toBe(true)
    }
  })

  test('every sunset is at least six calendar months after its deprecation; successors are published', () => {
    for (const [operation, { deprecation }] of Object.entries(published)) {
      if (!deprecation) continue
      const { from, sunset, successor } = deprecation
      if (sunset !== undefined) expect(isLateEnough(from, sunset), operation).toBe(true)
      if (successor === undefined) continue
      const successors = endpoints.map(({ method, path }) => `${method} ${path}`)
      expect(successors, operation).toContain(operation.replace(/\/.*/, successor))
    }
  })
})

/** A document of one operation. */
function documentOf({ operation = {}, response = {}, schema = {}, parameters = [] as object[] } = {}) {
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } }
  return {
    paths: {
      '/thing': {
        get: {
          operationId: 'getThing',
          security: [],
          parameters,
          responses: {
            200: { headers: { ETag: { required: true } }, content, ...response },
            404: { headers: {} },
          },
          ...operation,
        },
      },
    },
    components: { schemas: { Thing: { ...THING, ...schema } } },
  }
}

const THING = {
  type: 'object',
  required: ['name', 'state', 'rows'],
  properties: {
    name: { type: 'string' },
    height: { type: ['number', 'null'] },
    state: { type: 'string', enum: ['on', 'off'] },
    rows: { type: 'array', items: { $ref: '#/components/schemas/Row' } },
    pad: {
      anyOf: [
        { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } },
        { type: 'null' },
      ],
    },
  },
}
const LIMIT = {
  name: 'limit',
  in: 'query',
  required: false,
  schema: { type: 'integer', minimum: 1, maximum: 9 },
}

const withRow = (document: ReturnType<typeof documentOf>, row: object) => {
  Object.assign(document.components.schemas, { Row: row })
  return document
}
const ROW = { type: 'object', properties: { id: { type: 'integer' } } }
const before = withRow(documentOf({ parameters: [LIMIT] }), ROW)
const property = (name: string, schema: object | undefined) => {
  const { [name]: _, ...others } = THING.properties as Record<string, object>
  return { schema: { properties: schema ? { ...others, [name]: schema } : others } }
}
const breaks = (from: object, to: object) => breaksBetween(linesOf(from), linesOf(to)).map(({ what }) => what)
const whats = (after: object) => breaks(before, after)
const changed = (change: Parameters<typeof documentOf>[0], row: object = ROW) =>
  whats(withRow(documentOf({ parameters: [LIMIT], ...change }), row))

describe('what counts as a break', () => {
  test('nothing, where nothing has changed', () => {
    expect(whats(structuredClone(before))).toEqual([])
    expect(breaksBetween(baseline, baseline)).toEqual([])
  })

  test('nothing, where things are added', () => {
    const size = { name: 'size', in: 'query', required: false, schema: { type: 'integer' } }
    expect(changed({ parameters: [LIMIT, size] })).toEqual([])
    expect(changed(property('weight', { type: 'number' }))).toEqual([])
    expect(changed(property('state', { type: 'string', enum: ['on', 'off', 'standby'] }))).toEqual([])
    expect(changed({ parameters: [{ ...LIMIT, schema: { type: 'integer', maximum: 99 } }] })).toEqual([])
    const paths = { ...before.paths, '/other': before.paths['/thing'] }
    expect(whats({ ...before, paths })).toEqual([])
  })

  test('a path or a method that is removed', () => {
    const { get } = before.paths['/thing']
    expect(whats({ ...before, paths: {} })).toEqual(['removed'])
    expect(whats({ ...before, paths: { '/thing': { post: get } } })).toEqual(['removed'])
  })

  test.each<[string, string[], string]>([
    [
      'a status',
      changed({ operation: { responses: { 200: before.paths['/thing'].get.responses[200] } } }),
      '404: removed',
    ],
    ['a media type', changed({ response: { content: {} } }), '200 application/json: removed'],
    ['a header', changed({ response: { headers: {} } }), '200 header ETag: removed'],
    [
      'a header that may be absent',
      changed({ response: { headers: { ETag: {} } } }),
      '200 header ETag: may be absent',
    ],
    ['a member', changed(property('name', undefined)), '200 application/json name: removed'],
    [
      'a member that may be absent',
      changed({ schema: { required: ['name', 'rows'] } }),
      '200 application/json state: may be absent',
    ],
    [
      'a member of a row',
      changed({}, { type: 'object', properties: {} }),
      '200 application/json rows[].id: removed',
    ],
    [
      'a value',
      changed(property('state', { type: 'string', enum: ['on'] })),
      '200 application/json state: "off" removed',
    ],
    [
      'a list of values',
      changed(property('state', { type: 'string' })),
      '200 application/json state: any value',
    ],
    [
      'another type',
      changed(property('name', { type: 'number' })),
      '200 application/json name: string became number',
    ],
    [
      'a narrower type',
      changed(property('height', { type: 'number' })),
      '200 application/json height: null|number became number',
    ],
    [
      'a type that may be null',
      changed(property('name', { type: ['string', 'null'] })),
      '200 application/json name: string became null|string',
    ],
    [
      'an object that is never null',
      changed(property('pad', { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } })),
      '200 application/json pad: null|object became object',
    ],
    [
      'an integer that may be fractional',
      changed({}, { type: 'object', properties: { id: { type: 'number' } } }),
      '200 application/json rows[].id: integer became number',
    ],
    ['a key', changed({ operation: { security: [{ key: [] }] } }), 'a key is needed'],
    ['a parameter that is removed', changed({ parameters: [] }), 'query limit: removed'],
    [
      'a parameter that is required',
      changed({ parameters: [{ ...LIMIT, required: true }] }),
      'query limit: required',
    ],
    [
      'a new parameter that is required',
      changed({ parameters: [LIMIT, { ...LIMIT, name: 'size', required: true }] }),
      'query size: required',
    ],
    [
      'a lower maximum',
      changed({ parameters: [{ ...LIMIT, schema: { type: 'integer', minimum: 1, maximum: 5 } }] }),
      'query limit: maximum is 5',
    ],
    [
      'a higher minimum',
      changed({ parameters: [{ ...LIMIT, schema: { type: 'integer', minimum: 2, maximum: 9 } }] }),
      'query limit: minimum is 2',
    ],
    [
      'fewer values of a parameter',
      changed({ parameters: [{ ...LIMIT, schema: { type: 'integer', minimum: 1, maximum: 9, enum: [1] } }] }),
      'query limit: only 1',
    ],
    [
      'another type of a parameter',
      changed({ parameters: [{ ...LIMIT, schema: { type: 'string' } }] }),
      'query limit: integer became string',
    ],
  ])('%s', (_, found, what) => {
    expect(found).toContain(what)
    expect(found).toHaveLength(1)
  })

  test('a field that a body must have from now on, one that is removed, and a body that was optional', () => {
    const bodyOf = (required: string[], properties: object, isRequired = true) => {
      const schema = { type: 'object', required, properties }
      const requestBody = { required: isRequired, content: { 'application/json': { schema } } }
      return withRow(documentOf({ operation: { requestBody } }), ROW)
    }
    const fields = { label: { type: 'string', maxLength: 100 }, note: { type: 'string' } }
    const earlier = bodyOf(['label'], fields)
    expect(breaks(earlier, bodyOf([], fields))).toEqual([])
    expect(breaks(earlier, bodyOf(['label', 'note'], fields))).toEqual([
      'body application/json note: required',
    ])
    expect(breaks(earlier, bodyOf(['label'], { label: fields.label }))).toEqual([
      'body application/json note: removed',
    ])
    const shorter = { ...fields, label: { type: 'string', maxLength: 50 } }
    expect(breaks(earlier, bodyOf(['label'], shorter))).toEqual([
      'body application/json label: maxLength is 50',
    ])
    expect(breaks(bodyOf(['label'], fields, false), earlier)).toEqual(['body: required'])
  })
})

describe('messages to receivers of webhooks', () => {
  interface Document {
    webhooks: Record<string, { post: { parameters: object[] } }>
    components: {
      schemas: Record<string, { properties: Record<string, object>; required: string[] }>
    }
  }
  const full = describeAll() as unknown as Document
  const FLARE = 'solar.flare'
  const schemaOf = ({ components: { schemas } }: Document, name: string) => {
    const schema = schemas[name]
    if (!schema) throw new Error(`there is no schema ${name}`)
    return schema
  }
  const breaksOf = (change: (document: Document) => void) => {
    const changed = structuredClone(full)
    change(changed)
    return breaksBetween(linesOf(full), linesOf(changed))
  }

  test('nothing breaks where types and members are added', () => {
    const added = breaksOf((document) => {
      document.webhooks['solar.flare_ended'] = structuredClone(document.webhooks[FLARE])!
      schemaOf(document, 'SolarFlareAlert').properties['more'] = { type: 'string' }
    })
    expect(added).toEqual([])
  })

  test.each<[what: string, change: (document: Document) => void, breaks: string[]]>([
    ['a type', ({ webhooks }) => delete webhooks[FLARE], ['removed']],
    [
      'a header',
      ({ webhooks }) => webhooks[FLARE]?.post.parameters.pop(),
      ['header webhook-signature: removed'],
    ],
    [
      'a member of the message',
      (document) => delete schemaOf(document, 'SolarFlareAlert').properties['sequence'],
      ['body application/json sequence: removed'],
    ],
    [
      'a member of the data',
      (document) => delete schemaOf(document, 'SolarFlare').properties['source'],
      ['body application/json data.source: removed'],
    ],
    [
      'a member that may be absent',
      (document) => {
        schemaOf(document, 'SolarFlareAlert').required = ['type', 'timestamp', 'sequence', 'data']
      },
      ['body application/json id: may be absent'],
    ],
    [
      'another name of the type',
      (document) => {
        Object.assign(schemaOf(document, 'SolarFlareAlert').properties['type'] ?? {}, {
          const: 'solar.flares',
        })
      },
      ['body application/json type: "solar.flare" removed'],
    ],
  ])('%s', (_, change, breaks) => {
    const found = breaksOf(change)
    expect(found).toEqual(breaks.map((what) => ({ operation: `webhook ${FLARE}`, what })))
    expect(unexcused(found, published, '2099-01-01')).toEqual(found)
  })
})

describe('which breaks are excused', () => {
  const breaks: Break[] = [{ operation: 'GET /thing', what: 'removed' }]
  const since = { version: '0.1.0', date: null }
  const on = (
    today: string,
    deprecation?: { from: `${number}-${number}-${number}`; sunset?: `${number}-${number}-${number}` },
  ) => unexcused(breaks, { 'GET /thing': { since, ...(deprecation && { deprecation }) } }, today)

  test('those of an operation whose sunset was announced six months ahead and is past', () => {
    expect(on('2027-08-01', { from: '2027-02-01', sunset: '2027-08-01' })).toEqual([])
    expect(on('2027-07-31', { from: '2027-02-01', sunset: '2027-08-01' })).toEqual(breaks)
    expect(on('2027-12-31', { from: '2027-02-01', sunset: '2027-07-31' })).toEqual(breaks)
    expect(on('2027-12-31', { from: '2027-02-01' })).toEqual(breaks)
    expect(on('2027-12-31')).toEqual(breaks)
    expect(unexcused(breaks, {}, '2027-12-31')).toEqual(breaks)
  })

  test.each([
    ['2027-02-01', '2027-08-01'],
    ['2027-08-31', '2028-02-29'],
    ['2026-08-31', '2027-02-28'],
    ['2026-08-30', '2027-02-28'],
    ['2026-08-28', '2027-02-28'],
    ['2026-12-31', '2027-06-30'],
    ['2026-07-01', '2027-01-01'],
    ['2026-03-31', '2026-09-30'],
  ])('six calendar months after %s is %s', (from, sunset) => {
    expect(monthsAfter(from, 6)).toBe(sunset)
    expect(isLateEnough(from, sunset)).toBe(true)
    const dayBefore = new Date(Date.parse(sunset) - 86_400_000).toISOString().slice(0, 10)
    expect(isLateEnough(from, dayBefore)).toBe(false)
  })
})
