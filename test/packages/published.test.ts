import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../', import.meta.url))
const tool = (name: string) => `${root}test/node_modules/.bin/${name}`

test.each(['core', 'cli'])('publint finds nothing in packages/%s', { timeout: 300_000 }, async (name) => {
  const { stdout } = await run(tool('publint'), [`${root}packages/${name}`, '--pack', 'npm', '--strict'], {
    cwd: root,
  })
  expect(stdout).toContain('All good!')
})

test('the types of core resolve for ESM consumers', { timeout: 300_000 }, async () => {
  const { exports } = JSON.parse(readFileSync(`${root}packages/core/package.json`, 'utf8'))
  const doors = Object.keys(exports)
  const { stdout } = await run(
    tool('attw'),
    ['--pack', `${root}packages/core`, '--profile', 'esm-only', '--format', 'ascii'],
    {
      cwd: root,
    },
  )
  expect(stdout.match(/node16 \(from ESM\): 🟢 \(ESM\)/g)).toHaveLength(doors.length)
})
