import { fileURLToPath } from 'node:url'
import { defineConfig, type Options } from 'tsup'
import { browserScripts } from './build/browser-scripts.ts'
import { doors, doorsAsAliases, shellWorker } from './build/doors.ts'
import { emitTypes, emittedTypes } from './build/emit-types.ts'
import { keyvSerializeless } from './build/keyv-serializeless.ts'
import { keyvSqliteAlone } from './build/keyv-sqlite.ts'
import { lateCode } from './build/late-code.ts'
import { noBareImports } from './build/no-bare-imports.ts'
import { pdfkitAlone } from './build/pdfkit-alone.ts'
import { pureDeclarations } from './build/pure-declarations.ts'
import { satellitePure } from './build/satellite-pure.ts'
import { thirdPartyLicences } from './build/third-party-licences.ts'

const root = fileURLToPath(new URL('.', import.meta.url))

const withSqlite = keyvSqliteAlone(`${root}packages/core/src/adapters/sqlite/sqlite3-stand-in.ts`)

const withOwnSerialiser = keyvSerializeless(`${root}packages/core/src/adapters/keyv/serialize-stand-in.ts`)

const withPdfkit = pdfkitAlone(
  `${root}packages/core/node_modules/pdfkit`,
  `${root}packages/core/src/features/reports/pdf/brotli-stand-in.ts`,
)

const withBrowserScripts = browserScripts(root)

/** pdfkit and all that it needs, and the font: the report's entry brings them, for no other needs them. */
const pdf = [
  /^pdfkit$/,
  /^@fontsource\//,
  /^@noble\/(ciphers\/|hashes\/(?!.*\.js$))/,
  /^(fflate|fontkit|linebreak|png-js|brotli|clone|dfa|fast-deep-equal|restructure|tiny-inflate)(\/|$)/,
  /^(unicode-properties|unicode-trie|base64-js|pako|@swc\/helpers|tslib)(\/|$)/,
]

/** What draws the charts: the charts bring it, and core brings the charts. */
const d3 = [
  /^d3-(scale|shape|scale-chromatic|geo|array|interpolate|color|path|format|time|time-format)$/,
  /^(internmap|topojson-client|world-atlas)(\/|$)/,
]

/**
 * Core: bundles its own files (`#…`), the private package of charts, the SQLite adapter, SGP4 and what makes PDF.
 * Every other package stays an import.
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
  // The types of keyv, too: who installs core needs no keyv.
  dts: { ...emittedTypes(doors), resolve: ['keyv'] },
  skipNodeModulesBundle: true,
  noExternal: [
    /^#/,
    /^browser:/,
    '@space-data/charts',
    'keyv',
    '@keyv/serialize',
    '@keyv/sqlite',
    'sqlite3',
    'satellite.js',
    ...pdf,
    ...d3,
  ],
  loader: { '.woff': 'binary' },
  external: ['cloudflare:workers', '@photostructure/sqlite', 'pg'],
  plugins: [noBareImports(), pureDeclarations()],
  esbuildPlugins: [
    withSqlite,
    withOwnSerialiser,
    withBrowserScripts,
    satellitePure(),
    lateCode(root, 'by-list'),
    thirdPartyLicences(`${root}packages/core/dist/THIRD-PARTY-LICENSES.txt`),
  ],
  esbuildOptions(options) {
    options.alias = withPdfkit
    // A stack trace names the file and line of the source, which is in the repository; the text of it was 4 MB.
    options.sourcesContent = false
  },
}

/**
 * The program: core and all packages go into the bundle, for every file that Node has to find and open costs
 * its start a millisecond. Outside stay the drivers of Redis, of Postgres, and of SQLite, which is an addon,
 * and a package that brings no licence text to pass on.
 */
export const cli: Options = {
  name: 'cli',
  entry: {
    main: 'packages/cli/src/main.ts',
    'shell-worker': shellWorker,
  },
  outDir: 'packages/cli/dist',
  tsconfig: 'packages/cli/tsconfig.json',
  format: ['esm'],
  platform: 'node',
  target: 'node20.19',
  clean: true,
  noExternal: [/^(?!node:|@keyv\/redis$|@photostructure\/sqlite$|pg$|@bomb\.sh\/tab$)/],
  external: ['@keyv/redis', '@photostructure/sqlite', 'pg', '@bomb.sh/tab'],
  loader: { '.woff': 'binary' },
  // CommonJS packages ask for Node's own modules with a `require` that an ES module does not have.
  banner: {
    js: "import { createRequire as requireFor } from 'node:module'; const require = requireFor(import.meta.url);",
  },
  esbuildPlugins: [
    withSqlite,
    withBrowserScripts,
    satellitePure(),
    lateCode(root, 'one'),
    thirdPartyLicences(`${root}packages/cli/dist/THIRD-PARTY-LICENSES.txt`),
  ],
  esbuildOptions(options) {
    options.alias = { ...doorsAsAliases(root), ...withPdfkit }
    // Names are kept, so that a stack trace can be read.
    options.minifyWhitespace = true
    options.minifySyntax = true
  },
}

/** The process that makes the past of a sample: a file of its own, so that the program is not split for it. */
export const past: Options = {
  ...cli,
  name: 'past',
  entry: { 'past-process': 'packages/cli/src/serve/past/past-process.ts' },
  splitting: false,
  // The program is built beside it, and has cleaned the folder before this is written.
  clean: false,
  esbuildPlugins: [withSqlite, withBrowserScripts, satellitePure()],
  esbuildOptions(options, context) {
    cli.esbuildOptions?.(options, context)
    // A copy of much of the program, in which nobody reads a stack trace.
    options.minifyIdentifiers = true
  },
}

export default defineConfig(({ dts }) => {
  // `--no-dts` is `false`.
  if (dts !== false) emitTypes(root)
  return [core, cli, past]
})
