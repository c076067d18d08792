// node build/release/check.mjs TAG OWNER/NAME IMAGE: whether this commit can be released as the tag says.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sectionOf } from './changelog.mjs'
import { publicPackages } from './packages.mjs'

/** Where the first version of every operation stands. */
export const PUBLICATIONS = 'packages/core/src/kernel/endpoint/publication/publications.ts'

/** What the service says of itself. */
export const SERVICE_NAME = 'packages/core/src/kernel/kit/service-name.ts'

/**
 * What a release is to be.
 *
 * @typedef {object} Release
 * @property {string} tag Such as `v0.1.0`.
 * @property {string} repository `owner/name` of the repository on the host.
 * @property {string} image The name of the image with its registry, without a tag.
 */

/**
 * Returns what prevents the release, a sentence for each; none if nothing does.
 *
 * @param {string} root The folder of the repository.
 * @param {Release} release
 * @returns {string[]}
 */
export function obstacles(root, { tag, repository, image }) {
  const packages = publicPackages(root)
  const version = tag.replace(/^v/, '')
  return [
    ...packages.flatMap((it) => [
      ...(tag === `v${it.version}` ? [] : [`The tag is ${tag}, but ${it.name} has version ${it.version}.`]),
      ...obstaclesInRepository(it, repository),
    ]),
    ...obstaclesInTexts(root, version),
    ...obstaclesInImage(image),
  ]
}

/**
 * npm publishes with provenance only if the package names the repository of the run.
 *
 * @param {import('./packages.mjs').PublicPackage} it
 * @param {string} repository
 */
function obstaclesInRepository({ folder, name, repository: set }, repository) {
  const wanted = { type: 'git', url: `git+https://github.com/${repository}.git`, directory: folder }
  const isSet =
    typeof set === 'object' &&
    set.directory === folder &&
    set.url.replace(/^git\+/, '') === wanted.url.slice(4)
  if (isSet) return []
  return [`${folder}/package.json must say where ${name} is: "repository": ${JSON.stringify(wanted)}.`]
}

/**
 * @param {string} root
 * @param {string} version
 */
function obstaclesInTexts(root, version) {
  const read = (/** @type {string} */ file) => readFileSync(join(root, file), 'utf8')
  const found = []
  const section = sectionOf(read('CHANGELOG.md'), version)
  if (!section) found.push(`CHANGELOG.md has no section "## ${version}, DATE".`)
  else if (!/^\d{4}-\d\d-\d\d$/.test(section.date))
    found.push(`CHANGELOG.md says that ${version} is ${section.date}. Run pnpm release:version.`)
  else if (section.text === '') found.push(`The section of ${version} in CHANGELOG.md is empty.`)
  if (read(PUBLICATIONS).includes('date: null'))
    found.push(`${PUBLICATIONS} has operations without a date. Run pnpm release:version.`)
  if (!read(SERVICE_NAME).includes(`version: '${version}'`))
    found.push(`${SERVICE_NAME} says another version than ${version}. Run pnpm release:version.`)
  const folder = join(root, '.changeset')
  const changesets = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith('.md')) : []
  if (changesets.length > 0)
    found.push(`Changesets are left: ${changesets.join(', ')}. Run pnpm release:version.`)
  return found
}

/** @param {string} image */
function obstaclesInImage(image) {
  if (image === '')
    return ['The variable IMAGE of the repository is not set: the name of the image, with its registry.']
  return /^[a-z0-9.-]+\.[a-z]+(:\d+)?(\/[a-z0-9._-]+)+$/.test(image)
    ? []
    : [`The variable IMAGE must be a registry and a name in small letters, without a tag: it is "${image}".`]
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [tag = '', repository = '', image = ''] = process.argv.slice(2)
  const found = obstacles(process.cwd(), { tag, repository, image })
  for (const each of found) console.error(each)
  console.log(found.length === 0 ? `${tag} can be released.` : `${tag} cannot be released yet.`)
  process.exitCode = found.length === 0 ? 0 : 1
}
