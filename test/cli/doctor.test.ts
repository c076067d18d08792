import { writeFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { run, serve, tempFolder } from './program.ts'
import { standIn } from './stand-in.ts'

interface Report {
  readonly requests: number
  readonly held: number
  readonly broken: number
  readonly skipped: number
  readonly checks: readonly {
    readonly id: string
    readonly state: string
    readonly because: readonly string[]
  }[]
}

it('finds no breach in our own server, with a key of its own or without one', {
  timeout: 60_000,
}, async () => {
  const server = await serve(['--sample', '--no-jobs', '--store', 'memory:'], {})
  const without = await run(['doctor', server.url], {})
  expect(without.stdout).not.toContain('✗')
  expect(without.stdout).toMatch(/\n {2}✓ [^\n]+ {2}answer\.request-id, SPEC 4\n/)
  expect(without.stdout).toMatch(/\n {2}– [^\n]+ {2}keys\.either-header, SPEC 5\.1: skipped, needs a key\n/)
  expect(without.stdout).toMatch(/\n\d+ checks: \d+ held, 0 broken, \d+ skipped; \d+ requests in [\d.]+ s\n$/)
  expect(without.stdout).not.toContain('\u001b')
  expect([without.code, without.stderr]).toEqual([
    0,
    'The rest needs a key: --key-file, --key or --issue-key\n',
  ])

  const whole = await run(['doctor', `${server.url}/`, '--issue-key', '--json'], {})
  expect([whole.code, whole.stderr]).toEqual([0, ''])
  const report: Report = JSON.parse(whole.stdout)
  expect(report.checks.filter(({ state }) => state === 'broken')).toEqual([])
  expect(report.held + report.broken + report.skipped).toBe(report.checks.length)
  // What no answer was met for: the shells may be there already or not yet.
  const skipped = report.checks.filter(({ state }) => state === 'skipped').map(({ id }) => id)
  expect(['data.bins', 'errors.retry-after']).toEqual(expect.arrayContaining(skipped))
  expect(new Set(report.checks.map(({ id }) => id)).size).toBe(report.checks.length)
  expect(report.requests).toBeLessThan(120)
  expect(whole.stdout).not.toMatch(/sd_live_(?!zQWB)/)
  console.log(
    `FIGURE doctor: ${report.checks.length} checks, ${report.requests} requests, 0 breaches at our own server`,
  )

  const again = await run(['doctor', server.url, '--issue-key'], {})
  expect(again.stdout).toMatch(/issuing\.record, [^\n]+: skipped, this network has had its key of the day/)
  expect(again.code).toBe(0)
})

it('names the clause that a deployment breaks, and exits 1', { timeout: 30_000 }, async () => {
  const server = await standIn()
  const file = `${await tempFolder()}/key`
  await writeFile(file, `${server.key}\n`)
  server.breakBy(({ headers }) => headers.delete('x-content-type-options'))
  const broken = await run(['doctor', server.url, '--key-file', file], {})
  expect(broken.code).toBe(1)
  expect(broken.stdout.match(/✗ .*/g)).toEqual([
    '✗ every answer has X-Content-Type-Options: nosniff  answer.nosniff, DECISIONS 7',
  ])
  expect(broken.stdout).toMatch(
    /nosniff, DECISIONS 7\n( {6}\w+ \/\S+: without x-content-type-options\n){5} {6}and \d+ more\n/,
  )
  expect(broken.stderr).toBe(`space-data: ${server.url} breaks a clause\n`)
  expect(broken.stdout + broken.stderr).not.toContain(server.key)

  server.breakBy(() => {})
  const coloured = await run(['doctor', server.url], { SPACE_DATA_KEY: server.key, FORCE_COLOR: '1' })
  expect(coloured.stdout).toContain('\u001b[32m✓\u001b[39m')
  expect(coloured.stdout).toMatch(/ 0 broken, 0 skipped/)
  const other = await run(['doctor', server.url, '--key', server.key.replace(/.{6}$/, '000000')], {})
  expect(other.stdout).toMatch(/✗ [^\n]+keys\.either-header, SPEC 5\.1\n {6}GET \S+: 401 with x-api-key\n/)
  expect(other.stdout).toContain('skipped, the key is not accepted')
  await server.close()
})

it('says in one line that nobody answers', async () => {
  const { code, stdout, stderr } = await run(['doctor', 'http://127.0.0.1:9/'], {})
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(/^space-data: http:\/\/127\.0\.0\.1:9 does not answer GET \/\S+: [^\n]+\n$/)
})
