import { fileURLToPath } from 'node:url'
import { defineConfig, type Options } from 'tsup'
import { doors, doorsAsAliases, shellWorker } from './build/doors.ts'
import { keyvSqliteAlone } from './build/keyv-sqlite.ts'
import { thirdPartyLicences } from './build/third-party-licences.ts'

const root = fileURLToPath(new URL('.', import.meta.url))

const withSqlite = keyvSqliteAlone(`${root}packages/core/src/backends/sqlite3-stand-in.ts`)

/**
 * Core: bundles its own files (`#…`), the private package of charts and the SQLite adapter. Every other
 * package stays an import.
 */
const core: Options = {
  name: 'core',
  entry: { ...doors, 'shell-worker': shellWorker },
  outDir: 'packages/core/dist',
  tsconfig: 'packages/core/tsconfig.json',
  format: ['esm'],
  platform: 'neutral',
  target: 'es2022',
  clean: true,
  sourcemap: true,
  dts: true,
  skipNodeModulesBundle: true,
  noExternal: [/^#/, '@space-data/charts', '@keyv/sqlite', 'sqlite3'],
  external: ['cloudflare:workers', '@photostructure/sqlite'],
  esbuildPlugins: [withSqlite, thirdPartyLicences(`${root}packages/core/dist/THIRD-PARTY-LICENSES.txt`)],
}

/**
 * The program: core and all packages go into the bundle, for every file that Node has to find and open costs
 * its start a millisecond. Outside stay the drivers of Redis and of SQLite, which is an addon, a package that
 * brings no licence text to pass on, and the WebAssembly that nothing here uses.
 */
export const cli: Options = {
  name: 'cli',
  entry: { main: 'packages/cli/src/main.ts', 'shell-worker': shellWorker },
  outDir: 'packages/cli/dist',
  tsconfig: 'packages/cli/tsconfig.json',
  format: ['esm'],
  platform: 'node',
  target: 'node20.19',
  clean: true,
  noExternal: [/^(?!node:|@keyv\/redis$|@photostructure\/sqlite$|@bomb\.sh\/tab$|#wasm-)/],
  external: ['@keyv/redis', '@photostructure/sqlite', '@bomb.sh/tab', /^#wasm-/],
  // CommonJS packages ask for Node's own modules with a `require` that an ES module does not have.
  banner: {
    js: "import { createRequire as requireFor } from 'node:module'; const require = requireFor(import.meta.url);",
  },
  esbuildPlugins: [withSqlite, thirdPartyLicences(`${root}packages/cli/dist/THIRD-PARTY-LICENSES.txt`)],
  esbuildOptions(options) {
    options.alias = doorsAsAliases(root)
    // Names are kept, so that a stack trace can be read.
    options.minifyWhitespace = true
    options.minifySyntax = true
  },
}

export default defineConfig([core, cli])
