import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test, vi } from 'vitest'
import { fromOtherProcess } from '../storage/other-process.ts'
import { temporaryFolder } from '../storage/temporary-sqlite.ts'
import { start } from '../support/child.ts'
import { hasBun } from './bun.ts'
import { hasDeno } from './examples.ts'

const root = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))
const PROGRAM = root('test/runtimes/count-in-file.mjs')
const installed = (name: string) => root(`test/node_modules/.bin/${name}`)

const RUNTIMES: Record<string, readonly [program: string, ...words: string[]]> = {
  Node: [process.execPath],
  ...(hasBun() && { Bun: [installed('bun')] }),
  ...(hasDeno && { Deno: [installed('deno'), 'run', '--cached-only', '--allow-all'] }),
}

test('runtimes with a SQLite of their own share a file: nothing is lost and nothing counted twice', {
  timeout: 120_000,
}, async ({ skip }) => {
  if (Object.keys(RUNTIMES).length < 2) skip('neither Bun nor Deno is installed')
  using folder = temporaryFolder()
  const [path, stop] = [join(folder.path, 'shared.sqlite'), join(folder.path, 'stop')]
  const started = Object.entries(RUNTIMES).map(([name, [program, ...words]]) =>
    start(program, [...words, PROGRAM, path, stop, name]),
  )
  try {
    await Promise.all(started.map(({ says }) => says(/begun/)))
    const keys = async () =>
      (await fromOtherProcess(path, 'SELECT key FROM keyv')).map(({ key }) => String(key))
    const haveAllWritten = async () => {
      const written = await keys()
      return Object.keys(RUNTIMES).every(
        (name) => written.filter((key) => key.startsWith(`${name}:`)).length > 50,
      )
    }
    await vi.waitUntil(haveAllWritten, { timeout: 60_000, interval: 100 })
    writeFileSync(stop, '')
    const told = await Promise.all(started.map(({ says }) => says(/^\{.*\}$/m)))
    const reports = told.map(([line]) => JSON.parse(line) as { numbers: number[]; written: string[] })
    const numbers = reports.flatMap((report) => report.numbers)
    const written = reports.flatMap((report) => report.written)
    for (const report of reports) expect(report.written.length).toBeGreaterThan(0)
    expect([...numbers].sort((a, b) => a - b)).toEqual(numbers.map((_, i) => i + 1))
    expect(await fromOtherProcess(path, 'SELECT count FROM counters')).toEqual([{ count: numbers.length }])
    expect((await keys()).sort()).toEqual(written.sort())
    expect(await fromOtherProcess(path, 'PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }])
    console.log(
      `FIGURE one file, ${Object.keys(RUNTIMES).join(' and ')}: ${numbers.length} takes, ${written.length} records, 0 lost`,
    )
  } finally {
    await Promise.all(started.map((each) => each[Symbol.asyncDispose]()))
  }
})
