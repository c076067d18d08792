import { expect, it } from 'vitest'
import { inProcess, serveInProcess } from './program.ts'

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

it('reports an unreachable deployment in one line', async () => {
  const { code, stdout, stderr } = await inProcess(['doctor', 'http://127.0.0.1:9/'], {})
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(/^space-data: http:\/\/127\.0\.0\.1:9 does not respond to GET \/\S+: [^\n]+\n$/)
})
