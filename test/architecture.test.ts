import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createSpaceData } from '@space-data/core'
import { type AnyFeature, everything } from '@space-data/core/features'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { createOpenApi } from '../packages/core/src/features/reference/openapi/document.ts'
import { dataEndpoint } from '../packages/core/src/kernel/endpoint/data-endpoint.ts'
import { endpointsOf } from '../packages/core/src/kernel/endpoint/feature.ts'
import { instant, quantity } from '../packages/core/src/kernel/endpoint/schemas.ts'
import { fromStatic } from '../packages/core/src/kernel/endpoint/source.ts'
import { type Mutant, mutants } from './mutants/mutants.ts'
import { testContext } from './support/context.ts'
import { endpoints } from './support/table.ts'

const sourceOf = (name: string) => fileURLToPath(new URL(`../packages/${name}/src/`, import.meta.url))
const core = sourceOf('core')

/** The layers of the kernel, each above those before it. */
const LAYERS = ['kit', 'storage', 'upstreams', 'endpoint', 'accounts', 'http', 'maintenance', 'instance']

/** A file that names what an instance is made of, types from layers above it included. */
const INSTANCE = ['kernel/kit/environment.ts', 'kernel/endpoint/endpoint.ts']

/** Packages that any file may import: schemas, a bounded map, formats of times and numbers. */
const EVERYWHERE = ['valibot', 'lru-cache', '@space-data/charts']

const FOLDERS = ['adapters', 'entries', 'features', 'index.ts', 'kernel', 'space-data.ts']

/** The folders that may import another third-party package. */
const DOORS: Record<string, string[]> = {
  'itty-router': ['kernel/http'],
  keyv: ['kernel/storage', 'adapters'],
  '@keyv/redis': ['adapters/redis'],
  '@keyv/sqlite': ['adapters/sqlite'],
  '@photostructure/sqlite': ['adapters/sqlite'],
  pg: ['adapters/postgres'],
  papaparse: ['features/objects/elements', 'features/objects/satcat'],
  'ipaddr.js': ['kernel/accounts/networks'],
  negotiator: ['kernel/endpoint'],
  'browser:': ['features/shared/page', 'features/pages', 'features/status'],
  'ical-generator': ['features/launches', 'features/passes'],
  pdfkit: ['features/reports/pdf'],
  '@fontsource/ibm-plex-sans': ['features/reports/pdf'],
  '@valibot/to-json-schema': ['features/reference/openapi'],
  '@noble/hashes': ['kernel/kit'],
  'satellite.js': ['features/objects/orbit', 'features/objects/elements'],
  'hyparquet-writer': ['features/debris/object-list'],
  'cloudflare:workers': ['adapters/durable-object'],
}

/** Files whose names are not the end of their path, in the folder of their feature. */
const OTHER_FILES: Record<string, string> = {
  '/': 'endpoints/front',
  '/globe': 'globe/globe',
  '/globe/objects': 'globe/globe',
  '/globe/still.svg': 'globe/globe',
  '/hapi': 'hapi/hapi',
  '/v1/launches.ics': 'endpoints/calendar',
  '/v1/launches/{launch_id}': 'endpoints/launch',
  '/v1/objects/{norad_id}/history': 'endpoints/object-history',
  '/v1/webhooks': 'endpoints/collection',
  '/v1/webhooks/{webhook_id}': 'endpoints/webhook',
  '/v1/shells': 'endpoints/collection',
  '/v1/shells/{shell_id}': 'endpoints/shell',
  '/json/goes/primary/{file}': 'endpoints/json',
  '/json/rtsw/{file}': 'endpoints/json',
  '/products/summary/{file}': 'endpoints/products',
  '/products/solar-wind/{file}': 'endpoints/products',
  '/v1/speedtest/ping': 'speedtest',
  '/v1/speedtest/down': 'speedtest',
  '/v1/speedtest/up': 'speedtest',
  '/v1/speedtest/info': 'speedtest',
}

interface Import {
  readonly file: string
  /** The file if it is one of the same package, else the specifier. */
  readonly from: string
  readonly isOwn: boolean
  readonly isType: boolean
}

function importsOf(name: string): Import[] {
  const root = sourceOf(name)
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .flatMap((entry) => {
      const path = join(entry.parentPath, entry.name)
      const file = relative(root, path)
      // Without the examples in comments.
      const source = readFileSync(path, 'utf8').replace(/^ *\*.*$/gm, '')
      const found = source.matchAll(/(?:^(?:import|export)\b[^']*?\bfrom|\bimport\()\s*'([^']+)'/gm)
      return [...found].map(([whole, specifier = '']) => {
        const isOwn = specifier.startsWith('#')
        const from = isOwn ? `${specifier.slice(1)}.ts` : specifier
        return { file, from, isOwn, isType: /^(import|export) type\b/.test(whole) }
      })
    })
}

/** Cycles among the imports of a package, each as `a.ts → b.ts → a.ts`. */
function cyclesIn(imports: readonly Import[]): string[] {
  const graph = new Map<string, string[]>()
  for (const { file, from, isOwn } of imports) {
    if (isOwn) graph.set(file, [...(graph.get(file) ?? []), from])
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

/** The feature of a file; `null` for the kernel, and for code that several features share. */
const featureOf = (file: string): string | null => {
  const [, folder = 'shared'] = /^features\/([\w-]+)\//.exec(file) ?? []
  return folder === 'shared' ? null : folder
}

/** The names of what a feature needs, directly or not. */
const needsOf = (feature: AnyFeature): string[] =>
  (feature.needs ?? []).flatMap((each) => [each.name, ...needsOf(each)])

const isKernel = (file: string) => file.startsWith('kernel/')

const isShared = (file: string) => file.startsWith('features/shared/')

describe('core', () => {
  const imports = importsOf('core')
  const own = imports.filter(({ isOwn }) => isOwn)
  const arrow = ({ file, from }: Import) => `${file} → ${from}`

  test('the kernel imports no feature', () => {
    expect(own.filter(({ file, from }) => isKernel(file) && !isKernel(from)).map(arrow)).toEqual([])
  })

  test('a layer of the kernel imports from layers below it', () => {
    const rankOf = (file: string) => LAYERS.indexOf(file.split('/')[1] ?? '')
    const wrong = own
      .filter(({ file, from }) => isKernel(file) && isKernel(from) && rankOf(from) > rankOf(file))
      .filter(({ file, isType }) => !(isType && INSTANCE.includes(file)))
    expect(wrong.map(arrow)).toEqual([])
    expect(readdirSync(join(core, 'kernel')).sort()).toEqual([...LAYERS].sort())
  })

  test('a feature imports the kernel and what it needs', () => {
    const needs = new Map(everything.map((feature) => [feature.name, needsOf(feature)]))
    const undeclared = own.filter(({ file, from }) => {
      const [feature, other] = [featureOf(file), featureOf(from)]
      return feature !== null && other !== null && feature !== other && !needs.get(feature)?.includes(other)
    })
    expect(undeclared.map(arrow)).toEqual([])
  })

  test('each folder of features has one, which only lists and other features import', () => {
    const folders = readdirSync(join(core, 'features'), { withFileTypes: true }).filter((each) =>
      each.isDirectory(),
    )
    const declared = folders.map(({ name }) => `features/${name}/feature.ts`)
    expect(declared.filter((file) => !existsSync(join(core, file)))).toEqual(['features/shared/feature.ts'])
    const lists = [
      'features/everything.ts',
      'features/specification.ts',
      'entries/features.ts',
      'entries/space-weather.ts',
      'space-data.ts',
    ]
    const wrong = own.filter(
      ({ file, from }) => declared.includes(from) && ![...declared, ...lists].includes(file),
    )
    expect(wrong.map(arrow)).toEqual([])
  })

  test('an endpoint is called by the pipeline, by read and by derive', () => {
    const calling = [...new Set(own.map(({ file }) => file))].filter((file) =>
      readFileSync(join(core, file), 'utf8').includes('.respond('),
    )
    expect(calling.sort()).toEqual([
      'kernel/endpoint/derive.ts',
      'kernel/endpoint/read-data.ts',
      'kernel/http/pipeline.ts',
    ])
  })

  test('code that features share imports none of them', () => {
    const shared = own.filter(({ file }) => isShared(file))
    expect(shared.length).toBeGreaterThan(20)
    expect(shared.filter(({ from }) => featureOf(from) !== null).map(arrow)).toEqual([])
  })

  test('the kernel uses its files itself, or two features do; code that is shared has two users', () => {
    const roomOf = (file: string) => /^(kernel|adapters\/shared|features\/shared)\//.exec(file)?.[1]
    const users = new Map<string, Set<string>>()
    for (const { file, from } of own) {
      const [room, folder] = file.split('/')
      // Adapters have a place for what they share.
      const user = isKernel(from) && room === 'adapters' ? room : `${room}/${folder}`
      users.set(from, (users.get(from) ?? new Set()).add(roomOf(file) ?? user))
    }
    const isElsewhere = ([file, by]: [string, Set<string>]) => {
      const room = roomOf(file)
      return room !== undefined && !by.has(room) && by.size < 2
    }
    expect([...users].filter(isElsewhere).map(([file, by]) => `${file}: ${[...by]}`)).toEqual([])
  })

  test('has a kernel, adapters, features, entries, the service and the public names, and nothing else', () => {
    expect(readdirSync(core).sort()).toEqual([...FOLDERS].sort())
  })

  test('each package has its doors, and no file but a host needs Node', () => {
    const wrong = imports.filter(({ file, from, isOwn }) => {
      if (isOwn) return false
      if (from.startsWith('node:')) return !file.startsWith('adapters/node/')
      const name = packageOf(from)
      return !EVERYWHERE.includes(name) && !DOORS[name]?.some((door) => file.startsWith(`${door}/`))
    })
    expect(wrong).toEqual([])
  })

  test('there are no import cycles, not even of types', () => {
    expect(cyclesIn(imports)).toEqual([])
  })
})

/** What a package other than core may import of this workspace, always by a public entry point. */
const ENTRY_POINTS: Record<string, string[]> = {
  cli: [
    'charts',
    'charts/text',
    'core',
    'core/accounts',
    'core/alerts',
    'core/debris',
    'core/features',
    'core/http',
    'core/space-weather',
    'core/storage',
    'core/upstreams',
    'core/mirror',
    'core/node',
    'core/postgres',
    'core/redis',
    'core/report',
    'core/sqlite',
    'core/verify',
    'sample',
  ],
  sample: ['core', 'core/debris'],
  charts: [],
  browser: ['charts', 'charts/sun', 'charts/text'],
}

describe.each(Object.entries(ENTRY_POINTS))('%s', (name, entryPoints) => {
  const imports = importsOf(name)

  test('imports its own files with #, and other packages by their public entry points', () => {
    expect(imports.filter(({ from }) => from.startsWith('.'))).toEqual([])
    const ours = imports.filter(({ from }) => from.startsWith('@space-data/'))
    expect(ours.filter(({ from }) => !entryPoints.includes(from.slice('@space-data/'.length)))).toEqual([])
  })

  test('has no import cycles', () => {
    expect(cyclesIn(imports)).toEqual([])
  })
})

test('the code of a path is in the folder of its feature, in a file that ends its name', () => {
  const files = readdirSync(core, { recursive: true, encoding: 'utf8' }).map((file) =>
    file.replace(/\.ts$/, ''),
  )
  // Every instance has keys.
  const homeOf = ({ name }: AnyFeature) => (name === 'accounts' ? 'kernel/accounts/' : `features/${name}/`)
  const homeless = everything.flatMap((feature) =>
    endpointsOf([feature], testContext().settings).filter(({ path }) => {
      if (path in OTHER_FILES) return !files.includes(`${homeOf(feature)}${OTHER_FILES[path]}`)
      const steps = path
        .replace(/\.(json|txt|csv|php|atom|ics|svg|ico|png)$/, '')
        .split('/')
        .map((step) => step.replace(/^\./, ''))
        .filter((step) => step && step !== 'v1' && !step.startsWith('{'))
      const names = steps.map((_, i) => steps.slice(i).join('-'))
      return !files.some(
        (file) => file.startsWith(homeOf(feature)) && names.some((name) => file.endsWith(`/${name}`)),
      )
    }),
  )
  expect(homeless.map(({ path }) => path)).toEqual([])
})

test('a made-up endpoint takes one declaration: route, document and envelope follow from it', () => {
  const radioFlux = dataEndpoint({
    path: '/v1/space-weather/radio-flux',
    operationId: 'getNoonFlux',
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
  expect(Object.keys(createSpaceData({ features: everything })).sort()).toEqual([
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

test('each mutant changes one place of core, and names test files that exist', () => {
  const root = fileURLToPath(new URL('..', import.meta.url))
  const isInOnePlace = ({ file, code }: Mutant) =>
    readFileSync(join(root, 'packages/core/src', file), 'utf8').split(code).length === 2
  const missing = mutants.flatMap(({ tests }) =>
    tests.map((each) => `test/${each}.test.ts`).filter((path) => !existsSync(join(root, path))),
  )
  expect(mutants.filter((each) => !isInOnePlace(each)).map(({ name }) => name)).toEqual([])
  expect(missing).toEqual([])
})
