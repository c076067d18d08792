import { readdirSync, readFileSync } from 'node:fs'
import type { Options } from 'tsup'

type Plugin = NonNullable<Options['esbuildPlugins']>[number]

/**
 * Has a bundle load the modules that the files of `later/` list as one file, or as one for each list. With a file for
 * each module, esbuild cuts what they share with the start and with each other into some sixty files, which a start
 * has to open. Core has two, so that an instance with the features of the specification brings no others.
 */
export function lateCode(root: string, files: 'one' | 'by-list'): Plugin {
  const modules = new Map<string, string>()
  for (const list of readdirSync(`${root}build/later`)) {
    const path = `${root}build/later/${list}`
    for (const [, name] of readFileSync(path, 'utf8').matchAll(/core\/src\/(.+)\.ts'/g))
      modules.set(`#${name}`, files === 'one' ? `${root}build/later.ts` : path)
  }
  return {
    name: 'late-code',
    setup(build) {
      const unused = new Set(modules.keys())
      build.onResolve({ filter: /^#/ }, ({ kind, path }) => {
        const file = kind === 'dynamic-import' ? modules.get(path) : undefined
        if (file !== undefined) unused.delete(path)
        return file === undefined ? undefined : { path: file }
      })
      build.onEnd(() => {
        if (unused.size > 0)
          throw new Error(`build/later lists what nothing imports: ${[...unused].join(', ')}`)
      })
    },
  }
}
