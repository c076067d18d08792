import { expect, test } from 'vitest'
import { testService } from '../support/service.ts'

const KP = '/v1/space-weather/kp'
const SESSIONS: Record<string, { account: string; tier: string }> = {
  one: { account: 'acme', tier: 'pro' },
  other: { account: 'globex', tier: 'free' },
}

test('the host says whose a request is; its account has the quota of its tier', async () => {
  const { ask } = await testService({ authorize: (request) => SESSIONS[request.header('cookie') ?? ''] })
  const one = await ask('GET', KP, { cookie: 'one' })
  expect([one.status, one.headers.get('ratelimit-policy')]).toEqual([200, '"day";q=1000000;w=86400'])
  for (let left = 999; left >= 990; left -= 1) {
    const { headers } = await ask('GET', KP, { cookie: 'other' })
    expect(headers.get('ratelimit')).toMatch(new RegExp(`r=${left};`))
  }
  expect((await ask('POST', '/v1/shells', { cookie: 'other' }, undefined, '{}')).json.error).toBe(
    'tier_required',
  )
})

test('a request of nobody is 401, and keys of this service mean nothing', async () => {
  const { ask, key, spaceData } = await testService({
    authorize: async (request) => SESSIONS[request.header('cookie') ?? ''],
  })
  expect((await ask('GET', KP)).json).toMatchObject({
    error: 'invalid_key',
    message: 'This request is not authorized.',
  })
  expect((await ask('GET', KP, { 'x-api-key': key })).status).toBe(401)
  expect((await ask('GET', KP, { cookie: 'one' })).status).toBe(200)
  const issuing = new Request('http://space-data.test/v1/keys', { method: 'POST', body: '{"label":"x"}' })
  expect((await spaceData.handle(issuing)).status).toBe(404)
})

test('what it throws, and an account that is no name, is reported and is 500', async () => {
  const { ask, errors } = await testService({
    authorize: (request) => {
      if (request.header('cookie') === null) throw new Error('the session store is away')
      return { account: 'a b', tier: 'pro' }
    },
  })
  expect((await ask('GET', KP)).json.error).toBe('internal_error')
  expect((await ask('GET', KP, { cookie: 'x' })).json.error).toBe('internal_error')
  expect(errors.map(String)).toEqual([
    'Error: the session store is away',
    expect.stringMatching(/^TypeError: authorize must return an account of 1 to 64 characters/),
  ])
})
