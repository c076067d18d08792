import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { browserScriptsForVitest } from '../build/browser-scripts.ts'

const source = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))

/**
 * Tests that share a worker and what it has loaded: to load everything anew for each file took a tenth of the
 * time.
 */
const UNITS = [
  'test/*.test.ts',
  'test/{adapters,alerts,cache,contract,endpoints,http,jobs,keys,maintenance,model,openapi,orbit,pages,reports,signing,store,upstreams}/**/*.test.ts',
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
      { extends: true, test: { name: 'units', include: UNITS, isolate: false } },
      {
        extends: true,
        test: {
          name: 'system',
          include: ['test/**/*.test.ts'],
          exclude: [...UNITS, 'test/browser/**', '**/node_modules/**'],
        },
      },
      // After all others: a browser takes the processors that the tests of whole processes need.
      {
        extends: true,
        test: { name: 'browser', include: ['test/browser/**/*.test.ts'], sequence: { groupOrder: 1 } },
      },
      {
        extends: true,
        test: {
          name: 'TZ=Pacific/Kiritimati',
          include: ['test/orbit/*.test.ts', 'test/upstreams/*.test.ts', 'test/endpoints/*.test.ts'],
          exclude: ['test/upstreams/transport.test.ts'],
          env: { TZ: 'Pacific/Kiritimati' },
          isolate: false,
        },
      },
    ],
  },
  resolve: {
    alias: [
      { find: 'sqlite3', replacement: source('packages/core/src/storage/sqlite/sqlite3-stand-in.ts') },
      { find: /^@space-data\/core$/, replacement: source('packages/core/src/index.ts') },
      { find: /^@space-data\/core\/endpoint$/, replacement: source('packages/core/src/endpoint/public.ts') },
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
