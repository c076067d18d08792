// pnpm release:version: raises the versions, writes them and the date wherever they stand.
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { datedChangelog, datedPublications } from './changelog.mjs'
import { PUBLICATIONS, SERVICE_NAME } from './check.mjs'
import { publicPackages } from './packages.mjs'

const GENERATE_PAGES = ['vitest', 'run', '--project', 'units', 'test/docs.test.ts', '-u']
const today = new Date().toISOString().slice(0, 10)

// Without a changeset the version stays: that of the first release is in the packages already.
if (readdirSync('.changeset').some((file) => file.endsWith('.md'))) {
  run('test/node_modules/.bin/changeset', 'version')
  run('npx', '-y', 'pnpm@10', 'install', '--lockfile-only', '--no-frozen-lockfile')
}
const version = publicPackages(process.cwd())[0]?.version ?? ''
rewrite('CHANGELOG.md', (text) => datedChangelog(text, version, today))
rewrite(PUBLICATIONS, (text) => datedPublications(text, version, today))
rewrite(SERVICE_NAME, (text) => text.replace(/version: '[^']+'/, `version: '${version}'`))
run('npx', '-y', 'pnpm@10', '--silent', 'openapi:accept')
run('npx', '-y', 'pnpm@10', '--silent', '-C', 'test', 'exec', ...GENERATE_PAGES)

console.log(`
${version} is prepared. Read the difference, run the tests, then:
  git commit -a -m "release: ${version}" && git tag v${version} && git push --atomic origin main v${version}
`)

/**
 * @param {string} file
 * @param {(text: string) => string} change
 */
function rewrite(file, change) {
  writeFileSync(file, change(readFileSync(file, 'utf8')))
}

/**
 * @param {string} command
 * @param {string[]} words
 */
function run(command, ...words) {
  execFileSync(command, words, { stdio: 'inherit' })
}
