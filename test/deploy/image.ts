import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { ROOT } from '../support/markdown.mjs'
import { deployFile } from './files.ts'

/** An instruction of the Dockerfile: `COPY`, and the words behind it. */
export interface Instruction {
  readonly name: string
  readonly words: string
}

/** Returns the stages of the Dockerfile, each from its FROM on. */
export function stages(): readonly (readonly Instruction[])[] {
  const lines = deployFile('Dockerfile')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
  const found: Instruction[][] = []
  for (const line of lines) {
    const [, name = '', words = ''] = /^([A-Z]+) (.+)$/.exec(line) ?? []
    if (name === 'FROM') found.push([])
    found.at(-1)?.push({ name, words })
  }
  return found
}

/**
 * Builds the image without containers: a folder for each stage, with the COPYs of all stages and the RUNs of
 * all but the last, which prepare the container itself. Returns the folder of the last.
 */
export function buildImage(folder: string): string {
  const context = join(folder, 'context')
  copyContext(context)
  const roots = new Map<string, string>()
  const all = stages()
  for (const [i, stage] of all.entries()) {
    const root = join(folder, `stage-${i}`)
    let home = root
    for (const { name, words } of stage) {
      if (name === 'FROM') roots.set(/ AS (\w+)$/.exec(words)?.[1] ?? '', root)
      if (name === 'WORKDIR') home = join(root, words)
      mkdirSync(home, { recursive: true })
      if (name === 'COPY') copy(words, context, roots, words.startsWith('--from=') ? root : home)
      if (name === 'RUN' && i < all.length - 1)
        execFileSync('sh', ['-c', words], {
          cwd: home,
          env: { ...process.env, npm_config_prefer_offline: 'true' },
          stdio: 'pipe',
        })
    }
  }
  return roots.get('') ?? ''
}

/** Copies what `.dockerignore` lets into the build: it excludes everything but what it names. */
function copyContext(context: string): void {
  const lines = readFileSync(`${ROOT}.dockerignore`, 'utf8').split('\n')
  const excluded = new Set(lines.flatMap((line) => /^\*\*\/(\w+)$/.exec(line)?.[1] ?? []))
  for (const name of lines.flatMap((line) => /^!(.+)$/.exec(line)?.[1] ?? []))
    cpSync(`${ROOT}${name}`, join(context, name), {
      recursive: true,
      filter: (path) => !excluded.has(basename(path)),
    })
}

function copy(words: string, context: string, roots: ReadonlyMap<string, string>, home: string): void {
  const parts = words.split(' ')
  const from = /^--from=(\w+)$/.exec(parts[0] ?? '')?.[1]
  const sources = parts.slice(from ? 1 : 0, -1)
  const target = join(home, parts.at(-1) ?? '')
  for (const source of sources) {
    const path = join(from ? (roots.get(from) ?? '') : context, source)
    const isInto = target.endsWith('/') || sources.length > 1
    cpSync(path, isInto && statSync(path).isFile() ? join(target, basename(path)) : target, {
      recursive: true,
      verbatimSymlinks: true,
    })
  }
}
