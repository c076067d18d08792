import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { RawRequest } from '@space-data/core/http'
import { toNodeListener } from '@space-data/core/node'
import { expect, onTestFinished, test } from 'vitest'
import { networkOf } from '../../packages/core/src/kernel/accounts/networks/client-network.ts'
import { PATIENCE_MS } from '../support/patience.ts'
import { testService } from '../support/service.ts'
import { REFUSED, shapes } from './client-address.ts'
import { request } from './requests/odd-request.ts'
import { exchange } from './wire.ts'

const SOCKET = '203.0.113.200'

/** Returns the network that a request with this header counts for. */
function networkBehind(header: string | readonly string[], trustedHops: number): string {
  let network = ''
  const spy = {
    dispatch(request: RawRequest) {
      network = networkOrRejected(request)
      return { status: 204, headers: [], body: null }
    },
  }
  const seen = {
    httpVersionMajor: 1,
    httpVersionMinor: 1,
    method: 'GET',
    url: '/',
    rawHeaders: ['Host', 'localhost', ...[header].flat().flatMap((value) => ['X-Forwarded-For', value])],
    socket: { remoteAddress: SOCKET },
  }
  toNodeListener(spy as never, { trustedHops })(
    seen as never,
    { writeHead() {}, end() {}, req: seen } as never,
  )
  return network
}

function networkOrRejected(request: RawRequest): string {
  try {
    return networkOf(request.ip?.())
  } catch (error) {
    expect(error).toMatchObject({ code: 'malformed_request' })
    return REFUSED
  }
}

test('there are at least 40 shapes', () => {
  expect(shapes.length).toBeGreaterThanOrEqual(40)
})

test.each(shapes.map(([header, ...rest]) => [JSON.stringify(header).slice(0, 60), header, ...rest] as const))(
  'x-forwarded-for %s is ignored without a trusted hop and read from the right with one or two',
  (_, header, oneHop, twoHops) => {
    const networks = [0, 1, 2].map((hops) => networkBehind(header, hops))
    expect(networks).toEqual([SOCKET, oneHop ?? SOCKET, twoHops ?? SOCKET])
  },
)

test.each([
  [0, ''],
  [1, '198.51.100.77'],
  [2, '198.51.100.77, 10.0.0.1'],
])(
  'one client gets one key whatever it sends, behind %d hops',
  { timeout: 120_000 },
  async (trustedHops, added) => {
    const { spaceData } = await testService()
    const server = createServer({ maxHeaderSize: 65_536 }, toNodeListener(spaceData, { trustedHops }))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    const body = '{"label":"x"}'
    const post = ['Content-Type: application/json', `Content-Length: ${body.length}`]
    const others = [
      'Forwarded: for=192.0.2.9',
      'X-Real-IP: 192.0.2.9',
      'CF-Connecting-IP: 192.0.2.9',
      'True-Client-IP: 192.0.2.9',
      'X-Client-IP: 192.0.2.9',
    ]
    const spoofs = [
      ...shapes.map(([header]) => (typeof header === 'string' ? [header] : header)),
      ...others.map(() => []),
    ]
    const outcomes: string[] = []
    for (const [i, lines] of spoofs.entries()) {
      const proxied = added === '' ? lines : i % 2 === 0 ? [...lines, added] : [[...lines, added].join(', ')]
      const forwarded = proxied.map((line) => `X-Forwarded-For: ${Buffer.from(line).toString('latin1')}`)
      const other = others[i % others.length] ?? ''
      const bytes = request('POST /v1/keys HTTP/1.1', [...forwarded, other, ...post], body)
      outcomes.push((await exchange(port, bytes, { timeoutMs: PATIENCE_MS, sameAddress: true })).outcome)
    }
    const keys = outcomes.filter((outcome) => outcome === '200').length
    const refused = outcomes.filter((outcome) => outcome === '429').length
    console.log(
      `FIGURE client address, ${trustedHops} trusted hops: ${outcomes.length} shapes, ${keys - 1} second keys`,
    )
    expect({ keys, refused }).toEqual({ keys: 1, refused: outcomes.length - 1 })
  },
)

test('addresses of one /64 are one network; mapped IPv4 addresses are one each', () => {
  const inOne = new Set<string>()
  for (let i = 0; i < 65_536; i += 1)
    inOne.add(networkBehind(`2001:db8:1:2:${(i >> 8).toString(16)}::${i.toString(16)}`, 1))
  const mapped = Array.from({ length: 1_000 }, (_, i) =>
    networkBehind(`[::ffff:198.51.${i >> 8}.${i & 255}]:443`, 1),
  )
  console.log(
    `FIGURE networks: 65,536 addresses of a /64 are ${inOne.size}, 1,000 mapped addresses are ${new Set(mapped).size}`,
  )
  expect([...inOne]).toEqual(['2001:db8:1:2::/64'])
  expect(new Set(mapped).size).toBe(1_000)
})
