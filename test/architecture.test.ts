import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createSpaceData } from '@space-data/core'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { dataEndpoint } from '../packages/core/src/declare/data-endpoint.ts'
import { instant, quantity } from '../packages/core/src/declare/schemas.ts'
import { fromOurselves } from '../packages/core/src/declare/source.ts'
import { openApiOf } from '../packages/core/src/describe/openapi.ts'
import { endpoints } from './support/table.ts'

const core = fileURLToPath(new URL('../packages/core/src/', import.meta.url))
const cli = fileURLToPath(new URL('../packages/cli/src/', import.meta.url))

/** docs/architecture.md: a file imports from its own folder and from lower floors only. */
const FLOORS: Record<string, number> = {
  index: 11,
  service: 10,
  'service-context': 9,
  http: 8,
  jobs: 8,
  maintenance: 8,
  hosts: 11,
  endpoints: 7,
  pages: 6,
  describe: 5,
  mirror: 5,
  declare: 4,
  upstreams: 3,
  keys: 3,
  context: 2,
  store: 1,
  backends: 1,
  orbit: 0,
  figures: 0,
  problem: 0,
  digest: 0,
  time: 0,
  remembering: 0,
  soon: 0,
  stopping: 0,
  bytes: 0,
}

/** The memory backend is the default of the service and the stand-in of budgets; it is beside the store. */
const BESIDE: Record<string, string[]> = { backends: ['store'], store: [] }

const DOORS: Record<string, string[]> = {
  'itty-router': ['http'],
  keyv: ['store', 'backends'],
  '@keyv/redis': ['backends'],
  '@keyv/sqlite': ['backends'],
  '@photostructure/sqlite': ['backends'],
  'lru-cache': ['store', 'keys', 'http'],
  papaparse: ['orbit'],
  'ipaddr.js': ['keys'],
  negotiator: ['endpoints'],

  '@valibot/to-json-schema': ['describe'],
  '@noble/hashes': ['digest', 'orbit'],
  'satellite.js': ['orbit'],
  'node:worker_threads': ['hosts'],
  'cloudflare:workers': ['backends'],
  valibot: ['declare', 'describe', 'endpoints', 'http', 'maintenance', 'mirror', 'upstreams'],
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
      const source = readFileSync(path, 'utf8')
      const found = source.matchAll(/(?:^(?:import|export)\b[^']*?\bfrom|\bimport\()\s*'([^']+)'/gm)
      return [...found].map(([, from]) => ({ file, folder, from: String(from) }))
    })
}

const packageOf = (name: string) =>
  name
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
    const wrong = imports.filter(({ folder, from }) => {
      if (from.startsWith('#')) return false
      return !DOORS[packageOf(from)]?.includes(folder)
    })
    expect(wrong).toEqual([])
  })

  test('no file imports itself through others', () => {
    const graph = new Map<string, string[]>()
    for (const { file, from } of imports) {
      if (from.startsWith('#')) graph.set(file, [...(graph.get(file) ?? []), `${from.slice(1)}.ts`])
    }
    const cycles: string[] = []
    const visit = (file: string, path: readonly string[], done: Set<string>): void => {
      if (path.includes(file)) cycles.push([...path.slice(path.indexOf(file)), file].join(' → '))
      else if (!done.has(file)) for (const next of graph.get(file) ?? []) visit(next, [...path, file], done)
      done.add(file)
    }
    const done = new Set<string>()
    for (const file of graph.keys()) visit(file, [], done)
    expect(cycles).toEqual([])
  })
})

test('the CLI touches core only through its public doors', () => {
  const wrong = importsOf(cli).filter(({ from }) => from.startsWith('.') || /core\/(src|dist)/.test(from))
  expect(wrong).toEqual([])
  const doors = ['', '/figures', '/node', '/redis', '/sqlite'].map((door) => `@space-data/core${door}`)
  const ours = importsOf(cli).filter(({ from }) => from.startsWith('@space-data'))
  expect(ours.filter(({ from }) => !doors.includes(from))).toEqual([])
})

test('the folder tree of endpoints is the URL tree', () => {
  const files = readdirSync(join(core, 'endpoints'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      relative(join(core, 'endpoints'), join(entry.parentPath, entry.name)).replace(/\.ts$/, ''),
    )
  const homeless = endpoints.filter(({ path }) => {
    if (path === '/') return !files.includes('front')
    const steps = path
      .replace(/\.json$/, '')
      .split('/')
      .filter((step) => step && !step.startsWith('{'))
    return !steps.some((_, i) => files.includes(steps.slice(0, i + 1).join('/')))
  })
  expect(homeless.map(({ path }) => path)).toEqual([])
})

test('a made-up endpoint takes one declaration: route, document and envelope follow from it', () => {
  const radioFlux = dataEndpoint({
    path: '/v1/space-weather/radio-flux',
    summary: 'Solar radio flux at 10.7 cm',
    tag: 'Space weather',
    access: 'key',
    ttlMs: 3_600_000,
    data: v.strictObject({
      flux_sfu: quantity('Solar radio flux at 10.7 cm in solar flux units', 142, 0, 1_000),
      as_of: instant('Instant the value refers to'),
    }),
    source: fromOurselves(() => ({ flux_sfu: 142, as_of: '2026-11-21T12:00:00.000Z' })),
  })
  const { paths } = openApiOf([...endpoints, radioFlux]) as {
    paths: Record<string, { get: { responses: object } }>
  }
  const operation = paths['/v1/space-weather/radio-flux']?.get
  expect(Object.keys(operation?.responses ?? {})).toEqual(['200', '304', '401', '405', '429', '500', '503'])
  expect(JSON.stringify(operation)).toContain('solar flux units')
})

test('the public instance offers what the design promises', () => {
  expect(Object.keys(createSpaceData()).sort()).toEqual([
    'accounts',
    'answer',
    'base',
    'close',
    'handle',
    'handleAsOperator',
    'jobs',
    'keys',
    'openapi',
    'readings',
    'store',
    'storeDescription',
    'storeWarnings',
  ])
})
