import { writeFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { inProcess, tempFolder } from '../program.ts'
import { server } from './faults.ts'

it('doctor names the violated clause and exits 1', { timeout: 60_000 }, async () => {
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
