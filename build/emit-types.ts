import { spawnSync } from 'node:child_process'
import core from '../packages/core/package.json' with { type: 'json' }

/** Where the files are that a specifier with `#` names. */
const imports: Readonly<Record<string, string>> = core.imports

/**
 * The declarations of core, one for each source file, and the record of those that are up to date. Not in
 * `node_modules`: tsup leaves what is there to the packages that it belongs to.
 */
const FOLDER = 'packages/core/.types'

const EMIT = '--noEmit false --noEmitOnError --declaration --emitDeclarationOnly --rootDir packages/core/src'

/**
 * Checks core, and writes the declarations of what has changed since the last time. `release:pack` deletes the
 * folder first: a file that is written again alone may list the members of a type in another order.
 */
export function emitTypes(root: string): void {
  const { status } = spawnSync(
    process.execPath,
    [
      ...['node_modules/typescript-7/bin/tsc', '-p', 'packages/core', ...EMIT.split(' '), '--outDir', FOLDER],
      ...['--incremental', '--tsBuildInfoFile', `${FOLDER}/tsbuildinfo`],
    ],
    { cwd: root, stdio: 'inherit' },
  )
  if (status !== 0) throw new Error('The types of core cannot be emitted')
}

/**
 * What tsup needs to bundle those declarations. From the sources it would emit them itself, in three times the
 * time and the memory.
 */
export function emittedTypes(doors: Readonly<Record<string, string>>) {
  const declarationOf = (source: string) =>
    source.replace('packages/core/src', FOLDER).replace(/\.ts$/, '.d.ts')
  return {
    entry: Object.fromEntries(Object.entries(doors).map(([name, source]) => [name, declarationOf(source)])),
    compilerOptions: {
      paths: Object.fromEntries(
        Object.entries(imports).map(([name, source]) => [
          name,
          [source.replace('./src', FOLDER).replace(/\.ts$/, '')],
        ]),
      ),
    },
  }
}
