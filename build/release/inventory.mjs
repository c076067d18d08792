import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * A package of others that is in a package of ours, or that is installed with it.
 *
 * @typedef {object} Part
 * @property {string} name
 * @property {string} version
 * @property {string} licence An SPDX expression.
 * @property {('bundled' | 'installed')[]} how
 * @property {string[]} needs The parts that it has installed in turn, as `name@version`.
 */

/**
 * Returns all packages of others that a built package brings, by name and version: those in its bundle, as
 * `dist/THIRD-PARTY-LICENSES.txt` has them, and those that an installer puts beside it, in the versions with
 * which it was tested.
 *
 * @param {string} folder The folder of the package, with its `dist` and `node_modules`.
 * @returns {{ parts: Part[], needs: string[] }} `needs` are those that it names itself.
 */
export function inventoryOf(folder) {
  /** @type {Map<string, Part>} */
  const parts = new Map()
  const needs = collectInstalled(realpathSync(folder), parts)
  for (const { name, version, licence } of bundledIn(folder)) {
    const known = parts.get(`${name}@${version}`)
    if (known) known.how.unshift('bundled')
    else parts.set(`${name}@${version}`, { name, version, licence, how: ['bundled'], needs: [] })
  }
  return { parts: [...parts.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, part]) => part), needs }
}

/** @param {string} folder */
function bundledIn(folder) {
  const text = readFileSync(join(folder, 'dist/THIRD-PARTY-LICENSES.txt'), 'utf8')
  return [...text.matchAll(/^-{80}\n(\S+) (\S+) \((.+)\)$/gm)].map(
    ([, name = '', version = '', licence = '']) => ({ name, version, licence }),
  )
}

/**
 * Adds what an installer adds for the package in a folder, and returns the keys of what that package needs.
 *
 * @param {string} folder
 * @param {Map<string, Part>} parts
 * @returns {string[]}
 */
function collectInstalled(folder, parts) {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const { dependencies = {}, optionalDependencies = {}, peerDependencies = {} } = manifest
  const peers = Object.keys(peerDependencies).filter(
    (name) => manifest.peerDependenciesMeta?.[name]?.optional !== true,
  )
  const names = new Set([...Object.keys(dependencies), ...Object.keys(optionalDependencies), ...peers])
  return [...names].flatMap((name) => {
    const place = placeOf(name, folder)
    if (place === undefined && name in optionalDependencies) return []
    if (place === undefined) throw new Error(`${name}, which ${manifest.name} needs, is not installed`)
    const { version, license } = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8'))
    if (typeof license !== 'string') throw new Error(`${name} ${version} states no licence`)
    const key = `${name}@${version}`
    if (!parts.has(key)) {
      /** @type {Part} */
      const part = { name, version, licence: license, how: ['installed'], needs: [] }
      parts.set(key, part)
      part.needs = collectInstalled(place, parts)
    }
    return [key]
  })
}

/**
 * Returns where Node finds a package for code in a folder.
 *
 * @param {string} name
 * @param {string} folder
 * @returns {string | undefined}
 */
function placeOf(name, folder) {
  const place = join(folder, 'node_modules', name)
  if (existsSync(join(place, 'package.json'))) return realpathSync(place)
  return dirname(folder) === folder ? undefined : placeOf(name, dirname(folder))
}
