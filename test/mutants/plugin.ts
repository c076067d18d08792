import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vitest/config'
import { mutants } from './mutants.ts'

const core = fileURLToPath(new URL('../../packages/core/src/', import.meta.url))

/** Has the tests load core with the mistake that `MUTANT` names; no file is changed. */
export function mutant(): Plugin[] {
  const name = process.env['MUTANT']
  if (name === undefined) return []
  const found = mutants.find((one) => one.name === name)
  if (!found) throw new Error(`there is no mutant ${JSON.stringify(name)}`)
  const { file, code, becomes } = found
  return [
    {
      name: 'mutant',
      enforce: 'pre',
      configureVitest({ experimental_defineCacheKeyGenerator }) {
        // The cache of modules knows a module by its text on the disk, so this one must never be in it.
        experimental_defineCacheKeyGenerator(({ id }) => (id === core + file ? false : undefined))
      },
      transform(source, id) {
        if (id !== core + file) return undefined
        if (source.split(code).length !== 2) throw new Error(`${file} has not exactly one ${code}`)
        return source.replace(code, () => becomes)
      },
    },
    {
      name: 'mutant-compiled',
      enforce: 'post',
      transform(_, id) {
        if (id === core + file) process.stdout.write(`${MUTATED}${file}\n`)
        return undefined
      },
    },
  ]
}

/** Begins the line that says that a test has loaded the mistake. */
export const MUTATED = 'Mutated: '
