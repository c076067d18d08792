import { writeFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { inProcess, run, tempFolder } from '../program.ts'
import { server } from './faults.ts'

it('on a terminal the checks are in colour', { timeout: 240_000 }, async () => {
  server.breakBy(() => {})
  const colored = await run(['doctor', server.url], { SPACE_DATA_KEY: server.key, FORCE_COLOR: '1' })
  expect(colored.stdout).toContain('\u001b[32m✓\u001b[39m')
  expect(colored.stdout).toMatch(/ 0 failed, 0 skipped/)
})

it('a key that is not accepted fails its check, and skips those that need one', {
  timeout: 240_000,
}, async () => {
  server.breakBy(() => {})
  const other = await inProcess(['doctor', server.url, '--key', server.key.replace(/.{6}$/, '000000')], {})
  expect(other.stdout).toMatch(/✗ [^\n]+keys\.either-header, C5\.2\n {6}GET \S+: 401 with x-api-key\n/)
  expect(other.stdout).toContain('skipped, the key is not accepted')
})

it('doctor names the violated clause and exits 1', { timeout: 240_000 }, async () => {
  const file = `${await tempFolder()}/key`
  await writeFile(file, `${server.key}\n`)
  server.breakBy(({ headers }) => headers.delete('x-content-type-options'))
  const broken = await inProcess(['doctor', server.url, '--key-file', file], {})
  expect(broken.code).toBe(1)
  expect(broken.stdout.match(/✗ .*/g)).toEqual([
    expect.stringMatching(
      /^✗ every response has exactly the headers [^\n]+ {2}openapi\.headers, C5\.9, C6\.8, C7\.6 and 17 more$/,
    ),
  ])
  expect(broken.stdout).toMatch(/\n {6}GET \/\S+: without x-content-type-options, and \d+ more requests\n/)
  expect(broken.stderr).toBe(
    `space-data: ${server.url} fails 1 check of the contract\nThe clauses are in docs/contract.md\n`,
  )
  expect(broken.stdout + broken.stderr).not.toContain(server.key)
})
