import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createSpaceData } from '@space-data/core'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { dataEndpoint } from '../packages/core/src/declare/data-endpoint.ts'
import { instant, quantity } from '../packages/core/src/declare/schemas.ts'
import { fromStatic } from '../packages/core/src/declare/source.ts'
import { createOpenApi } from '../packages/core/src/openapi/document.ts'
import { endpoints } from './support/table.ts'

const sourceOf = (name: string) => fileURLToPath(new URL(`../packages/${name}/src/`, import.meta.url))
const core = sourceOf('core')

/** docs/architecture.md: a file imports from its own folder and from lower floors only. */
const FLOORS: Record<string, number> = {
  index: 11,
  endpoint: 11,
  service: 10,
  'service-context': 9,
  'service-options': 8,
  http: 8,
  jobs: 8,
  maintenance: 8,
  adapters: 11,
  endpoints: 7,
  pages: 6,
  webhooks: 6,
  alerts: 5,
  openapi: 5,
  status: 5,
  mirror: 5,
  declare: 4,
  'event-stream': 3,
  reference: 5,
  reports: 5,
  feed: 5,
  signing: 0,
  upstreams: 3,
  keys: 3,
  readiness: 3,
  readings: 4,
  get: 9,
  context: 2,
  'shell-validity': 2,
  authorize: 1,
  cache: 1,
  store: 1,
  backends: 1,
  orbit: 0,
  problem: 0,
  alert: 0,
  incidents: 0,
  'webhook-sender': 0,
  compressor: 0,
  'circuit-breaker': 0,
  digest: 0,
  time: 0,
  memoize: 0,
  negotiate: 0,
  'maybe-promise': 0,
  'trace-context': 0,
  abort: 0,
  'end-of-turn': -1,
  errors: -1,
  'to-line': -1,
  events: 0,
  bytes: 0,
}

/** The memory backend is the default of the service and the stand-in of budgets; it is beside the store. */
const BESIDE: Record<string, string[]> = {
  backends: ['store'],
  cache: ['store'],
  alert: ['digest', 'time'],
  orbit: ['digest'],
  signing: ['digest', 'time'],
  alerts: ['reference'],
  incidents: ['events'],
  'circuit-breaker': ['time'],
  // A type alone.
  context: ['alerts'],
}

const DOORS: Record<string, string[]> = {
  'itty-router': ['http'],
  keyv: ['store', 'backends'],
  '@keyv/redis': ['backends'],
  '@keyv/sqlite': ['backends'],
  '@photostructure/sqlite': ['backends'],
  pg: ['backends'],
  'lru-cache': ['cache', 'store', 'keys', 'http'],
  papaparse: ['orbit'],
  'ipaddr.js': ['keys'],
  negotiator: ['negotiate'],

  '@space-data/charts': ['declare', 'endpoints', 'jobs', 'orbit', 'pages', 'reports', 'upstreams'],
  'browser:': ['pages'],
  'ical-generator': ['endpoints'],
  pdfkit: ['reports'],
  '@fontsource/ibm-plex-sans': ['reports'],
  '@valibot/to-json-schema': ['openapi'],
  '@noble/hashes': ['digest'],
  'satellite.js': ['orbit'],
  'hyparquet-writer': ['feed'],
  'node:worker_threads': ['adapters'],
  'cloudflare:workers': ['backends'],
  valibot: [
    'alerts',
    'declare',
    'openapi',
    'status',
    'endpoints',
    'http',
    'maintenance',
    'mirror',
    'reports',
    'store',
    'upstreams',
  ],
}

interface Import {
  readonly file: string
  readonly folder: string
  readonly from: string
}

function importsOf(root: string): Import[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .flatMap((entry) => {
      const path = join(entry.parentPath, entry.name)
      const file = relative(root, path)
      const folder = file.split('/')[0]?.replace(/\.ts$/, '') ?? ''
      // Without the examples in comments.
      const source = readFileSync(path, 'utf8').replace(/^ *\*.*$/gm, '')
      const found = source.matchAll(/(?:^(?:import|export)\b[^']*?\bfrom|\bimport\()\s*'([^']+)'/gm)
      return [...found].map(([, from]) => ({ file, folder, from: String(from) }))
    })
}

/** Cycles among the imports of a package, each as `a.ts → b.ts → a.ts`. */
function cyclesIn(imports: readonly Import[]): string[] {
  const graph = new Map<string, string[]>()
  for (const { file, from } of imports) {
    if (from.startsWith('#')) graph.set(file, [...(graph.get(file) ?? []), `${from.slice(1)}.ts`])
  }
  const cycles: string[] = []
  const done = new Set<string>()
  const visit = (file: string, path: readonly string[]): void => {
    if (path.includes(file)) cycles.push([...path.slice(path.indexOf(file)), file].join(' → '))
    else if (!done.has(file)) for (const next of graph.get(file) ?? []) visit(next, [...path, file])
    done.add(file)
  }
  for (const file of graph.keys()) visit(file, [])
  return cycles
}

const packageOf = (name: string) =>
  name
    .replace(/^browser:.*/, 'browser:')
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/')

describe('core', () => {
  const imports = importsOf(core)

  test('every folder has a floor', () => {
    const folders = new Set(readdirSync(core).map((name) => name.replace(/\.ts$/, '')))
    expect([...folders].filter((folder) => !(folder in FLOORS))).toEqual([])
  })

  test('imports point downwards, and none begins with a dot', () => {
    const wrong = imports.filter(({ folder, from }) => {
      if (from.startsWith('.')) return true
      if (!from.startsWith('#')) return false
      const target = from.slice(1).split('/')[0] ?? ''
      if (target === folder || BESIDE[folder]?.includes(target)) return false
      return (FLOORS[target] ?? 99) >= (FLOORS[folder] ?? -1)
    })
    expect(wrong).toEqual([])
  })

  test('each package has one door, and no file but a host needs Node', () => {
    const wrong = imports.filter(({ file, folder, from }) => {
      if (from.startsWith('#')) return false
      if (from.startsWith('node:')) return !file.startsWith('adapters/node/')
      return !DOORS[packageOf(from)]?.includes(folder)
    })
    expect(wrong).toEqual([])
  })

  test('there are no import cycles', () => {
    expect(cyclesIn(imports)).toEqual([])
  })
})

/** What a package other than core may import of this workspace, always by a public entry point. */
const ENTRY_POINTS: Record<string, string[]> = {
  cli: [
    'charts',
    'charts/text',
    'core',
    'core/node',
    'core/postgres',
    'core/redis',
    'core/report',
    'core/sqlite',
    'core/verify',
    'sample',
  ],
  sample: ['core'],
  charts: [],
  browser: ['charts/text'],
}

describe.each(Object.entries(ENTRY_POINTS))('%s', (name, entryPoints) => {
  const imports = importsOf(sourceOf(name))

  test('imports its own files with #, and other packages by their public entry points', () => {
    expect(imports.filter(({ from }) => from.startsWith('.'))).toEqual([])
    const ours = imports.filter(({ from }) => from.startsWith('@space-data/'))
    expect(ours.filter(({ from }) => !entryPoints.includes(from.slice('@space-data/'.length)))).toEqual([])
  })

  test('has no import cycles', () => {
    expect(cyclesIn(imports)).toEqual([])
  })
})

test('the folder tree of endpoints is the URL tree', () => {
  const files = readdirSync(join(core, 'endpoints'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      relative(join(core, 'endpoints'), join(entry.parentPath, entry.name)).replace(/(\/index)?\.ts$/, ''),
    )
  const homeless = endpoints.filter(({ path }) => {
    if (path === '/') return !files.includes('front')
    const steps = path
      .replace(/\.(json|txt|atom|ics|svg|ico|png)$/, '')
      .replace('/.', '/')
      .split('/')
      .filter((step) => step && !step.startsWith('{'))
    return !steps.some((_, i) => files.includes(steps.slice(0, i + 1).join('/')))
  })
  expect(homeless.map(({ path }) => path)).toEqual([])
})

test('a made-up endpoint takes one declaration: route, document and envelope follow from it', () => {
  const radioFlux = dataEndpoint({
    path: '/v1/space-weather/radio-flux',
    operationId: 'getRadioFlux',
    summary: 'Solar radio flux at 10.7 cm',
    tag: 'Space weather',
    access: 'key',
    ttlMs: 3_600_000,
    data: v.strictObject({
      flux_sfu: quantity('Solar radio flux at 10.7 cm in solar flux units', 142, 0, 1_000),
      as_of: instant('Instant the value refers to'),
    }),
    source: fromStatic(() => ({ flux_sfu: 142, as_of: '2026-11-21T12:00:00.000Z' })),
  })
  const { paths } = createOpenApi([...endpoints, radioFlux]) as {
    paths: Record<string, { get: { responses: object } }>
  }
  const operation = paths['/v1/space-weather/radio-flux']?.get
  expect(Object.keys(operation?.responses ?? {})).toEqual([
    '200',
    '304',
    '401',
    '403',
    '405',
    '429',
    '500',
    '503',
  ])
  expect(JSON.stringify(operation)).toContain('solar flux units')
})

test('the public instance offers what the design promises', () => {
  expect(Object.keys(createSpaceData()).sort()).toEqual([
    'accounts',
    'base',
    'close',
    'dispatch',
    'drain',
    'fetch',
    'get',
    'handle',
    'handleAsOperator',
    'jobs',
    'keys',
    'loadFirstData',
    'loadPages',
    'openapi',
    'readings',
    'series',
    'store',
    'webhooks',
  ])
})

test('no line is longer than 110 columns, unless a text or a pattern in it is', () => {
  const root = fileURLToPath(new URL('..', import.meta.url))
  const files = ['packages', 'test', 'examples', 'bench', 'build'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(ts|mjs|js)$/.test(file) && !/(^|\/)(node_modules|dist|\.[^/]+)\//.test(file))
      .map((file) => join(folder, file)),
  )
  const isComment = (line: string) => /^\s*(\/\/ |\/\*|\* )/.test(line)
  const long = files.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .map((line, i) => ({ line, where: `${relative(root, join(root, file))}:${i + 1}` }))
      .filter(({ line }) => line.length > 110 && (isComment(line) || !/['"`<{;]|^\s*\//.test(line))),
  )
  expect(long.map(({ where }) => where)).toEqual([])
})
