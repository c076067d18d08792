import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createSpaceData } from '@space-data/core'
import { toNodeListener } from '@space-data/core/node'
import { expect, onTestFinished, test } from 'vitest'
import { stoppedClock, testService } from '../support/service.ts'

const JSON_BODY = { 'content-type': 'application/json' }
const body = (value: unknown) => JSON.stringify(value)

test('200 with exactly ok, key and tier; the key works at once and is a free one', async () => {
  const { ask } = await testService()
  const answer = await ask(
    'POST',
    '/v1/keys',
    JSON_BODY,
    { ip: '192.0.2.7' },
    body({ label: 'me', unknown: 1 }),
  )
  expect(answer.status).toBe(200)
  expect(Object.keys(answer.json)).toEqual(['ok', 'key', 'tier'])
  expect(answer.json).toMatchObject({ ok: true, tier: 'free' })
  expect(answer.json.key).toMatch(/^sd_live_[0-9A-Za-z]{36}$/)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  const used = await ask('GET', '/v1/space-weather/kp', { authorization: `Bearer ${answer.json.key}` })
  expect(used.status).toBe(200)
  expect(used.headers.get('ratelimit-policy')).toBe('"day";q=1000;w=86400')
})

test('one key per network and UTC day; the 429 says until when', async () => {
  const clock = stoppedClock('2026-11-21T23:00:00Z')
  const { ask } = await testService({}, clock)
  const issue = (ip: string) => ask('POST', '/v1/keys', JSON_BODY, { ip }, body({ label: 'me' }))
  expect((await issue('2001:db8:1:2::1')).status).toBe(200)
  const second = await issue('2001:db8:1:2:ffff::9')
  expect(second.status).toBe(429)
  expect(second.json).toEqual({
    error: 'key_issuance_limited',
    message:
      'This network has already received its free key for today. ' +
      'The next one can be issued at 2026-11-22T00:00Z.',
    retry_after_seconds: 3_600,
  })
  expect(second.headers.get('retry-after')).toBe('3600')
  expect((await issue('2001:db8:1:3::1')).status).toBe(200)
  clock.goTo('2026-11-22T00:00:00Z')
  expect((await issue('2001:db8:1:2::1')).status).toBe(200)
})

test.each([
  ['127.0.0.1', true],
  ['127.8.9.10', true],
  ['::1', true],
  ['::ffff:127.0.0.1', true],
  ['192.168.1.1', false],
  ['10.0.0.1', false],
  ['2001:db8::1', false],
])('the 429 for %s mentions the operator’s command: %s', async (ip, isLocal) => {
  const { ask } = await testService()
  const issue = () => ask('POST', '/v1/keys', JSON_BODY, { ip }, body({ label: 'me' }))
  expect((await issue()).status).toBe(200)
  const { status, json, headers } = await issue()
  expect([status, Object.keys(json)]).toEqual([429, ['error', 'message', 'retry_after_seconds']])
  expect(headers.get('retry-after')).toBe(String(json.retry_after_seconds))
  const tail = / The operator of this server can issue one at any time: space-data keys issue$/
  expect(tail.test(json.message)).toBe(isLocal)
})

test('without an address no key is issued, and nobody else’s is used up', async () => {
  const { ask } = await testService()
  const issue = (peer: { ip?: string }) => ask('POST', '/v1/keys', JSON_BODY, peer, body({ label: 'me' }))
  for (let i = 0; i < 20; i += 1) {
    const { status, json } = await issue({})
    expect([status, json.error]).toEqual([403, 'address_unknown'])
    expect(json.message).toMatch(/Ask its operator for a key\. Operator: pass the address/)
  }
  expect((await issue({ ip: '192.0.2.1' })).status).toBe(200)
})

test('the command of the operator is the one that was set, or none', async () => {
  for (const [issueCommand, tail] of [
    ['npx space-data keys issue --sample', /any time: npx space-data keys issue --sample$/],
    ['', /^(?!.*operator)/],
  ] as const) {
    const { ask } = await testService({ issueCommand })
    const issue = () => ask('POST', '/v1/keys', JSON_BODY, { ip: '127.0.0.1' }, body({ label: 'me' }))
    await issue()
    expect((await issue()).json.message).toMatch(tail)
  }
})

test('behind a proxy on this machine the client’s address counts', async () => {
  const spaceData = createSpaceData({ now: stoppedClock().now })
  const server = createServer(toNodeListener(spaceData, { trustedHops: 1 }))
  onTestFinished(async () => {
    server.close()
    await spaceData.close()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const findProtocolError = async (client: string) => {
    const headers = { ...JSON_BODY, 'x-forwarded-for': client }
    const request = { method: 'POST', headers, body: body({ label: 'me' }) }
    await fetch(`http://127.0.0.1:${port}/v1/keys`, request)
    const refused = await fetch(`http://127.0.0.1:${port}/v1/keys`, request)
    return ((await refused.json()) as { message: string }).message
  }
  expect(await findProtocolError('198.51.100.7')).not.toContain('space-data keys issue')
  expect(await findProtocolError('127.0.0.1, 198.51.100.8')).not.toContain('space-data keys issue')
  expect(await findProtocolError('127.0.0.1')).toContain('space-data keys issue')
})

test.each([
  ['no content type', {}, body({ label: 'me' }), 415, 'unsupported_media_type'],
  [
    'another content type',
    { 'content-type': 'text/plain' },
    body({ label: 'me' }),
    415,
    'unsupported_media_type',
  ],
  ['no body', JSON_BODY, undefined, 400, 'invalid_body'],
  ['no JSON', JSON_BODY, '{label', 400, 'invalid_body'],
  ['null', JSON_BODY, 'null', 400, 'invalid_body'],
  ['no label', JSON_BODY, '{}', 400, 'invalid_body'],
  ['a label that is a number', JSON_BODY, body({ label: 7 }), 400, 'invalid_body'],
  ['an empty label', JSON_BODY, body({ label: '' }), 400, 'invalid_body'],
  ['a control character', JSON_BODY, body({ label: 'a\u0007b' }), 400, 'invalid_body'],
  ['half a pair', JSON_BODY, '{"label":"\\ud800"}', 400, 'invalid_body'],
  ['101 characters', JSON_BODY, body({ label: 'é'.repeat(101) }), 400, 'invalid_body'],
  ['a label of blanks', JSON_BODY, body({ label: '  \u00a0\u200b\u3000' }), 400, 'invalid_body'],
  ['invalid UTF-8', JSON_BODY, new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d]), 400, 'invalid_body'],
  ['more than 2 KiB', JSON_BODY, body({ label: 'me', more: 'x'.repeat(2_048) }), 413, 'payload_too_large'],
  ['deep nesting', JSON_BODY, '['.repeat(500) + ']'.repeat(500), 400, 'invalid_body'],
] as const)('%s is refused and takes no slot', async (_, headers, sent, status, error) => {
  const { ask } = await testService()
  const refused = await ask(
    'POST',
    '/v1/keys',
    headers as Record<string, string>,
    { ip: '192.0.2.8' },
    sent as BodyInit,
  )
  expect(refused.json.error).toBe(error)
  expect(refused.status).toBe(status)
  const issued = await ask(
    'POST',
    '/v1/keys',
    JSON_BODY,
    { ip: '192.0.2.8' },
    body({ label: `100 ok: ${'𝒳'.repeat(92)}` }),
  )
  expect(issued.status).toBe(200)
})

test('a label of 100 characters is accepted in any encoding, and a 413 names the limit', async () => {
  const { ask } = await testService()
  const issue = (ip: string, sent: string) => ask('POST', '/v1/keys', JSON_BODY, { ip }, sent)
  const escaped = `{"label": "${'\\ud83d\\ude80'.repeat(100)}"}`
  expect((await issue('192.0.2.1', escaped)).status).toBe(200)
  const { status, json } = await issue('192.0.2.2', body({ label: 'me', more: 'x'.repeat(2_048) }))
  expect([status, json.message]).toEqual([413, 'The request body is too large: at most 2 KiB.'])
})

test.each([
  ['cross-site', 403],
  ['same-site', 200],
  ['same-origin', 200],
  ['none', 200],
  ['', 200],
])('a browser with Sec-Fetch-Site: %s gets %i', async (site, status) => {
  const { ask } = await testService()
  const headers = { ...JSON_BODY, origin: 'https://other.example', ...(site && { 'sec-fetch-site': site }) }
  const answer = await ask('POST', '/v1/keys', headers, { ip: '192.0.2.7' }, body({ label: 'me' }))
  expect(answer.status).toBe(status)
  if (status === 403) expect(answer.json.error).toBe('cross_site_refused')
})

test('pages of other sites can read neither response nor preflight, and use up no attempts', async () => {
  const { ask } = await testService({ limits: { issuancePerHour: 2 } })
  const post = (site: string, sent = '{}') =>
    ask('POST', '/v1/keys', { ...JSON_BODY, 'sec-fetch-site': site }, { ip: '192.0.2.7' }, sent)
  const answers = [await ask('OPTIONS', '/v1/keys', { origin: 'https://other.example' })]
  for (let i = 0; i < 5; i += 1) answers.push(await post('cross-site'))
  answers.push(await ask('GET', '/v1/keys'), await post('same-origin'))
  answers.push(await post('same-origin', body({ label: 'me' })), await post('same-origin'))
  expect(answers.map(({ status }) => status)).toEqual([204, 403, 403, 403, 403, 403, 405, 400, 200, 429])
  for (const { headers } of answers) {
    expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
  }
})

test('attempts are limited to 10 an hour per network', async () => {
  const spaceData = createSpaceData({ now: stoppedClock().now })
  const attempt = async () => {
    const request = new Request('http://space-data.test/v1/keys', {
      method: 'POST',
      headers: JSON_BODY,
      body: '{}',
    })
    const response = await spaceData.handle(request, { ip: '192.0.2.9' })
    return ((await response.json()) as { error: string }).error
  }
  const errors = []
  for (let i = 0; i < 11; i += 1) errors.push(await attempt())
  expect(errors).toEqual([...Array(10).fill('invalid_body'), 'rate_limited'])
})
