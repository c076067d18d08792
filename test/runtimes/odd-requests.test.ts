import { describe, expect, test, vi } from 'vitest'
import { coalesce } from '../hostile/faults.ts'
import { KEY } from '../hostile/requests/odd-request.ts'
import { oddRequests } from '../hostile/requests.ts'
import { exchange } from '../hostile/wire.ts'
import { type Example, hasDeno, startOnDeno, startOnNode } from './examples.ts'

vi.setConfig({ testTimeout: 120_000 })

/**
 * What Node's own server says where ours has no say: on a connection that breaks off, and to nothing but a
 * slash.
 */
const AROUND = {
  '"/"': '200',
  '"//"': '200 | 404',
  '"/#/ref"': '200',
  'a GET whose body ends early': '204 400',
  'one behind the last': '204 | 204 400 | 400',
}

/**
 * Where a host's own HTTP server takes what Node refuses, or answers in its own way, and what may come of it
 * there.
 */
const OF_THE_HOST: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  // The parser of its node:http knows fewer methods.
  deno: { 'an unknown method behind': '204 400' },
  // Hono's server for Node reads as many fields as Node does, HTTP/0.9, fragments, and codings and chunks
  // wherever Node's parser does.
  hono: {
    ...AROUND,
    '3,000 fields that Node would cut to 2,000': '204',
    'no version at all': '204',
    'no Host in HTTP/1.0': '204',
    '"/ref#"': '200',
    '"/ref#x"': '200',
    '"/ref#/../v1"': '200',
    '"/ref?x#y"': '200',
    'Transfer-Encoding: ",chunked"': '200',
    'Transfer-Encoding: "x, chunked"': '200',
    'Transfer-Encoding: "identity, chunked"': '200',
    'chunks of HTTP/1.0': '200',
    'chunks of HTTP/1.0 that wants to stay, and a request behind them': '200 204',
    'no coding, a length, and a request behind them': '200 204',
  },
  express: AROUND,
  fastify: AROUND,
}

test.skipIf(!hasDeno)('Deno', () => holds('deno', startOnDeno))
describe('embedded', () => {
  test.each(['hono', 'express', 'fastify'])('%s', (name) => holds(name, () => startOnNode(name, '/space')))
})

/** Where a path of ours begins in a request line, also in those further down. */
const OURS = /((?:^|\n|[^A-Za-z-])[A-Za-z-]+ )\/(?=(?:ref|v1|shell|openapi|status|nowhere)\b)/g

/**
 * Sends all odd requests: each ends as on Node or Bun, is refused more strictly, or ends as its row above
 * says.
 */
async function holds(name: string, startExample: () => Promise<Example>): Promise<void> {
  await using example = await startExample()
  const { port, origin } = example
  const base = new URL(origin).pathname.replace(/^\/$/, '')
  const key = await issue(origin)
  const odd: Record<string, string> = {}
  const leaks: string[] = []
  // A longer path would not fit into a body of a given length.
  const requests = oddRequests.filter(([, what]) => base === '' || !what.startsWith('inside'))
  await coalesce(
    requests,
    25,
    async ([, what, bytes, onNode, onBun = onNode]) => {
      const sent = bytes.replaceAll(KEY, key).replace(OURS, `$1${base}/`)
      const { outcome, answers } = await exchange(port, sent)
      const allowed = [...onNode.split(' | '), ...onBun.split(' | ')]
      const row = OF_THE_HOST[name] ?? {}
      const ofHost = Object.hasOwn(row, what) ? row[what] : undefined
      if (ofHost ? !ofHost.split(' | ').includes(outcome) : !allowed.includes(outcome) && !isRefused(outcome))
        odd[what] = `${outcome} and not ${allowed.join(' | ')}`
      for (const { body } of answers) if (/\bat .*\.[jt]s:\d|node_modules/.test(body)) leaks.push(what)
    },
    async () => expect((await fetch(`${origin}/v1/speedtest/ping`)).status).toBe(204),
  )
  console.log(`FIGURE odd requests, ${name}: ${requests.length} sent`)
  expect(odd).toEqual({})
  expect(leaks).toEqual([])
}

/** Every answer is a 4xx, or there is none. */
function isRefused(outcome: string): boolean {
  return outcome === 'closed' || /^4\d\d( 4\d\d)*$/.test(outcome)
}

async function issue(origin: string): Promise<string> {
  const response = await fetch(`${origin}/v1/keys`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"label":"odd"}',
  })
  return ((await response.json()) as { key: string }).key
}
