import { readFileSync } from 'node:fs'

/** The version of this program, as its package has it. */
export function versionOf(): string {
  const manifest: { version: string } = JSON.parse(
    readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
  )
  return manifest.version
}
