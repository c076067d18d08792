import { handle } from '@space-data/core'
import { expect, test } from 'vitest'

test('the ready handle serves on the memory store', async () => {
  const ask = (path: string, init?: RequestInit) =>
    handle(new Request(`http://space-data.test${path}`, init), { ip: '192.0.2.1' })
  expect((await ask('/v1/speedtest/ping')).status).toBe(204)
  const body = JSON.stringify({ label: 'me' })
  const issued = await ask('/v1/keys', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  const { key } = (await issued.json()) as { key: string }
  const shell = await ask('/shell/diff', { headers: { 'x-api-key': key } })
  expect(shell.headers.get('ratelimit')).toMatch(/r=999/)
})
