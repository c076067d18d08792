import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { doors } from '../../build/doors.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../', import.meta.url))

test('the API reference is made of whole docstrings: none is missing, no link leads nowhere', {
  timeout: 90_000,
}, async () => {
  const args = [`${root}test/node_modules/typedoc/bin/typedoc`, '--emit', 'none', '--treatWarningsAsErrors']
  const { code, stdout, stderr } = await run(process.execPath, args, { cwd: root }).then(
    (said) => ({ code: 0, ...said }),
    (error) => error,
  )
  expect([code, `${stdout}${stderr}`.split('\n').filter((line) => /warning|error/.test(line))]).toEqual([
    0,
    [],
  ])
})

test('the API reference has every door of the package', () => {
  const { entryPoints } = JSON.parse(readFileSync(`${root}typedoc.json`, 'utf8'))
  expect([...entryPoints].sort()).toEqual(Object.values(doors).sort())
  const { exports } = JSON.parse(readFileSync(`${root}packages/core/package.json`, 'utf8'))
  const published = Object.keys(doors).map((name) => (name === 'index' ? '.' : `./${name}`))
  expect(Object.keys(exports).sort()).toEqual(published.sort())
})
