import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { mutants } from './mutants.ts'

const folder = fileURLToPath(new URL('..', import.meta.url))

// One at a time: each is a run of Vitest of its own.
test.each(mutants)('a test fails with the mistake "$name"', { timeout: 300_000 }, async ({ name, tests }) => {
  const folders = tests.map((each) => `test/${each}/`)
  const child = spawn(
    'npx',
    ['vitest', 'run', '--project', 'units', '--project', 'system', '--bail', '1', ...folders],
    {
      cwd: folder,
      // Its failures are no failures of this run.
      env: { ...process.env, MUTANT: name, TIER: 'test', TESTS_TALLY: undefined },
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  )
  const printed = await text(child.stdout)
  expect(printed).not.toContain('has not exactly one')
  expect(printed).toMatch(/^Tests: \d+ passed, [1-9]\d* failed/m)
})
