import { describe, expect, test } from 'vitest'
import { hasWrangler, startOnWorkerd } from './examples.ts'

const PAGES = ['/', '/weather', '/launches', '/events', '/sky', '/debris', '/globe', '/status', '/docs']

describe.skipIf(!hasWrangler)('the demo for Workers', () => {
  test('has the sample, its shells after the first cron trigger, and every page', {
    timeout: 240_000,
  }, async () => {
    await using demo = await startOnWorkerd({ config: 'wrangler.demo.jsonc', words: ['--test-scheduled'] })
    const ask = (path: string, headers: Record<string, string> = {}) => fetch(demo.origin + path, { headers })
    expect((await ask('/healthz')).status).toBe(200)
    expect(await (await ask('/__scheduled?cron=*/5+*+*+*+*')).text()).toBe('Ran scheduled event')
    const withoutKey = await ask('/v1/space-weather/current')
    expect([withoutKey.status, withoutKey.headers.get('ratelimit')]).toEqual([
      200,
      expect.stringMatching(/^"network-day";r=99;/),
    ])
    const order = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"label":"visitor"}',
    }
    const { key } = (await (await fetch(`${demo.origin}/v1/keys`, order)).json()) as { key: string }
    const json = async (path: string) => (await ask(path, { 'x-api-key': key })).json()
    expect(await json('/v1/space-weather/kp')).toMatchObject({
      source: expect.stringMatching(/ \(sample\)$/),
    })
    expect(await json('/shell/density/550')).toMatchObject({ data: { altitude_km: 550 } })
    for (const path of PAGES)
      expect([path, (await ask(path, { accept: 'text/html' })).status]).toEqual([path, 200])
    expect(demo.output()).not.toMatch(/Uncaught|Error/)
  })
})
