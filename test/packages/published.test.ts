import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { cp, mkdir, readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { tempFolder } from '../cli/program.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../', import.meta.url))
const tool = (name: string) => `${root}test/node_modules/.bin/${name}`

test.each(['core', 'cli'])('publint finds nothing in packages/%s', { timeout: 60_000 }, async (name) => {
  const { stdout } = await run(tool('publint'), [`${root}packages/${name}`, '--pack', 'npm', '--strict'], {
    cwd: root,
  })
  expect(stdout).toContain('All good!')
})

test('npm pack fails for a package that is not built, and says what to do', { timeout: 60_000 }, async () => {
  const folder = await tempFolder()
  await mkdir(`${folder}/packages/core`, { recursive: true })
  await cp(`${root}packages/core/package.json`, `${folder}/packages/core/package.json`)
  await cp(`${root}build`, `${folder}/build`, { recursive: true })
  const packing = run('npm', ['pack', '--silent'], { cwd: `${folder}/packages/core` })
  await expect(packing).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /^@space-data\/core is not built: .*dist\/index\.js.* Run pnpm build in the root/,
    ),
  })
  expect(await readdir(`${folder}/packages/core`)).toEqual(['package.json'])
})

test('the types of core resolve for ESM consumers', { timeout: 60_000 }, async () => {
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
