import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { monthlyReport } from '../support/monthly-report.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../', import.meta.url))
const file = join(mkdtempSync(join(tmpdir(), 'space-data-')), 'report.json')
writeFileSync(file, JSON.stringify(monthlyReport(5)))
const words = [`${root}test/runtimes/print-report-hash.mjs`, file]

const bun = `${root}test/node_modules/bun/bin/bun.exe`
const deno = `${root}test/node_modules/deno/deno`
const node = await run(process.execPath, words)

test.skipIf(!existsSync(bun))('Bun writes the same bytes as Node', { timeout: 60_000 }, async () => {
  expect((await run(bun, words)).stdout).toBe(node.stdout)
})

test.skipIf(!existsSync(deno))('Deno writes the same bytes as Node', { timeout: 60_000 }, async () => {
  const { stdout } = await run(deno, ['run', '--cached-only', '--allow-read', '--allow-env', ...words])
  expect(stdout).toBe(node.stdout)
})

test('the entry asks for no module of Node and makes no code from text, as Workers demand', () => {
  const entry = readFileSync(`${root}packages/core/dist/report.js`, 'utf8')
  expect(entry).not.toMatch(/from ?["'](node:|fs|zlib|stream|crypto|buffer|events)/)
  expect(entry).not.toMatch(/\brequire\(["']|\bnew Function\(|\beval\(/)
})

test('the licences of what is in the entry are beside it, the font among them', () => {
  const licences = readFileSync(`${root}packages/core/dist/THIRD-PARTY-LICENSES.txt`, 'utf8')
  for (const name of ['pdfkit', 'fontkit', 'dfa', '@fontsource/ibm-plex-sans']) {
    expect(licences).toMatch(new RegExp(`^${name} \\d`, 'm'))
  }
  expect(licences).toContain('SIL OPEN FONT LICENSE')
})
