import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { issuance } from '../../packages/cli/src/doctor/groups/issuance.ts'
import { keys } from '../../packages/cli/src/doctor/groups/keys.ts'
import { runChecks } from '../../packages/cli/src/doctor/run-checks.ts'
import { findSignatureFault } from '../../packages/cli/src/doctor/signature-fault.ts'
import { Target } from '../../packages/cli/src/doctor/target.ts'
import { textOf } from '../support/markdown.mjs'
import { awayFromMidnight } from '../support/midnight.ts'
import { inProcess, serveInProcess } from './program.ts'

/** Returns the ids of printed checks by their signs. */
function idsBySign(printed: string): Record<'✓' | '✗' | '–', string[]> {
  const found = [...printed.matchAll(/^ {2}([✓✗–]) .*? {2}([\w.-]+), C\d/gm)]
  const of = (wanted: string) => found.filter(([, sign]) => sign === wanted).map(([, , id]) => String(id))
  return { '✓': of('✓'), '✗': of('✗'), '–': of('–') }
}

it('our own server passes', { timeout: 240_000 }, async () => {
  const compat = ['--hapi', '--compat', 'celestrak,swpc,open-notify']
  const server = await serveInProcess(['--sample', '--no-jobs', '--store', 'memory:', ...compat], {})
  const whole = await inProcess(['doctor', `${server.url}/`, '--issue-key'], {})
  expect([whole.code, whole.stderr]).toEqual([0, ''])
  const ids = idsBySign(whole.stdout)
  expect(ids['✗']).toEqual([])
  expect(ids['✓'].length).toBeGreaterThan(60)
  // Depends on whether the shells are computed already, and this server does not sign.
  const mayBe = ['data.bins', 'selections.profile', 'errors.retry-after', 'signatures.verify']
  expect(mayBe).toEqual(expect.arrayContaining(ids['–']))
  const all = Object.values(ids).flat()
  expect(new Set(all).size).toBe(all.length)
  const [, count, passed, skipped, requests] =
    /\n(\d+) checks: (\d+) passed, 0 failed, (\d+) skipped; (\d+) requests in [\d.]+ s\n$/.exec(
      whole.stdout,
    ) ?? []
  expect([Number(count), Number(passed), Number(skipped)]).toEqual([
    all.length,
    ids['✓'].length,
    ids['–'].length,
  ])
  // Within a day of a free key.
  expect(Number(requests)).toBeLessThan(1_000)
  const [, written] = /sends about (\d+) requests/.exec(textOf('docs/operating.md')) ?? []
  expect(Math.abs(Number(written) / Number(requests) - 1)).toBeLessThan(0.1)
  expect(whole.stdout).toMatch(/\n {2}✓ [^\n]+ {2}answer\.request-id, C13\.1\n/)
  expect(whole.stdout).not.toMatch(/sd_live_(?!zQWB)/)
  expect(whole.stdout).not.toContain('\u001b')
  console.log(`FIGURE doctor: ${count} checks, ${requests} requests, 0 breaches at our own server`)
})

describe('on the day of a key', () => {
  awayFromMidnight()

  it('what needs a key is skipped without one', async () => {
    const server = await serveInProcess(['--sample', '--no-jobs', '--store', 'memory:'], {})
    const headers = { 'content-type': 'application/json' }
    await fetch(`${server.url}/v1/keys`, { method: 'POST', headers, body: '{"label":"me"}' })
    const target = new Target(server.url, { findSignatureFault })
    const results = await runChecks(target, { groups: [issuance, keys], issueKey: true })
    expect(results.filter(({ state }) => state === 'failed')).toEqual([])
    const reasonOf = (id: string) => results.find((each) => each.id === id)?.reasons
    expect(reasonOf('issuing.key')).toEqual([expect.stringContaining('this network has used its free key')])
    expect(reasonOf('keys.either-header')).toEqual(['needs a key'])
  })
})

it('something else at the address fails, in text and as JSON', async () => {
  const server = createServer((_, response) => response.writeHead(404).end('Not here'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { code, stdout, stderr } = await inProcess(['doctor', url], {})
  const ids = idsBySign(stdout)
  expect(code).toBe(1)
  expect(ids['✗'].length).toBeGreaterThan(5)
  expect(stderr).toBe(
    'The skipped checks need a key: pass --key-file, --key or --issue-key\n' +
      `space-data: ${url} fails ${ids['✗'].length} checks of the contract\nThe clauses are in docs/contract.md\n`,
  )
  const report = JSON.parse((await inProcess(['doctor', url, '--json'], {})).stdout)
  expect(report).toMatchObject({ base_url: url, failed: ids['✗'].length, skipped: ids['–'].length })
  expect(report.checks).toHaveLength(report.passed + report.failed + report.skipped)
  expect(report.checks.find(({ id }: { id: string }) => id === 'keys.either-header')).toMatchObject({
    state: 'skipped',
    reasons: ['needs a key'],
  })
})

it('reports an unreachable deployment in one line', async () => {
  const { code, stdout, stderr } = await inProcess(['doctor', 'http://127.0.0.1:9/'], {})
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(/^space-data: http:\/\/127\.0\.0\.1:9 does not respond to GET \/\S+: [^\n]+\n$/)
})
