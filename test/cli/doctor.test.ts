import { writeFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { inProcess, run, serveInProcess, tempFolder } from './program.ts'
import { standIn } from './stand-in.ts'

interface Report {
  readonly requests: number
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  readonly checks: readonly {
    readonly id: string
    readonly state: string
    readonly reasons: readonly string[]
  }[]
}

it('our own server passes, with and without a key', {
  timeout: 60_000,
}, async () => {
  const compat = ['--compat', 'celestrak,swpc,open-notify,n2yo']
  const server = await serveInProcess(['--sample', '--no-jobs', '--store', 'memory:', ...compat], {})
  const without = await inProcess(['doctor', server.url], {})
  expect(without.stdout).not.toContain('✗')
  expect(without.stdout).toMatch(/\n {2}✓ [^\n]+ {2}answer\.request-id, C13\.1\n/)
  expect(without.stdout).toMatch(/\n {2}– [^\n]+ {2}keys\.either-header, C5\.2: skipped, needs a key\n/)
  expect(without.stdout).toMatch(
    /\n\d+ checks: \d+ passed, 0 failed, \d+ skipped; \d+ requests in [\d.]+ s\n$/,
  )
  expect(without.stdout).not.toContain('\u001b')
  expect([without.code, without.stderr]).toEqual([
    0,
    'The skipped checks need a key: pass --key-file, --key or --issue-key\n',
  ])

  const whole = await inProcess(['doctor', `${server.url}/`, '--issue-key', '--json'], {})
  expect([whole.code, whole.stderr]).toEqual([0, ''])
  const report: Report = JSON.parse(whole.stdout)
  expect(report.checks.filter(({ state }) => state === 'failed')).toEqual([])
  expect(report.passed + report.failed + report.skipped).toBe(report.checks.length)
  // Depends on whether the shells are computed already, and this server does not sign.
  const skipped = report.checks.filter(({ state }) => state === 'skipped').map(({ id }) => id)
  const mayBe = ['data.bins', 'selections.profile', 'errors.retry-after', 'signatures.verify']
  expect(mayBe).toEqual(expect.arrayContaining(skipped))
  expect(new Set(report.checks.map(({ id }) => id)).size).toBe(report.checks.length)
  // Within a day of a free key, but for the paths of other services, of which every parameter is tried.
  expect(report.requests).toBeLessThan(1_050)
  expect(whole.stdout).not.toMatch(/sd_live_(?!zQWB)/)
  console.log(
    `FIGURE doctor: ${report.checks.length} checks, ${report.requests} requests, 0 breaches at our own server`,
  )

  const again = await inProcess(['doctor', server.url, '--issue-key'], {})
  expect(again.stdout).toMatch(/issuing\.key, [^\n]+: skipped, this network has used its free key/)
  expect(again.code).toBe(0)
})

it('a server that allows requests without a key passes, with and without one', {
  timeout: 60_000,
}, async () => {
  const sample = ['--sample', '--no-jobs', '--store', 'memory:', '--anonymous']
  for (const [allowed, flags] of [
    ['1000', []],
    ['3', ['--issue-key']],
  ] as const) {
    const server = await serveInProcess([...sample, allowed], {})
    const { stdout } = await inProcess(['doctor', server.url, '--json', ...flags], {})
    const { checks }: Report = JSON.parse(stdout)
    expect(checks.filter(({ state }) => state === 'failed')).toEqual([])
    expect(checks.find(({ id }) => id === 'keys.optional')).toMatchObject({ state: 'passed' })
    expect(checks.find(({ id }) => id === 'keys.unknown')).toMatchObject({ state: 'passed' })
  }
})

it('names the violated clause and exits 1', { timeout: 120_000 }, async () => {
  const server = await standIn()
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

  server.breakBy(() => {})
  const colored = await run(['doctor', server.url], { SPACE_DATA_KEY: server.key, FORCE_COLOR: '1' })
  expect(colored.stdout).toContain('\u001b[32m✓\u001b[39m')
  expect(colored.stdout).toMatch(/ 0 failed, 0 skipped/)
  const other = await inProcess(['doctor', server.url, '--key', server.key.replace(/.{6}$/, '000000')], {})
  expect(other.stdout).toMatch(/✗ [^\n]+keys\.either-header, C5\.2\n {6}GET \S+: 401 with x-api-key\n/)
  expect(other.stdout).toContain('skipped, the key is not accepted')
  await server.close()
})

it('reports an unreachable deployment in one line', async () => {
  const { code, stdout, stderr } = await inProcess(['doctor', 'http://127.0.0.1:9/'], {})
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(/^space-data: http:\/\/127\.0\.0\.1:9 does not respond to GET \/\S+: [^\n]+\n$/)
})
