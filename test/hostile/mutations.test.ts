import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hasBun } from '../runtimes/bun.ts'
import { orInSoak } from '../support/tier.ts'
import { coalesce, faultsOf } from './faults.ts'
import { get, ping, request, upload } from './requests/odd-request.ts'
import { isHealthy, type Server, startBun, startNode } from './servers.ts'
import { exchange } from './wire.ts'

const RUNS = orInSoak(5_000, 100_000)
const SEED = 20_261_121
const JSON_TYPE = 'Content-Type: application/json'

/** Valid requests of every kind, none of which is sent upstream. */
const healthy = [
  ping(),
  ping() + ping(),
  get('/ref/tiers', 'Accept: application/json', 'If-None-Match: "x"', 'Origin: https://example.org'),
  get('/v1/speedtest/down?bytes=100', 'User-Agent: test', 'Connection: keep-alive'),
  get('/shell/diff', `Authorization: Bearer sd_live_${'x'.repeat(36)}`),
  get('/v1/objects/25544', 'x-api-key: nonsense', 'X-Forwarded-For: 192.0.2.1, 198.51.100.2'),
  request('HEAD /ref HTTP/1.1'),
  request('OPTIONS /v1/keys HTTP/1.1', ['Access-Control-Request-Method: POST']),
  request('POST /v1/keys HTTP/1.1', [JSON_TYPE, 'Content-Length: 13'], '{"label":"x"}'),
  request(
    'POST /v1/keys HTTP/1.1',
    [JSON_TYPE, 'Expect: 100-continue', 'Content-Length: 13'],
    '{"label":"x"}',
  ),
  upload(['Content-Length: 5'], 'hello'),
  upload(['Transfer-Encoding: chunked'], '5\r\nhello\r\n3;a=b\r\nyou\r\n0\r\n\r\n') + ping(),
]

/** Fragments that HTTP parsers are known to fail on. */
const tokens = [
  ...[
    '\r',
    '\n',
    '\r\n',
    '\r\n\r\n',
    '\0',
    ' ',
    '\t',
    ':',
    ',',
    ';',
    '"',
    '%00',
    '%2f',
    '..',
    '//',
    '\\',
    '#',
    '?',
    '*',
    '@',
    '\x7f',
    '\xff',
  ],
  ...[
    'HTTP/1.0',
    'HTTP/1.1',
    'HTTP/2.0',
    'Host: evil',
    'Host:',
    'Content-Length: 0',
    'Content-Length: 99',
    'Content-Length: -1',
    'Transfer-Encoding: chunked',
  ],
  ...[
    'Transfer-Encoding: x',
    'Connection: close',
    'Connection: Upgrade',
    'Upgrade: h2c',
    'Expect: 100-continue',
    '0\r\n\r\n',
    'ffffffffffffffff\r\n',
    '__proto__',
  ],
  ...['GET ', 'CONNECT ', 'TRACE ', 'http://evil', ping()],
]

type Change = (bytes: string) => string

const place = fc.nat({ max: 400 })
const piece = fc.oneof(
  fc.constantFrom(...tokens),
  fc.uint8Array({ minLength: 1, maxLength: 8 }).map((bytes) => String.fromCharCode(...bytes)),
)
const change: fc.Arbitrary<Change> = fc.oneof(
  fc.tuple(place, piece).map(
    ([at, text]): Change =>
      (bytes) =>
        bytes.slice(0, at) + text + bytes.slice(at),
  ),
  fc.tuple(place, fc.integer({ min: 1, max: 20 })).map(
    ([at, n]): Change =>
      (bytes) =>
        bytes.slice(0, at) + bytes.slice(at + n),
  ),
  fc.tuple(place, piece).map(
    ([at, text]): Change =>
      (bytes) =>
        bytes.slice(0, at) + text + bytes.slice(at + text.length),
  ),
  place.map(
    (at): Change =>
      (bytes) =>
        bytes.slice(0, at),
  ),
  fc.tuple(place, fc.integer({ min: 1, max: 80 }), fc.integer({ min: 2, max: 300 })).map(
    ([at, n, times]): Change =>
      (bytes) =>
        bytes.slice(0, at) + bytes.slice(at, at + n).repeat(times) + bytes.slice(at + n),
  ),
  fc.tuple(fc.nat({ max: 8 }), fc.nat({ max: 8 })).map(
    ([one, other]): Change =>
      (bytes) => {
        const lines = bytes.split('\r\n')
        const moved = lines.splice(one % lines.length, 1)
        return lines.toSpliced(other % (lines.length + 1), 0, ...moved).join('\r\n')
      },
  ),
  fc.tuple(place, fc.constantFrom(...healthy)).map(
    ([at, other]): Change =>
      (bytes) =>
        bytes.slice(0, at) + other.slice(at),
  ),
)
const mutation = fc
  .tuple(fc.constantFrom(...healthy), fc.array(change, { minLength: 1, maxLength: 4 }))
  .map(([bytes, changes]) => changes.reduce((changed, apply) => apply(changed), bytes))

const timeout = 3_600_000

test('Node', { timeout }, async () => {
  await using server = await startNode()
  await survives('Node', server)
  expect(server.output()).not.toMatch(/space-data:|Error|at .*\.js/)
})

describe.skipIf(!hasBun())('the example', () => {
  test('Bun', { timeout }, async () => {
    await using server = await startBun()
    await survives('Bun', server)
    // The recorder of series may have begun: there is no provider here.
    expect(server.output().replaceAll(/^[\w-]+: connection failed \(ECONNREFUSED\)\n/gm, '')).toBe('')
  })
})

/** Sends mutations: none may cause a 5xx or a hang, and the server stays healthy. */
async function survives(name: string, server: Server): Promise<void> {
  const mutations = fc.sample(mutation, { numRuns: RUNS, seed: SEED })
  const outcomes = new Map<string, number>()
  const wrong: unknown[] = []
  await coalesce(
    mutations,
    250,
    async (bytes) => {
      const seen = await exchange(server.port, bytes, { timeoutMs: 60 })
      const [first = ''] = seen.outcome.split(' ')
      outcomes.set(first, (outcomes.get(first) ?? 0) + 1)
      const faults = faultsOf(seen, name)
      if (faults.length > 0) wrong.push({ bytes: JSON.stringify(bytes), outcome: seen.outcome, faults })
    },
    async () => expect(await isHealthy(server)).toBe(true),
  )
  const counts = [...outcomes].sort((a, b) => b[1] - a[1]).map(([outcome, times]) => `${outcome} ×${times}`)
  console.log(`FIGURE mutated requests ${name}: ${RUNS} sent, ${wrong.length} wrong (${counts.join(', ')})`)
  expect(wrong.slice(0, 10)).toEqual([])
}
