// node build/release/host-release.mjs FOLDER TAG: makes the release on GitHub, of what pack.mjs made.
import { execFileSync, spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { isPrerelease } from './packages.mjs'

const [folder, tag] = process.argv.slice(2)
if (!folder || !tag) throw new Error('Usage: host-release.mjs FOLDER TAG')

const notes = join(folder, 'NOTES.md')
const files = readdirSync(folder)
  .map((file) => join(folder, file))
  .filter((file) => file !== notes)
// A release that failed half way can be run again.
const isThere = spawnSync('gh', ['release', 'view', tag], { stdio: 'ignore' }).status === 0
const words = isThere
  ? ['upload', tag, '--clobber']
  : ['create', tag, '--verify-tag', '--title', tag, '--notes-file', notes]
const kind = !isThere && isPrerelease(tag) ? ['--prerelease'] : []
execFileSync('gh', ['release', ...words, ...kind, ...files], { stdio: 'inherit' })
