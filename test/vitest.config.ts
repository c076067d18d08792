import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { browserScriptsForVitest } from '../build/browser-scripts.ts'

const source = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))

/**
 * Tests that share a worker and what it has loaded: to load everything anew for each file took a tenth of the
 * time. Those of webhooks, of mirrors and of the stores themselves start processes.
 */
const UNITS = [
  'test/*.test.ts',
  'test/{accounts,alerts,catalogue,debris,endpoint,host,http,kit,site,space-weather,upstreams}/**/*.test.ts',
  'test/{contract,model}/**/*.test.ts',
  'test/storage/{cache,store}/**/*.test.ts',
]
const NO_UNITS = ['test/alerts/webhooks/*.test.ts', 'test/host/mirror/**/*.test.ts', '**/node_modules/**']
const SYSTEM = [
  'test/{cli,deploy,faults,hostile,packages,processes,proxies,runtimes,secrets}/**/*.test.ts',
  'test/storage/*.test.ts',
  'test/alerts/webhooks/*.test.ts',
  'test/host/mirror/**/*.test.ts',
]

export default defineConfig({
  root: source(''),
  plugins: [browserScriptsForVitest(source(''))],
  test: {
    // A machine that stands still for seconds is no failure of what runs on it.
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // As many files at once as there are cores: the default leaves one core to Vitest itself, and most of
    // what takes long waits.
    maxWorkers: '100%',
    // The adapter of SQLite is bundled without the addon that it names; here it is loaded so.
    server: { deps: { inline: ['@keyv/sqlite'] } },
    reporters: ['default', './test/secrets/key-watch.ts', './test/support/summary-reporter.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'units',
          include: UNITS,
          exclude: NO_UNITS,
          isolate: false,
          // Far from UTC: whatever reads the local time by mistake is wrong by a day. All others run in UTC.
          env: { TZ: 'Pacific/Kiritimati' },
        },
      },
      {
        extends: true,
        test: { name: 'system', include: SYSTEM, exclude: ['**/node_modules/**'] },
      },
      // After all others: a browser takes the processors that the tests of whole processes need.
      {
        extends: true,
        test: { name: 'browser', include: ['test/browser/**/*.test.ts'], sequence: { groupOrder: 1 } },
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
