import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tiers } from '@space-data/core'
import { expect, it } from 'vitest'
import { inProcess, tempFolder } from './program.ts'

it('tiers prints the table of /ref/tiers', async () => {
  const people = await inProcess(['tiers'], {})
  expect([people.code, people.stderr]).toEqual([0, ''])
  expect(people.stdout.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
    ['TIER', 'PRICE, USD', 'REQUESTS PER DAY', 'KEYS', 'WEBHOOKS', 'DEBRIS', 'SHELLS', 'SUPPORT'],
    ['free', '0', '1,000', '1', '0', 'no', '0', 'Community'],
    ['hobby', '29 per month', '50,000', '3', '0', 'no', '0', 'Community'],
    ['pro', '199 per month', '1,000,000', '10', '5', 'no', '0', 'E-mail and webhooks'],
    [
      'shell_basic',
      '500 per month',
      '10,000',
      '5',
      '0',
      'yes',
      '0',
      'Enterprise debris feed and monthly PDF',
    ],
    ['shell_pro', '2,000 per month', '200,000', '20', '10', 'yes', '20', 'Custom shells and a chat channel'],
    ['enterprise', 'custom', 'unbounded', '-', '50', 'yes', '20', 'SLA, on-prem cache, dedicated'],
    [''],
  ])
  const programs = JSON.parse((await inProcess(['tiers', '--json'], {})).stdout)
  expect(Object.keys(programs)).toEqual(['source', 'fetched_at', 'valid_until', 'data'])
  expect(programs.data.tiers).toHaveLength(6)
})

it('tiers prints configured tiers', async () => {
  const file = `${await tempFolder()}/space-data.config.json`
  await writeFile(file, JSON.stringify({ tiers: { hobby: { requests_per_day: 60_000 } } }))
  const { stdout, stderr } = await inProcess(['tiers', '--config', file], {})
  expect(stderr).toBe('')
  expect(stdout).toMatch(/^hobby +29 per month +60,000 +3 +0 {2}no +0 {2}Community$/m)
})

it('docs/reference/configuration.md gives the tiers that are built in', () => {
  const page = readFileSync(new URL('../../docs/reference/configuration.md', import.meta.url), 'utf8')
  const shown = (amount: number | null) => amount?.toLocaleString('en') ?? 'unbounded'
  for (const [name, tier] of Object.entries(tiers)) {
    const { requestsPerDay, keys, webhooks, debrisProducts, customShells, price, support } = tier
    const limits = [shown(requestsPerDay), shown(keys), shown(webhooks), debrisProducts, customShells]
    const cells = [`\`${name}\``, ...limits, price, support]
    expect(page).toContain(`\n| ${cells.join(' | ')} |\n`)
  }
})
