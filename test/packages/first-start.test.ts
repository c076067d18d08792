import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { HOME, start } from '../support/child.ts'
import { ROOT } from '../support/markdown.mjs'

/** What a checkout does not have before its first command. */
const MADE_LATER = new Set(['.git', '.types', 'dist', 'node_modules'])

const minutes = (n: number) => n * 60_000

/** `start` installs only what the CLI is built from; every other test has all packages. */
test("the README's first command starts a fresh checkout", { timeout: minutes(5) }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'space-data-checkout-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  cpSync(ROOT, folder, { recursive: true, filter: (path) => !MADE_LATER.has(basename(path)) })
  const env = { XDG_DATA_HOME: join(folder, 'data'), npm_config_prefer_offline: 'true' }
  const args = ['-y', 'pnpm@10', 'start', '--sample', '--port', '0']
  await using server = start('npx', args, { cwd: folder, env })
  const [, origin = ''] = await server.says(HOME, minutes(4))
  expect(server.output()).toMatch(/^The first start installs the packages and builds the program/m)
  expect((await fetch(`${origin}/globe`)).status).toBe(200)
})
