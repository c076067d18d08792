import { execFile } from 'node:child_process'
import { cp, mkdir, readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { tempFolder } from '../cli/program.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../', import.meta.url))

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
