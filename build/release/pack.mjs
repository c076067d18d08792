// node build/release/pack.mjs FOLDER TAG OWNER/NAME: packs what was built, with all that a release shows.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { releaseNotes, sectionOf } from './changelog.mjs'
import { inventoryOf } from './inventory.mjs'
import { isAllowed } from './licences.mjs'
import { publicPackages } from './packages.mjs'
import { billOfMaterials } from './sbom.mjs'

const [folder, tag, repository] = process.argv.slice(2)
if (!folder || !tag || !repository) throw new Error('Usage: pack.mjs FOLDER TAG OWNER/NAME')
const target = resolve(folder)
mkdirSync(target, { recursive: true })
if (readdirSync(target).length > 0) throw new Error(`${target} is not empty.`)

// pnpm hands on its settings to what it runs, and npm warns of those that it does not have.
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_config_/i.test(name)))

for (const it of publicPackages(process.cwd())) {
  const inventory = inventoryOf(it.folder)
  const refused = inventory.parts.filter(({ licence }) => !isAllowed(licence))
  if (refused.length > 0)
    throw new Error(
      `${it.name}: licences that are not allowed (build/release/licences.mjs): ${refused
        .map(({ name, version, licence }) => `${name} ${version} (${licence})`)
        .join(', ')}`,
    )
  const packed = execFileSync('npm', ['pack', '--json', '--pack-destination', target], {
    cwd: it.folder,
    env,
    encoding: 'utf8',
  })
  const [{ filename }] = JSON.parse(packed)
  const sbom = billOfMaterials(it, sha512Of(filename), inventory)
  const name = filename.slice(0, -`-${it.version}.tgz`.length)
  writeFileSync(join(target, `${name}.cdx.json`), `${JSON.stringify(sbom, null, 2)}\n`)
}

const files = readdirSync(target).sort()
writeFileSync(join(target, 'SHA512SUMS'), files.map((file) => `${sha512Of(file)}  ${file}\n`).join(''))
const section = sectionOf(readFileSync('CHANGELOG.md', 'utf8'), tag.replace(/^v/, ''))
if (!section) throw new Error(`CHANGELOG.md has no section of ${tag}.`)
writeFileSync(join(target, 'NOTES.md'), releaseNotes(section.text, repository, tag))
console.log(['SHA512SUMS', 'NOTES.md', ...files].map((file) => join(folder, file)).join('\n'))

/** @param {string} file */
function sha512Of(file) {
  return createHash('sha512')
    .update(readFileSync(join(target, file)))
    .digest('hex')
}
