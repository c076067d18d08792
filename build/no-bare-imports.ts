import type { Options } from 'tsup'

type Plugin = NonNullable<Options['plugins']>[number]

const BARE_IMPORT = /^import "\.\/[\w-]+\.js";$/gm

/**
 * Takes out the imports that name nothing. esbuild writes them to keep the order in which chunks run, which
 * is all the same to files without side effects; bundlers warn of each. An empty line stays, for the source
 * map.
 */
export function noBareImports(): Plugin {
  return {
    name: 'no-bare-imports',
    renderChunk: (code, { map }) => ({ code: code.replace(BARE_IMPORT, ''), map: map ?? null }),
  }
}
