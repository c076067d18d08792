import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { buildSync } from 'esbuild'
import type { Options } from 'tsup'

type Plugin = NonNullable<Options['esbuildPlugins']>[number]

/**
 * `browser:globe` imports `packages/browser/src/globe.ts` as one minified script, in a string; a name with
 * `.png` imports a file of `packages/browser/pictures` in base64, one with `.hash` the first 12 digits of the
 * SHA-256 of a script.
 */
const PREFIX = 'browser:'

/** For tsup: has imports of `browser:…` bring the script as text. */
export function browserScripts(root: string): Plugin {
  return {
    name: 'browser-scripts',
    setup(build) {
      build.onResolve({ filter: /^browser:/ }, ({ path }) => ({
        path: path.slice(PREFIX.length),
        namespace: 'browser-script',
      }))
      build.onLoad({ filter: /.*/, namespace: 'browser-script' }, ({ path }) => ({
        contents: bundle(root, path),
        loader: 'text',
      }))
    },
  }
}

/** The same for Vitest. */
export function browserScriptsForVitest(root: string) {
  return {
    name: 'browser-scripts',
    enforce: 'pre' as const,
    resolveId: (id: string) => (id.startsWith(PREFIX) ? `\0${id}` : undefined),
    load: (id: string) =>
      id.startsWith(`\0${PREFIX}`)
        ? `export default ${JSON.stringify(bundle(root, id.slice(PREFIX.length + 1)))}`
        : undefined,
  }
}

function bundle(root: string, name: string): string {
  if (name.endsWith('.png')) return readFileSync(`${root}packages/browser/pictures/${name}`, 'base64')
  if (name.endsWith('.hash')) {
    const script = bundle(root, name.slice(0, -'.hash'.length))
    return createHash('sha256').update(script).digest('hex').slice(0, 12)
  }
  const { outputFiles } = buildSync({
    entryPoints: [`${root}packages/browser/src/${name}.ts`],
    bundle: true,
    write: false,
    minify: true,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    tsconfig: `${root}packages/browser/tsconfig.json`,
    // Of satellite.js no WebAssembly is used.
    external: ['#wasm-*'],
    legalComments: 'none',
  })
  return outputFiles[0]?.text ?? ''
}
