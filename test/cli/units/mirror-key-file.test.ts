import { writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { readKeyFile } from '../../../packages/cli/src/instance/mirror/key-file.ts'
import { tempFolder } from '../program.ts'

/** Reads a key file with this content. */
async function read(content: string): Promise<string> {
  const path = `${await tempFolder()}/mirror.key`
  await writeFile(path, content)
  return readKeyFile(path)
}

test.each(['a-key-of-the-host==', '\ufeffa-key-of-the-host==\r\n\r\n'])(
  'a key file has the key of any form, and white space around it: %j',
  async (content) => {
    expect(await read(content)).toBe('a-key-of-the-host==')
  },
)

test.each([
  ['"central-key-1"', 'has quotes around the key'],
  ["'central-key-1'\n", 'has quotes around the key'],
  ['SPACE_DATA_KEY=central-key-1', 'has a name and "=" before the key'],
  ['export KEY="central-key-1"', 'has a name and "=" before the key'],
  ['Bearer central-key-1', 'has "Bearer" before the key'],
  ['central-key-1\ncentral-key-2', 'does not contain a key on one line'],
  ['', 'does not contain a key on one line'],
])('a key file that contains %j is refused with the reason, not repeated', async (content, reason) => {
  const error: unknown = await read(content).catch((refused) => refused)
  expect(error).toMatchObject({ message: expect.stringMatching(new RegExp(`mirror\\.key ${reason}$`)) })
  expect(String(error)).not.toContain('central-key')
})
