import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * A package that is published.
 *
 * @typedef {object} PublicPackage
 * @property {string} folder Its folder, from the root, such as `packages/core`.
 * @property {string} name
 * @property {string} version
 * @property {string} description
 * @property {string} license
 * @property {string | { url: string, directory?: string }} [repository]
 * @property {Record<string, string>} [bin] Its commands, if it is a program.
 */

/**
 * Returns the packages of the workspace that are published, by name.
 *
 * @param {string} root The folder of the repository.
 * @returns {PublicPackage[]}
 */
export function publicPackages(root) {
  return readdirSync(join(root, 'packages'))
    .map((name) => `packages/${name}`)
    .filter((folder) => existsSync(join(root, folder, 'package.json')))
    .map((folder) => ({ folder, ...JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) }))
    .filter((it) => it.private !== true)
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

/**
 * Returns whether a version has a suffix such as `-rc.1`: it is published beside the latest, not as it.
 *
 * @param {string} version
 */
export function isPrerelease(version) {
  return version.includes('-')
}
