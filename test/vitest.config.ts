import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { browserScriptsForVitest } from '../build/browser-scripts.ts'
import { mutant } from './mutants/plugin.ts'

const source = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))

/**
 * Tests that call functions. They share a worker and what it has loaded: to load everything anew takes a file
 * about a second.
 */
const UNITS = [
  'test/*.test.ts',
  'test/{accounts,alerts,catalogue,compat,debris,endpoint,host,http,kit,recipes,site,space-weather,upstreams}/**/*.test.ts',
  'test/release/*.test.ts',
  'test/{contract,model,secrets}/**/*.test.ts',
  'test/storage/{cache,store}/**/*.test.ts',
  'test/faults/*.property.test.ts',
  'test/storage/{keyv,keyv-compliance,memory,sweeps}.test.ts',
  'test/cli/{charts,config,error-reporter,fit-text,gather-lines,help,metric-names}.test.ts',
  'test/cli/{mqtt-discovery,mqtt-readings,request-line,sample,synthetic,time-left,times}.test.ts',
]
/** Tests of the program and of servers, each file in a worker of its own. */
const SYSTEM = ['test/{cli,storage}/**/*.test.ts']
/** What only `test:resilience` runs, wherever it is. */
const RESILIENT = 'test/**/resilience/*.test.ts'
/** What `test:resilience` runs; each of these folders has a `smoke.test.ts`, which `test` runs. */
const RESILIENCE = [
  'test/{cli/checks,deploy,faults,hostile,mutants,packages,processes,proxies,runtimes}/**/*.test.ts',
  RESILIENT,
]
const SMOKES = [
  'test/{browser,cli/checks,deploy,faults,hostile,packages,processes,proxies,runtimes}/smoke.test.ts',
  'test/**/resilience/smoke.test.ts',
]
/** Run in both tiers: in the latter with more runs of each property, on more stores, over longer times. */
const IN_BOTH = ['test/**/*.{property,long}.test.ts']
const NEVER = '**/node_modules/**'

/** Far from UTC: whatever reads the local time by mistake is wrong by a day. Whole processes run in UTC. */
const FAR_FROM_UTC = { TZ: 'Pacific/Kiritimati' }

// The workers inherit it.
process.env['SEED'] ??= String(Math.floor(Math.random() * 2 ** 31))

export default defineConfig({
  root: source(''),
  plugins: [browserScriptsForVitest(source('')), mutant()],
  test: {
    // A machine that stands still for seconds is no failure of what runs on it.
    testTimeout: 30_000,
    hookTimeout: 30_000,
    expect: { poll: { timeout: 20_000 } },
    // As many files at once as there are cores: the default leaves one core to Vitest itself, and most of
    // what takes long waits.
    maxWorkers: '100%',
    // The adapter of SQLite is bundled without the addon that it names; here it is loaded so. The built
    // program is loaded as Node loads it.
    server: { deps: { inline: ['@keyv/sqlite'], external: [/\/packages\/cli\/dist\//] } },
    reporters: [
      'default',
      './test/secrets/key-watch.ts',
      './test/support/slowest-files.ts',
      './test/support/near-the-limit.ts',
      './test/support/summary-reporter.ts',
    ],
    projects: [
      {
        extends: true,
        test: {
          name: 'units',
          include: UNITS,
          exclude: [RESILIENT, NEVER],
          isolate: false,
          env: FAR_FROM_UTC,
        },
      },
      {
        extends: true,
        test: { name: 'system', include: SYSTEM, exclude: [...UNITS, ...RESILIENCE, NEVER] },
      },
      { extends: true, test: { name: 'smoke', include: SMOKES } },
      {
        extends: true,
        test: { name: 'resilience', include: RESILIENCE, exclude: [...SMOKES, ...IN_BOTH, NEVER] },
      },
      {
        extends: true,
        test: { name: 'properties', include: IN_BOTH, isolate: false, env: FAR_FROM_UTC },
      },
      // After all others: a browser takes the processors that the tests of whole processes need.
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['test/browser/*.test.ts'],
          exclude: SMOKES,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
  resolve: {
    alias: [
      { find: 'sqlite3', replacement: source('packages/core/src/storage/sqlite/sqlite3-stand-in.ts') },
      { find: /^@space-data\/core$/, replacement: source('packages/core/src/index.ts') },
      { find: /^@space-data\/core\/endpoint$/, replacement: source('packages/core/src/endpoint/public.ts') },
      {
        find: /^@space-data\/core\/(accounts|alerts|debris|http|space-weather|storage|upstreams)$/,
        replacement: source('packages/core/src/host/entries/$1.ts'),
      },
      { find: /^@space-data\/core\/mirror$/, replacement: source('packages/core/src/host/mirror/index.ts') },
      { find: /^@space-data\/core\/node$/, replacement: source('packages/core/src/host/node/index.ts') },
      {
        find: /^@space-data\/core\/postgres$/,
        replacement: source('packages/core/src/storage/postgres/index.ts'),
      },
      { find: /^@space-data\/core\/redis$/, replacement: source('packages/core/src/storage/redis/index.ts') },
      {
        find: /^@space-data\/core\/sqlite$/,
        replacement: source('packages/core/src/storage/sqlite/index.ts'),
      },
      {
        find: /^@space-data\/core\/verify$/,
        replacement: source('packages/core/src/endpoint/signing/verify.ts'),
      },
      { find: /^@space-data\/core\/workers$/, replacement: source('packages/core/src/host/workers.ts') },
    ],
  },
})
