import { execFile } from 'node:child_process'
import { chmod, chown, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { tempFolder } from '../program.ts'

const PROGRAM = fileURLToPath(new URL('../as-other-user.mjs', import.meta.url))

/** An unprivileged user on Linux: root may write everywhere. */
const user = process.getuid?.() === 0 ? 65_534 : process.getuid?.()

it('a store that is read-only is an error of one or two lines with exit code 1', async () => {
  const [closed, open] = [await tempFolder(), await tempFolder()]
  const file = `${open}/x.sqlite`
  await writeFile(file, 'this is no database')
  for (const path of [closed, open, file]) await chown(path, Number(user), Number(user))
  await chmod(file, 0o400)
  await chmod(closed, 0o500)
  const lines = [
    `keys list --store sqlite:${closed}/y.sqlite`,
    `keys list --store sqlite:${file}`,
    `serve --port 0 --store sqlite:${file}`,
  ]
  const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, String(user), ...lines])
  const says = (reason: RegExp) => ({ code: 1, stdout: '', stderr: expect.stringMatching(reason) })
  expect(JSON.parse(stdout)).toEqual([
    says(/^space-data: cannot use [^\n]+ folder .* is not writable\n[^\n]+\n$/),
    says(/^space-data: cannot use [^\n]+ it is not writable\n[^\n]+\n$/),
    says(/^space-data: cannot use [^\n]+ it is not writable\n[^\n]+\n$/),
  ])
})
