import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))
const bun = root('test/node_modules/.bin/bun')
const catalogue = join(mkdtempSync(join(tmpdir(), 'space-data-')), 'catalogue.csv')

function shells(program: string, workers = 0): string {
  const args = [root('test/runtimes/count-shells.mjs'), catalogue, String(workers)]
  return execFileSync(program, args, { encoding: 'utf8' }).trim()
}

test('one thread, several workers and Bun publish the same bytes', { timeout: 120_000 }, () => {
  const words = ['shell', 'synth', '3000', catalogue, '--at', '2026-11-21T00:00:00Z']
  execFileSync(process.execPath, [root('packages/cli/bin/space-data.mjs'), ...words])
  const one = shells(process.execPath)
  expect(one).toMatch(/^[0-9a-f]{64}$/)
  for (const workers of [1, 2, 4]) expect(shells(process.execPath, workers)).toBe(one)
  if (existsSync(bun)) expect(shells(bun)).toBe(one)
  else console.warn('SKIPPED: Bun is not installed')
})
