import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { browserScriptsForVitest } from '../build/browser-scripts.ts'
import { doorsAsAliases } from '../build/doors.ts'
import { mutant } from './mutants/plugin.ts'

const source = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))

/** Run in `test` on stores without a server, in `test:resilience` on those with one. */
const STORES = 'test/**/*.stores.test.ts'
/** What `test:resilience` runs: real faults with real servers, other runtimes, browsers, packages. */
const RESILIENCE = [
  'test/{browser,deploy,faults,hostile,mutants,packages,processes,proxies,runtimes}/**/*.test.ts',
  'test/cli/checks/*.test.ts',
  'test/**/resilience/*.test.ts',
]
/** The part of it that CI runs: what the specification promises. */
const PROMISES = [
  // Quotas are exact over two processes, and a network gets one key a day.
  'test/processes/exact.test.ts',
  // A key that was shown is not lost by kill -9.
  'test/processes/killed.test.ts',
  // A webhook is delivered although its process is killed.
  'test/webhooks/resilience/processes.test.ts',
  // Every runtime gives the same responses.
  'test/runtimes/{examples,odd-requests,same-shells,shared-file,workers}.test.ts',
  // The packages install and have types.
  'test/packages/{installed,published}.test.ts',
]
/** What only `soak` runs: repetitions, long waits, and figures that depend on the machine. */
const SOAK = 'test/**/soak/*.test.ts'
/** What a release runs, and `soak`. */
const RELEASE = 'test/release/*.test.ts'
/** Tests of the program and of files, each in a worker of its own. */
const SYSTEM = ['test/{cli,smoke}/*.test.ts', 'test/storage/{backup,sqlite*}.test.ts']
const NEVER = '**/node_modules/**'

/** Far from UTC: whatever reads the local time by mistake is wrong by a day. Whole processes run in UTC. */
const FAR_FROM_UTC = { TZ: 'Pacific/Kiritimati' }

/** A larger young generation: tests create many objects that live for a moment. */
const execArgv = ['--max-semi-space-size=64']

function project(name: string, test: TestProjectInlineConfiguration['test']): TestProjectInlineConfiguration {
  return { extends: true, test: { name, execArgv, exclude: [NEVER], ...test } }
}

// The workers inherit it.
process.env['SEED'] ??= String(Math.floor(Math.random() * 2 ** 31))

export default defineConfig({
  root: source(''),
  plugins: [browserScriptsForVitest(source('')), mutant()],
  test: {
    // These only end a test that hangs: a slow machine is no failure of what runs on it.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    // One file more at once than there are cores, for some tests wait.
    maxWorkers: availableParallelism() + 1,
    experimental: { fsModuleCache: true, fsModuleCachePath: source('test/node_modules/.cache/vitest') },
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
      // They share a worker and what it has loaded: to load everything anew takes a file about a second.
      project('units', {
        include: ['test/**/*.test.ts'],
        exclude: [...RESILIENCE, ...SYSTEM, SOAK, RELEASE, NEVER],
        isolate: false,
        setupFiles: [source('test/support/load-pages.ts')],
        env: FAR_FROM_UTC,
      }),
      project('system', { include: SYSTEM }),
      project('resilience', { include: [...RESILIENCE, STORES], exclude: [SOAK, NEVER] }),
      project('promises', { include: PROMISES }),
      project('soak', { include: [SOAK] }),
      project('release', { include: [RELEASE] }),
    ],
  },
  resolve: {
    alias: [
      { find: 'sqlite3', replacement: source('packages/core/src/adapters/sqlite/sqlite3-stand-in.ts') },
      ...Object.entries(doorsAsAliases(source(''))).map(([name, replacement]) => ({
        find: new RegExp(`^${name}$`),
        replacement,
      })),
    ],
  },
})
