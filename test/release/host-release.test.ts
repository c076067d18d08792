import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ROOT } from '../support/markdown.mjs'
import { standInProgram } from './stand-in-program.ts'

function announce(tag: string, isThere: boolean): { status: number | null; calls: string[]; folder: string } {
  const folder = mkdtempSync(join(tmpdir(), 'space-data-host-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const file of ['NOTES.md', 'SHA512SUMS', 'one-1.2.3.tgz', 'one.cdx.json'])
    writeFileSync(join(folder, file), '')
  const gh = standInProgram('gh', `case "$*" in 'release view'*) exit ${isThere ? 0 : 1} ;; esac`)
  const script = `${ROOT}build/release/host-release.mjs`
  const { status } = spawnSync(process.execPath, [script, folder, tag], { env: gh.env })
  return { status, calls: gh.calls(), folder }
}

const assetsIn = (folder: string) =>
  ['SHA512SUMS', 'one-1.2.3.tgz', 'one.cdx.json'].map((file) => join(folder, file)).join(' ')

test.each([
  ['v1.2.3', ''],
  ['v2.0.0-rc.1', ' --prerelease'],
])('%s becomes a release with the notes and every other file', (tag, kind) => {
  const { status, calls, folder } = announce(tag, false)
  const create = `release create ${tag} --verify-tag --title ${tag} --notes-file ${join(folder, 'NOTES.md')}`
  expect([status, calls]).toEqual([0, [`release view ${tag}`, `${create}${kind} ${assetsIn(folder)}`]])
})

test('a release that is there, of a run that failed, gets its files again', () => {
  const { status, calls, folder } = announce('v1.2.3', true)
  const upload = `release upload v1.2.3 --clobber ${assetsIn(folder)}`
  expect([status, calls]).toEqual([0, ['release view v1.2.3', upload]])
})
