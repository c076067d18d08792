import { readFileSync } from 'node:fs'
import type { Options } from 'tsup'

type Plugin = NonNullable<Options['esbuildPlugins']>[number]

/**
 * Has core and the program load what `later.ts` lists as one file. With one for each, esbuild cuts what they
 * share with the start and with each other into some sixty files: a start has to open them, and apart they
 * compress to 17 kB more.
 */
export function laterInOne(root: string): Plugin {
  const path = `${root}build/later.ts`
  const modules = [...readFileSync(path, 'utf8').matchAll(/core\/src\/(.+)\.ts'/g)].map(([, name]) => name)
  return {
    name: 'later-in-one',
    setup(build) {
      build.onResolve({ filter: new RegExp(`^#(${modules.join('|')})$`) }, ({ kind }) =>
        kind === 'dynamic-import' ? { path } : undefined,
      )
    },
  }
}
