import { Problem } from '@space-data/core'
import { describe, expect, test } from 'vitest'
import { readCredential } from '../../packages/core/src/kernel/accounts/keys/authenticate.ts'
import { isSecret, newSecret } from '../../packages/core/src/kernel/accounts/keys/secret.ts'

const A = newSecret('sd_live_')
const B = newSecret('sd_live_')
const BAD = `${A.slice(0, -1)}${A.endsWith('0') ? '1' : '0'}`

const secretOf = (prefix: string) => (text: string) => (isSecret(text, prefix) ? text : undefined)

/**
 * What is read from a request with these headers, as fetch-standard hosts and our Node host join repeated
 * ones.
 */
function read(...headers: [name: string, value: string][]): string {
  const list = new Headers()
  for (const [name, value] of headers) list.append(name, value)
  try {
    return readCredential({ header: (name) => list.get(name) }, secretOf('sd_live_'), 'sd_live_')
  } catch (error) {
    if (error instanceof Problem) return error.code
    throw error
  }
}

const bearer = (token: string): [string, string] => ['authorization', `Bearer ${token}`]
const apiKey = (key: string): [string, string] => ['x-api-key', key]

describe('all 16 of {absent, good A, good B, bad}²', () => {
  const values = { absent: undefined, A, B, bad: BAD }
  const named = (key: string) => ({ [A]: 'A', [B]: 'B' })[key] ?? key

  test.each([
    ['absent', 'absent', 'missing_key'],
    ['absent', 'A', 'A'],
    ['absent', 'B', 'B'],
    ['absent', 'bad', 'invalid_key'],
    ['A', 'absent', 'A'],
    ['A', 'A', 'A'],
    ['A', 'B', 'A'],
    ['A', 'bad', 'A'],
    ['B', 'absent', 'B'],
    ['B', 'A', 'B'],
    ['B', 'B', 'B'],
    ['B', 'bad', 'B'],
    ['bad', 'absent', 'invalid_key'],
    ['bad', 'A', 'A'],
    ['bad', 'B', 'B'],
    ['bad', 'bad', 'invalid_key'],
  ] as const)('bearer %s with x-api-key %s is %s', (inBearer, inApiKey, expected) => {
    const headers: [string, string][] = []
    if (values[inBearer]) headers.push(bearer(values[inBearer]))
    if (values[inApiKey]) headers.push(apiKey(values[inApiKey]))
    expect(named(read(...headers))).toBe(expected)
  })
})

test.each([
  [bearer(A), bearer(B)],
  [bearer(A), bearer(A)],
  [bearer(A), bearer(A), apiKey(A)],
  [bearer(A), ['authorization', 'Basic YTpi']],
  [['authorization', 'Basic YTpi'], bearer(A)],
  [['authorization', ''], bearer(A)],
  [bearer('gateway-token'), bearer(A)],
  [apiKey(A), apiKey(B)],
  [apiKey(A), apiKey(A)],
  [bearer(A), apiKey(A), apiKey(A)],
  [apiKey(''), apiKey(A)],
] as [string, string][][])(
  'a repeated header is refused, never the first of two taken: %j %j',
  (...headers) => {
    expect(read(...headers)).toBe('invalid_key')
  },
)

test.each(['Bearer', 'bearer', 'BEARER', 'bEaReR', 'Bearer ', 'Bearer    ', 'Bearer\t', '  Bearer  '])(
  'the scheme may be written %j',
  (scheme) => {
    expect(read(['authorization', `${scheme} ${A}  `])).toBe(A)
    expect(read(['Authorization', `${scheme}  ${A}`])).toBe(A)
  },
)

test('space around an x-api-key is no part of it, and the name may be written in any case', () => {
  expect(read(['X-API-Key', ` \t${A} `])).toBe(A)
})

test.each([
  A.toLowerCase(),
  A.toUpperCase(),
  A.replace('sd_live_', 'SD_LIVE_'),
  `${A.slice(0, 20)} ${A.slice(20)}`,
  `${A.slice(0, 20)}"${A.slice(20)}`,
  `Basic ${A}`,
  `${A};`,
  `${A}=`,
  `<${A}>`,
  `${A}.${A}`,
  `"${A}" "${A}"`,
  `key=${A}`,
  encodeURIComponent(`${A} `),
])('nothing but the key itself is the key: %j', (variant) => {
  expect(read(bearer(variant))).toBe('invalid_key')
  expect(read(apiKey(variant))).toBe('invalid_key')
})

// Node decodes the bytes of a header as Latin-1, others as UTF-8.
const utf8 = (text: string) => Buffer.from(text, 'utf8').toString('latin1')

test.each([
  `"${A}"`,
  `'${A}'`,
  utf8(`“${A}”`),
  `Bearer ${A}`,
  `"Bearer ${A}"`,
  `bearer Bearer  ${A}`,
  `\u00a0${A}\u00a0`,
  utf8(`\u00a0${A}`),
  utf8(`\ufeff${A}\u200b`),
  utf8(`${A.slice(0, 20)}\u200b${A.slice(20)}`),
])('what is pasted around a key is ignored: %j', (pasted) => {
  expect(read(bearer(pasted))).toBe(A)
  expect(read(apiKey(pasted))).toBe(A)
  expect(read(bearer('gateway-token'), apiKey(pasted))).toBe(A)
})

test('what cannot be a key is told what a key looks like, and is not repeated', () => {
  const messageOf = (text: string) => {
    try {
      readCredential(
        { header: (name) => (name === 'x-api-key' ? text : null) },
        secretOf('sd_live_'),
        'sd_live_',
      )
    } catch (error) {
      return (error as Problem).message
    }
  }
  const noKey = 'This is not an API key: a key is sd_live_ and 36 letters and digits.'
  for (const text of ['$KEY', '<API_KEY>', 'sd_live_', A.slice(0, -1), `<${A}>`, 'x'.repeat(44), ''])
    expect(messageOf(text)).toBe(noKey)
  for (const text of [BAD, `"${BAD}"`])
    expect(messageOf(text)).toMatch(/^Invalid API key\. Check that it is complete/)
})

test('a megabyte of blanks in a credential is read in the time of a megabyte', () => {
  const blanks = ' '.repeat(1_000_000)
  expect(read(bearer(`a${blanks}b`))).toBe('invalid_key')
  expect(read(apiKey(`a${blanks}b`))).toBe('invalid_key')
})

describe('what is not a Bearer token of ours is somebody else’s', () => {
  const foreign = [
    'Basic dXNlcjpwYXNz',
    'Basic',
    'Digest username="a", realm="b, bearer", nonce="c, d", uri="/v1", response="e"',
    'Negotiate YII=',
    'AWS4-HMAC-SHA256 Credential=A/20261121/x, SignedHeaders=host;x-date, Signature=f',
    'DPoP abc',
    'Token abc',
    'BearerToken abc',
    A,
    '',
    ' ',
  ]

  test.each(foreign)('%j leaves the word to x-api-key', (value) => {
    expect(read(['authorization', value], apiKey(A))).toBe(A)
    expect(read(['authorization', value], apiKey(BAD))).toBe('invalid_key')
    expect(read(['authorization', value])).toBe('missing_key')
  })

  test.each(['eyJhbGciOiJIUzI1NiJ9.e30.c2ln', 'gateway', '', A.replace('live', 'test'), 'x'.repeat(16_000)])(
    'so does a foreign Bearer token: %j',
    (token) => {
      expect(read(bearer(token), apiKey(A))).toBe(A)
      expect(read(bearer(token))).toBe('invalid_key')
    },
  )
})

test.each([
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'valueOf',
  'undefined',
  'null',
  '%00',
  'ÿ',
])('is no key: %s', (name) => {
  expect(read(bearer(name))).toBe('invalid_key')
  expect(read(apiKey(name))).toBe('invalid_key')
})

test('a key in another header, or a prefix of the operator’s own, does not count', () => {
  expect(read(['x-apikey', A], ['cookie', `key=${A}`], ['proxy-authorization', `Bearer ${A}`])).toBe(
    'missing_key',
  )
  expect(() => readCredential({ header: () => A }, secretOf('acme_'), 'acme_')).toThrow(Problem)
})

test('a good key beside another credential in one header is refused, not picked out', () => {
  const key = newSecret('sd_live_')
  const of = (authorization: string) => () =>
    readCredential(
      { header: (name) => (name === 'authorization' ? authorization : null) },
      secretOf('sd_live_'),
      'sd_live_',
    )
  expect(of(`Bearer ${key}`)()).toBe(key)
  for (const concatBytes of [
    `Basic YTpi, Bearer ${key}`,
    `Bearer ${key}, Basic YTpi`,
    `Bearer ${key}, Bearer ${key}`,
  ])
    expect(of(concatBytes)).toThrow(expect.objectContaining({ code: 'invalid_key' }))
})
