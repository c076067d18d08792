// node build/release/publish.mjs FOLDER [npm's options]: publishes the tarballs of a folder, each once.
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { isPrerelease } from './packages.mjs'

const [folder, ...options] = process.argv.slice(2)
if (!folder) throw new Error("Usage: publish.mjs FOLDER [npm's options]")

const tarballs = readdirSync(folder).filter((file) => file.endsWith('.tgz'))
if (tarballs.length === 0) throw new Error(`${folder} has no tarball.`)
for (const file of tarballs) {
  const path = resolve(join(folder, file))
  const { name, version } = JSON.parse(
    execFileSync('tar', ['-xzOf', path, 'package/package.json'], { encoding: 'utf8' }),
  )
  const integrity = `sha512-${createHash('sha512').update(readFileSync(path)).digest('base64')}`
  const published = integrityAtRegistry(`${name}@${version}`)
  if (published === integrity) console.log(`${name}@${version} is published already, with the same bytes.`)
  else if (published !== undefined)
    throw new Error(`${name}@${version} is published already, with other bytes: ${published}.`)
  else {
    const tag = isPrerelease(version) ? 'next' : 'latest'
    execFileSync('npm', ['publish', path, '--tag', tag, ...options], { stdio: 'inherit' })
  }
}

/**
 * Returns the integrity of a published version, or undefined if it is not published: so a release that failed
 * half way can be run again.
 *
 * @param {string} spec
 * @returns {string | undefined}
 */
function integrityAtRegistry(spec) {
  const view = ['view', spec, 'dist.integrity', '--json', '--prefer-online', ...options]
  const { stdout, status } = spawnSync('npm', view, { encoding: 'utf8' })
  const said = stdout.trim() === '' ? undefined : JSON.parse(stdout)
  if (status === 0) return said
  if (said?.error?.code === 'E404') return undefined
  throw new Error(`npm cannot say whether ${spec} is published: ${said?.error?.summary ?? stdout}`)
}
