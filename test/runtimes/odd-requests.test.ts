import { describe, expect, test, vi } from 'vitest'
import { request } from '../hostile/requests/odd-request.ts'
import { exchange } from '../hostile/wire.ts'
import { patiently } from '../support/patience.ts'
import { hasBun } from './bun.ts'
import { type Example, hasDeno, startOnBun, startOnDeno, startOnNode } from './examples.ts'

vi.setConfig({ testTimeout: 120_000 })

const JSON_TYPE = 'Content-Type: application/json'
const CHUNKED = 'Transfer-Encoding: chunked'

/**
 * One of each kind of the requests that `hostile/odd-requests` sends to Node: its bytes below a base with a
 * key, and how it may end; any request may also be refused.
 */
const kinds: readonly [kind: string, bytes: (base: string, key: string) => string, outcomes: string[]][] = [
  ['an unknown method', (base) => request(`TRACK ${base}/ref HTTP/1.1`), []],
  ['a method for proxies', () => request('CONNECT example.org:443 HTTP/1.1'), []],
  // Hono's server for Node answers it as 1.1.
  ['a version that is not spoken', (base) => request(`GET ${base}/ref HTTP/2.0`), ['505', '200']],
  ['a line end of another kind', (base) => `GET ${base}/ref HTTP/1.1\nHost: a\n\n`, ['505']],
  ['another protocol', () => '\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03', []],
  ['a whole URL with a foreign host', (base) => request(`GET http://evil.test${base}/ref HTTP/1.1`), ['200']],
  ['segments of dots', (base) => request(`GET ${base}/x/../ref HTTP/1.1`), ['200']],
  ['a slash too many', (base) => request(`GET ${base}//evil.test/ref HTTP/1.1`), []],
  ['an encoded slash', (base) => request(`GET ${base}/ref%2Ftiers HTTP/1.1`), []],
  ['a target of 20 KB', (base) => request(`GET ${base}/${'a'.repeat(20_000)} HTTP/1.1`), []],
  [
    'a number in another spelling',
    (base, key) => request(`GET ${base}/v1/objects/025544 HTTP/1.1`, [`x-api-key: ${key}`]),
    [],
  ],
  ['a parameter out of range', (base) => request(`GET ${base}/v1/speedtest/down?bytes=-1 HTTP/1.1`), []],
  ['two hosts', (base) => request(`GET ${base}/ref HTTP/1.1`, ['Host: a', 'Host: b']), []],
  ['a host that is none', (base) => request(`GET ${base}/ref HTTP/1.1`, ['Host: a/b']), []],
  // Bun takes it for a field like any other.
  ['a field against the grammar', (base) => request(`GET ${base}/ref HTTP/1.1`, ['x : y']), ['200']],
  [
    'a key twice',
    (base, key) => request(`GET ${base}/shell/diff HTTP/1.1`, [`x-api-key: ${key}`, `x-api-key: ${key}`]),
    [],
  ],
  [
    'a length and chunks',
    (base) =>
      request(`POST ${base}/v1/speedtest/up HTTP/1.1`, ['Content-Length: 4', CHUNKED], '1\r\nZ\r\n0\r\n\r\n'),
    [],
  ],
  [
    'a chunk whose size is no number',
    (base) => request(`POST ${base}/v1/speedtest/up HTTP/1.1`, [CHUNKED], '0x5\r\nhello\r\n0\r\n\r\n'),
    [],
  ],
  [
    'a body that is too large',
    (base) =>
      request(`POST ${base}/v1/keys HTTP/1.1`, [JSON_TYPE, 'Content-Length: 100000'], ' '.repeat(100_000)),
    [],
  ],
  [
    'a request in the body of another',
    (base) => {
      const inner = request(`GET ${base}/ref HTTP/1.1`)
      return request(`POST ${base}/v1/keys HTTP/1.1`, [`Content-Length: ${inner.length}`], inner)
    },
    [],
  ],
]

test.skipIf(!hasBun())('Bun', () => holds(startOnBun))
test.skipIf(!hasDeno)('Deno', () => holds(startOnDeno))
describe('embedded', () => {
  test.each(['hono', 'express', 'fastify'])('%s', (name) => holds(() => startOnNode(name, '/space')))
})

/** Sends one request of each kind: each is refused, or ends as its row says, and names no source file. */
async function holds(startExample: () => Promise<Example>): Promise<void> {
  await using example = await startExample()
  const { port, origin } = example
  const base = new URL(origin).pathname.replace(/^\/$/, '')
  const key = await issue(origin)
  const odd: Record<string, string> = {}
  for (const [kind, bytes, allowed] of kinds) {
    const { outcome, answers } = await exchange(port, bytes(base, key))
    if (!isRefused(outcome) && !allowed.includes(outcome)) odd[kind] = outcome
    for (const { body } of answers) expect(body).not.toMatch(/\bat .*\.[jt]s:\d|node_modules/)
  }
  expect(odd).toEqual({})
  expect((await fetch(`${origin}/v1/speedtest/ping`)).status).toBe(204)
}

/** Every answer is a 4xx, or there is none. */
function isRefused(outcome: string): boolean {
  return outcome === 'closed' || /^4\d\d( 4\d\d)*$/.test(outcome)
}

async function issue(origin: string): Promise<string> {
  const headers = { 'content-type': 'application/json' }
  const response = await patiently(() =>
    fetch(`${origin}/v1/keys`, { method: 'POST', headers, body: '{"label":"odd"}' }),
  )
  return ((await response.json()) as { key: string }).key
}
