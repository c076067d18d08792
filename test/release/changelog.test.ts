import { expect, test } from 'vitest'
import { datedChangelog, datedPublications, releaseNotes, sectionOf } from '../../build/release/changelog.mjs'
import { obstacles } from '../../build/release/check.mjs'
import { publicPackages } from '../../build/release/packages.mjs'
import { ROOT, textOf } from '../support/markdown.mjs'

const FILES = 'https://github.com/example/space-data/blob/v0.2.0/'

const CHANGELOG = `# Changelog

## 0.2.0, unreleased

### API

- Has a new path, which
  is long: [the page](docs/page.md#part), [elsewhere](https://example.org/).
- Second.

Text, and
more text.

## 0.1.0, 2026-12-01

First version.
`

test('a section is found by its version, with its date', () => {
  expect(sectionOf(CHANGELOG, '0.1.0')).toEqual({ date: '2026-12-01', text: 'First version.' })
  expect(sectionOf(CHANGELOG, '0.2.0')).toMatchObject({ date: 'unreleased' })
  expect(sectionOf(CHANGELOG, '0.2')).toBeUndefined()
})

test('notes of a release have whole paragraphs, and links to the files of the tag', () => {
  const { text = '' } = sectionOf(CHANGELOG, '0.2.0') ?? {}
  expect(releaseNotes(text, 'example/space-data', 'v0.2.0')).toBe(`### API

- Has a new path, which is long: [the page](${FILES}docs/page.md#part), [elsewhere](https://example.org/).
- Second.

Text, and more text.
`)
})

test('the unreleased section is dated and named as the version that is released', () => {
  const dated = datedChangelog(CHANGELOG, '1.0.0', '2027-02-03')
  expect(sectionOf(dated, '1.0.0')).toMatchObject({ date: '2027-02-03' })
  expect(dated).not.toContain('unreleased')
  expect(() => datedChangelog(dated, '1.0.1', '2027-02-04')).toThrow('no unreleased section')
})

test('operations without a date get that of the release, and no other', () => {
  const table = "{ version: '0.1.0', date: '2026-12-01' }, { version: '0.2.0', date: null }"
  expect(datedPublications(table, '0.2.0', '2027-02-03')).toBe(
    "{ version: '0.1.0', date: '2026-12-01' }, { version: '0.2.0', date: '2027-02-03' }",
  )
})

test('CHANGELOG.md has a section of the version that the packages have, as every package has the same', () => {
  const versions = new Set(publicPackages(ROOT).map(({ version }) => version))
  expect(versions.size).toBe(1)
  const [version = ''] = versions
  const { text = '' } = sectionOf(textOf('CHANGELOG.md'), version) ?? {}
  expect(text.length).toBeGreaterThan(100)
  // What the host takes as the text of a release.
  expect(releaseNotes(text, 'example/space-data', `v${version}`).length).toBeLessThan(125_000)
  const release = {
    tag: `v${version}`,
    repository: 'example/space-data',
    image: 'registry.example/space-data',
  }
  expect(obstacles(ROOT, release).filter((it) => /The tag is|no section|is empty/.test(it))).toEqual([])
})
