import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { obstacles, PUBLICATIONS, SERVICE_NAME } from '../../build/release/check.mjs'
import { ROOT } from '../support/markdown.mjs'

const RELEASE = { tag: 'v1.2.3', repository: 'example/space-data', image: 'registry.example/me/space-data' }
const REPOSITORY = {
  type: 'git',
  url: 'git+https://github.com/example/space-data.git',
  directory: 'packages/one',
}
const manifest = (change: object = {}) =>
  JSON.stringify({ name: 'one', version: '1.2.3', repository: REPOSITORY, ...change })

/** Everything in a repository that a release looks at, as it must be. */
const READY: Readonly<Record<string, string>> = {
  'packages/one/package.json': manifest(),
  'packages/inner/package.json': JSON.stringify({ name: 'inner', version: '9.9.9', private: true }),
  'CHANGELOG.md': '# Changelog\n\n## 1.2.3, 2026-12-01\n\n- Something.\n',
  [PUBLICATIONS]: "const first = { since: { version: '1.2.3', date: '2026-12-01' } }",
  [SERVICE_NAME]: "export const SERVICE = { version: '1.2.3' }",
  '.changeset/config.json': '{}',
}

function repository(changed: Readonly<Record<string, string>> = {}): string {
  const root = mkdtempSync(join(tmpdir(), 'space-data-check-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  for (const [file, text] of Object.entries({ ...READY, ...changed })) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
  return root
}

test('nothing prevents a release of a repository that is ready', () => {
  expect(obstacles(repository(), RELEASE)).toEqual([])
})

const FAULTS: readonly (readonly [string, Readonly<Record<string, string>>, string])[] = [
  [
    'another version than the tag',
    { 'packages/one/package.json': manifest({ version: '1.2.4' }) },
    'The tag is v1.2.3, but one has version 1.2.4.',
  ],
  [
    'no repository',
    { 'packages/one/package.json': manifest({ repository: undefined }) },
    `packages/one/package.json must say where one is: "repository": ${JSON.stringify(REPOSITORY)}.`,
  ],
  [
    'the repository of somebody else',
    {
      'packages/one/package.json': manifest({ repository: { ...REPOSITORY, url: 'https://github.com/a/b' } }),
    },
    'packages/one/package.json must say where one is',
  ],
  [
    'no section of the version',
    { 'CHANGELOG.md': '## 1.2.2, 2026-11-01\n\nOld.\n' },
    'CHANGELOG.md has no section "## 1.2.3, DATE".',
  ],
  [
    'an undated section',
    { 'CHANGELOG.md': '## 1.2.3, unreleased\n\nNew.\n' },
    'CHANGELOG.md says that 1.2.3 is unreleased.',
  ],
  ['an empty section', { 'CHANGELOG.md': '## 1.2.3, 2026-12-01\n\n' }, 'The section of 1.2.3'],
  ['an undated operation', { [PUBLICATIONS]: "{ version: '1.2.3', date: null }" }, `${PUBLICATIONS} has`],
  ['another version of the service', { [SERVICE_NAME]: "version: '1.2.2'" }, `${SERVICE_NAME} says another`],
  ['a changeset', { '.changeset/nice-name.md': '---\n---\n' }, 'Changesets are left: nice-name.md.'],
]

test.each(FAULTS)('%s is reported, and nothing else', (_, change, said) => {
  expect(obstacles(repository(change), RELEASE)).toEqual([expect.stringContaining(said)])
})

test.each(['', 'space-data', 'registry.example/Me/space-data', 'registry.example/me/space-data:1'])(
  'the image "%s" is refused',
  (image) => {
    expect(obstacles(repository(), { ...RELEASE, image })).toEqual([
      expect.stringMatching(/^The variable IMAGE /),
    ])
  },
)

test('the command ends with 1 and prints the reasons, or with 0', () => {
  const run = (root: string) =>
    spawnSync(process.execPath, [`${ROOT}build/release/check.mjs`, ...Object.values(RELEASE)], {
      cwd: root,
      encoding: 'utf8',
    })
  expect(run(repository())).toMatchObject({ status: 0, stdout: 'v1.2.3 can be released.\n', stderr: '' })
  expect(run(repository({ '.changeset/a.md': '' }))).toMatchObject({
    status: 1,
    stdout: 'v1.2.3 cannot be released yet.\n',
    stderr: 'Changesets are left: a.md. Run pnpm release:version.\n',
  })
})
