import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const source = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))

export default defineConfig({
  root: source(''),
  test: {
    // A machine that stands still for seconds is no failure of what runs on it.
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // Most of what takes long waits: one file for each core, where the default leaves a core to Vitest itself.
    maxWorkers: '100%',
    // Files share a worker and what it has loaded: to load everything anew for each took a tenth of the time.
    isolate: false,
    // The adapter of SQLite is bundled without the addon that it names; here it is loaded so.
    server: { deps: { inline: ['@keyv/sqlite'] } },
    reporters: ['default', './test/secrets/key-watch.ts', './test/support/summary-reporter.ts'],
    projects: [
      { extends: true, test: { name: 'all', include: ['test/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'TZ=Pacific/Kiritimati',
          include: ['test/orbit/*.test.ts', 'test/upstreams/*.test.ts', 'test/endpoints/*.test.ts'],
          env: { TZ: 'Pacific/Kiritimati' },
        },
      },
    ],
  },
  resolve: {
    alias: [
      { find: 'sqlite3', replacement: source('packages/core/src/backends/sqlite3-stand-in.ts') },
      { find: /^@space-data\/core$/, replacement: source('packages/core/src/index.ts') },
      { find: /^@space-data\/core\/figures$/, replacement: source('packages/core/src/figures/door.ts') },
      { find: /^@space-data\/core\/node$/, replacement: source('packages/core/src/hosts/node.ts') },
      { find: /^@space-data\/core\/redis$/, replacement: source('packages/core/src/backends/redis.ts') },
      { find: /^@space-data\/core\/sqlite$/, replacement: source('packages/core/src/backends/sqlite.ts') },
    ],
  },
})
