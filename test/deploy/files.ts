import { readFileSync } from 'node:fs'
import { ROOT } from '../support/markdown.mjs'

/** The folder with the files for deployments. */
export const DEPLOY = `${ROOT}examples/deploy/`

/** Returns the text of one of them. */
export function deployFile(name: string): string {
  return readFileSync(`${DEPLOY}${name}`, 'utf8')
}

/** For how many seconds `serve` finishes open requests after SIGTERM, as its source says. */
export function drainSeconds(): number {
  const source = readFileSync(`${ROOT}packages/cli/src/serve/run.ts`, 'utf8')
  const [, ms = ''] = /^const DRAIN_MS = ([\d_]+)$/m.exec(source) ?? []
  return Number(ms.replaceAll('_', '')) / 1_000
}
