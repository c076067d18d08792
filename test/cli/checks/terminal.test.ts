import { expect, it } from 'vitest'
import { inProcess, run } from '../program.ts'
import { server } from './faults.ts'

it('on a terminal the checks are in colour', { timeout: 60_000 }, async () => {
  server.breakBy(() => {})
  const colored = await run(['doctor', server.url], { SPACE_DATA_KEY: server.key, FORCE_COLOR: '1' })
  expect(colored.stdout).toContain('\u001b[32m✓\u001b[39m')
  expect(colored.stdout).toMatch(/ 0 failed, 0 skipped/)
})

it('a key that is not accepted fails its check, and skips those that need one', {
  timeout: 60_000,
}, async () => {
  server.breakBy(() => {})
  const other = await inProcess(['doctor', server.url, '--key', server.key.replace(/.{6}$/, '000000')], {})
  expect(other.stdout).toMatch(/✗ [^\n]+keys\.either-header, C5\.2\n {6}GET \S+: 401 with x-api-key\n/)
  expect(other.stdout).toContain('skipped, the key is not accepted')
})
