import { createPublicKey } from 'node:crypto'
import { brotliDecompressSync } from 'node:zlib'
import { createSpaceData, memory } from '@space-data/core'
import { everything } from '@space-data/core/features'
import { nodeCompressor } from '@space-data/core/node'
import { verifyResponse } from '@space-data/core/verify'
import { createVerifier, httpbis } from 'http-message-signatures'
import { parseDictionary } from 'structured-headers'
import { describe, expect, test } from 'vitest'
import { stoppedClock, testService } from '../support/service.ts'
import { OTHER_PUBLIC_KEY, otherKey, RFC_PUBLIC_KEY, rfcKey, signing } from '../support/signing-keys.ts'

const FIELDS = ['content-location', 'unencoded-digest', 'signature-input', 'signature']

const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: rfcKey.x }, format: 'jwk' })

/** Verifies every signature of a response with the package of another author. */
async function verifyIndependently({ headers }: { headers: Headers }): Promise<boolean | null> {
  const verify = createVerifier(publicKey, 'ed25519')
  return httpbis.verifyMessage(
    {
      all: true,
      tolerance: 10 * 365 * 86_400,
      notAfter: Number.MAX_SAFE_INTEGER,
      keyLookup: async ({ keyid }) =>
        RFC_PUBLIC_KEY === `ed25519-${keyid}` ? { id: keyid ?? '', algs: ['ed25519'], verify } : null,
    },
    { status: 200, headers: Object.fromEntries(headers) },
  )
}

const SIGNED = [
  ['/v1/space-weather/kp', '/v1/space-weather/kp'],
  ['/v1/objects/25544', '/v1/objects/25544'],
  ['/v1/objects/25544?format=csv', '/v1/objects/25544?format=csv'],
  ['/v1/tle/STATIONS', '/v1/tle/stations'],
  ['/v1/tle/stations?nothing=1&format=kvn', '/v1/tle/stations?format=kvn'],
  ['/v1/events/recent?limit=2&kind=flare', '/v1/events/recent?kind=flare&limit=2'],
  ['/v1/launches/upcoming', '/v1/launches/upcoming'],
  ['/v1/launches.ics', '/v1/launches.ics'],
  ['/ref/scales', '/ref/scales'],
]

describe.each(SIGNED)('%s', (asked, location) => {
  test('is signed, and holds by both verifiers', async () => {
    const { get, clock } = await testService({ signing })
    const { status, headers, text } = await get(asked)
    expect(status).toBe(200)
    expect(headers.get('content-location')).toBe(location)
    expect(await verifyIndependently({ headers })).toBe(true)
    const verified = await verifyResponse(new Response(text, { headers }), {
      keys: [OTHER_PUBLIC_KEY, RFC_PUBLIC_KEY],
      path: location,
      now: clock.now().getTime(),
    })
    expect(verified).toMatchObject({ key: RFC_PUBLIC_KEY, path: location })
    const [from, until] = text.startsWith('{"source"')
      ? [JSON.parse(text).fetched_at, JSON.parse(text).valid_until]
      : [headers.get('x-fetched-at'), headers.get('x-valid-until')]
    expect(verified.createdAt).toBe(Math.floor(Date.parse(from) / 1_000) * 1_000)
    expect(verified.expiresAt).toBe(Math.floor(Date.parse(until) / 1_000) * 1_000)
  })
})

test('the fields are structured fields, and scripts of other sites may read them', async () => {
  const { get } = await testService({ signing })
  const { headers } = await get('/v1/space-weather/kp')
  expect([...parseDictionary(headers.get('signature') ?? '').keys()]).toEqual(['sd', 'answer'])
  const input = parseDictionary(headers.get('signature-input') ?? '')
  const [components, params] = input.get('sd') as unknown as [
    [string, Map<string, unknown>][],
    Map<string, unknown>,
  ]
  expect(components.map(([name, of]) => [name, [...of.keys()]])).toEqual([['unencoded-digest', ['sf']]])
  expect(Object.fromEntries(params)).toMatchObject({
    tag: 'ed25519-integrity',
    keyid: RFC_PUBLIC_KEY.slice('ed25519-'.length),
  })
  const exposed = headers.get('access-control-expose-headers')?.split(', ')
  expect(exposed).toEqual(expect.arrayContaining(FIELDS))
})

test('a signature is made once, at the load: every request gets the same', async () => {
  const { get, clock } = await testService({ signing })
  const first = await get('/v1/tle/stations')
  const again = await get('/v1/tle/stations')
  expect(again.headers.get('signature')).toBe(first.headers.get('signature'))
  clock.advance(6 * 3_600_000 + 1_000)
  const later = await get('/v1/tle/stations')
  expect(later.headers.get('signature-input')).not.toBe(first.headers.get('signature-input'))
})

test('HEAD has the fields of GET', async () => {
  const { ask, get, key } = await testService({ signing })
  const { headers } = await get('/v1/space-weather/kp')
  const head = await ask('HEAD', '/v1/space-weather/kp', { 'x-api-key': key })
  for (const name of FIELDS) expect(head.headers.get(name), name).toBe(headers.get(name))
})

test('a 304 brings the fields of the response that it confirms, for caches to update theirs', async () => {
  const { get } = await testService({ signing })
  const { headers } = await get('/v1/tle/stations')
  const unchanged = await get('/v1/tle/stations', { 'if-none-match': headers.get('etag') ?? '' })
  expect(unchanged.status).toBe(304)
  for (const name of FIELDS) expect(unchanged.headers.get(name), name).toBe(headers.get(name))
})

test('content codings have one digest and one signature: those of the body before them', async () => {
  const { get } = await testService({ signing, compress: nodeCompressor() })
  const plain = await get('/ref/endpoints')
  const { spaceData } = await testService({ signing, compress: nodeCompressor() })
  const request = new Request('http://localhost/ref/endpoints', { headers: { 'accept-encoding': 'br' } })
  const encoded = await spaceData.handle(request)
  expect(encoded.headers.get('content-encoding')).toBe('br')
  for (const name of FIELDS) expect(encoded.headers.get(name), name).toBe(plain.headers.get(name))
  expect(brotliDecompressSync(await encoded.arrayBuffer()).toString()).toBe(plain.text)
})

test('pages, errors, answers to POST, uncached ones and the directory are not signed', async () => {
  const { ask, get, key } = await testService({ signing })
  const replies = [
    await get('/', { accept: 'text/html' }),
    await get('/status'),
    await get('/openapi.json'),
    await get('/v1/objects/0'),
    await get('/v1/alerts'),
    await ask('GET', '/v1/space-weather/kp'),
    await ask('GET', '/.well-known/http-message-signatures-directory'),
    await ask('OPTIONS', '/v1/space-weather/kp', { 'x-api-key': key }),
  ]
  for (const { headers } of replies) for (const name of FIELDS) expect(headers.get(name)).toBeNull()
})

test('without signing no header is added, and there is no directory', async () => {
  const { get, spaceData } = await testService()
  for (const path of ['/v1/space-weather/kp', '/v1/tle/stations', '/ref/scales']) {
    const { headers } = await get(path)
    for (const name of FIELDS) expect(headers.get(name)).toBeNull()
    expect(headers.get('access-control-expose-headers')).not.toContain('signature')
  }
  const directory = new Request('http://localhost/.well-known/http-message-signatures-directory')
  expect((await spaceData.handle(directory)).status).toBe(404)
})

test('the directory lists the public keys that have not expired, and never a private one', async () => {
  const clock = stoppedClock()
  const now = clock.now().getTime() / 1_000
  const { d: _, ...old } = otherKey
  const keys = [
    { ...rfcKey, nbf: now },
    { ...old, exp: now + 60 },
  ]
  const { ask } = await testService({ signing: { keys } }, clock)
  const { status, headers, text } = await ask('GET', '/.well-known/http-message-signatures-directory')
  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('application/http-message-signatures-directory+json')
  const listed = (json: string) => JSON.parse(json).keys.map(({ x }: { x: string }) => x)
  expect(listed(text)).toEqual([rfcKey.x, otherKey.x])
  expect(text).not.toContain(rfcKey.d)
  clock.advance(2 * 3_600_000)
  const later = await ask('GET', '/.well-known/http-message-signatures-directory')
  expect(listed(later.text)).toEqual([rfcKey.x])
})

test('the newest private key that has begun signs', async () => {
  const clock = stoppedClock()
  const now = clock.now().getTime() / 1_000
  const { get } = await testService({ signing: { keys: [{ ...otherKey, nbf: now + 600 }, rfcKey] } }, clock)
  const keyidOf = async () =>
    /keyid="([^"]+)"/.exec((await get('/v1/space-weather/wind')).headers.get('signature-input') ?? '')?.[1]
  expect(`ed25519-${await keyidOf()}`).toBe(RFC_PUBLIC_KEY)
  clock.advance(601_000)
  expect(`ed25519-${await keyidOf()}`).toBe(OTHER_PUBLIC_KEY)
})

test('keys that do not belong together are reported, and answers go unsigned', async () => {
  const { get, errors } = await testService({ signing: { keys: [{ ...rfcKey, x: otherKey.x }] } })
  const { status, headers } = await get('/ref/scales')
  expect([status, headers.get('signature')]).toEqual([200, null])
  expect(String(errors[0])).toMatch(/^Error: signing: /)
  expect(String(errors[0])).not.toContain(rfcKey.d)
})

test.each([
  ['no set', {}],
  ['no keys', { keys: [] }],
  ['public keys only', { keys: [{ ...rfcKey, d: undefined }] }],
  ['another curve', { keys: [{ ...rfcKey, crv: 'P-256' }] }],
  ['a short key', { keys: [{ ...rfcKey, d: 'abc' }] }],
])('refuses %s, without repeating it', (_, keys) => {
  expect(() => createSpaceData({ features: everything, signing: keys as never })).toThrow(
    /^signing: (?!.*n4Ni)/,
  )
})

test('a snapshot from the store is signed again, by the key of the process that serves it', async () => {
  const clock = stoppedClock()
  const store = memory()
  const first = await testService({ store }, clock)
  const { headers: before, text } = await first.get('/v1/tle/stations')
  expect(before.get('signature')).toBeNull()
  for (const [key, name] of [
    [rfcKey, RFC_PUBLIC_KEY],
    [otherKey, OTHER_PUBLIC_KEY],
  ] as const) {
    const restarted = await testService(
      { store, signing: { keys: [key] }, fetch: () => Promise.reject(new Error('no network')) },
      clock,
    )
    const { headers, text: same } = await restarted.get('/v1/tle/stations')
    expect(same).toBe(text)
    const response = new Response(same, { headers })
    const now = clock.now().getTime()
    expect(await verifyResponse(response, { keys: name, path: '/v1/tle/stations', now })).toMatchObject({
      key: name,
    })
  }
})
