import { expect, test } from 'vitest'
import { testService } from '../support/service.ts'

test('route → method → preflight → key → quota → parameters → data', async () => {
  const { ask, spaceData, clock } = await testService({
    fetch: async () => {
      throw new TypeError('fetch failed')
    },
  })
  const { key } = await spaceData.keys.issue({ tier: 'free', label: 'order' })
  const errorOf = async (method: string, path: string, headers: Record<string, string>) =>
    (await ask(method, path, headers)).json?.error

  expect(await errorOf('DELETE', '/nowhere/0x1', {})).toBe('not_found')
  expect(await errorOf('OPTIONS', '/nowhere', {})).toBe('not_found')
  expect(await errorOf('DELETE', '/v1/objects/0x1', {})).toBe('method_not_allowed')
  expect((await ask('OPTIONS', '/v1/objects/0x1')).status).toBe(204)
  expect(await errorOf('GET', '/v1/objects/0x1', {})).toBe('missing_key')
  expect(await errorOf('GET', '/v1/objects/0x1', { 'x-api-key': key })).toBe('invalid_parameter')
  for (let i = 1; i < 1_000; i += 1) await ask('GET', '/shell/diff', { 'x-api-key': key })
  expect(await errorOf('GET', '/v1/objects/0x1', { 'x-api-key': key })).toBe('rate_limited')
  clock.goTo('2026-11-22T00:00:00Z')
  expect(await errorOf('GET', '/v1/objects/25544', { 'x-api-key': key })).toBe('upstream_unavailable')
})

test('… → parameters → right of the tier → body', async () => {
  const { ask, spaceData } = await testService()
  const send = async (tier: string, path: string, headers: Record<string, string> = {}) => {
    const { key } = await spaceData.keys.issue({ tier, label: 'order' })
    const reply = await ask('POST', `/v1/webhooks${path}`, { 'x-api-key': key, ...headers }, undefined, '{')
    return reply.json.error
  }
  const json = { 'content-type': 'application/json' }
  expect((await ask('POST', '/v1/webhooks', {}, undefined, '{')).json.error).toBe('missing_key')
  expect(await send('hobby', '/x/replay')).toBe('invalid_parameter')
  expect(await send('hobby', '')).toBe('tier_required')
  expect(await send('pro', '')).toBe('unsupported_media_type')
  expect(await send('pro', '', json)).toBe('invalid_body')
})
