import { expect } from 'vitest'
import { patiently } from '../support/patience.ts'

const JSON_TYPE = { 'content-type': 'application/json' }

/** The one list of requests that every host must answer alike; none of them goes to a provider. */
export async function answersAlike(origin: string): Promise<void> {
  const ask = (path: string, init?: RequestInit) => fetch(origin + path, init)
  const errorOf = async (response: Response) => ((await response.json()) as { error: string }).error

  const ping = await ask('/v1/speedtest/ping')
  expect(ping.status).toBe(204)
  expect(ping.headers.get('x-service-request-id')).toMatch(/^[\w-]{24}$/)

  const tiers = await ask('/ref/tiers')
  expect(tiers.status).toBe(200)
  expect(tiers.headers.get('cache-control')).toMatch(/^public, max-age=\d+$/)
  const held = { 'if-none-match': String(tiers.headers.get('etag')) }
  expect((await ask('/ref/tiers', { headers: held })).status).toBe(304)

  expect(await errorOf(await ask('/nowhere'))).toBe('not_found')
  expect(await errorOf(await ask('/shell/diff'))).toBe('missing_key')
  expect((await ask('/ref', { method: 'DELETE' })).status).toBe(405)
  expect((await ask('/ref', { method: 'OPTIONS' })).status).toBe(204)
  expect(await (await ask('/ref', { method: 'HEAD' })).text()).toBe('')

  const body = JSON.stringify({ label: 'runtime' })
  // Beside other tests, a sync to the disk can take longer than the store waits for it.
  const issue = () => patiently(() => ask('/v1/keys', { method: 'POST', headers: JSON_TYPE, body }))
  const issued = await (await issue()).json()
  expect(issued).toMatchObject({ key: expect.stringMatching(/^sd_live_[0-9A-Za-z]{36}$/), tier: 'free' })
  const { key } = issued as { key: string }
  expect(await errorOf(await issue())).toBe('key_issuance_limited')

  const shell = await ask('/shell/diff', { headers: { authorization: `Bearer ${key}` } })
  expect(shell.status).toBe(404)
  expect(shell.headers.get('ratelimit')).toMatch(/^"day";r=999;t=\d+$/)

  const down = await ask('/v1/speedtest/down?bytes=300000')
  expect((await down.arrayBuffer()).byteLength).toBe(300_000)
  const up = await ask('/v1/speedtest/up', { method: 'POST', body: 'x'.repeat(200_000) })
  expect(((await up.json()) as { data: { received_bytes: number } }).data.received_bytes).toBe(200_000)
}
