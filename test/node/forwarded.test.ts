import { InvalidOptionError } from '@space-data/core'
import { toNodeListener } from '@space-data/core/node'
import { expect, test } from 'vitest'
import { parseForwarded } from '../../packages/core/src/adapters/node/forwarded.ts'
import { networkOf } from '../../packages/core/src/kernel/accounts/networks/client-network.ts'

const PROXIES = ['10.0.0.0/8', '192.0.2.1', '2001:db8:ffff::/48']

/** Returns the network that a request of this peer counts for. */
function counted(peer: string, forwardedFor: string | null, trustedProxies = PROXIES): string {
  const forwarded = parseForwarded({ trustedProxies })
  const socket = { remoteAddress: peer }
  const ip = forwarded.trusts(socket) ? forwarded.clientAddress(forwardedFor, socket) : peer
  return networkOf(ip)
}

test.each([
  ['198.51.100.7', '203.0.113.1', '198.51.100.7'],
  ['198.51.100.7', null, '198.51.100.7'],
  ['10.1.2.3', null, '10.1.2.3'],
  ['10.1.2.3', '', '10.1.2.3'],
  ['10.1.2.3', '203.0.113.1', '203.0.113.1'],
  ['::ffff:10.1.2.3', '203.0.113.1', '203.0.113.1'],
  ['192.0.2.1', '203.0.113.1:50123', '203.0.113.1'],
  ['192.0.2.2', '203.0.113.1', '192.0.2.2'],
  ['2001:db8:ffff::9', '[2001:db8:1:2::7]:443', '2001:db8:1:2::/64'],
  ['10.1.2.3', '203.0.113.9, 203.0.113.1', '203.0.113.1'],
  ['10.1.2.3', '203.0.113.9, 203.0.113.1, 10.9.9.9, 192.0.2.1', '203.0.113.1'],
  ['10.1.2.3', '203.0.113.9,, 10.9.9.9', '10.9.9.9'],
  ['10.1.2.3', '10.0.0.7, 10.0.0.8', '10.0.0.7'],
])('a request from %s with x-forwarded-for %j counts for %s', (peer, forwardedFor, network) => {
  expect(counted(peer, forwardedFor)).toBe(network)
})

test.each(['unknown', '203.0.113.1, unknown', '203.0.113.1, _hidden, 10.0.0.1'])(
  'an x-forwarded-for of %j, which is no address, is rejected from a trusted proxy',
  (forwardedFor) => {
    expect(() => counted('10.1.2.3', forwardedFor)).toThrow(
      expect.objectContaining({ code: 'malformed_request' }),
    )
    expect(counted('198.51.100.7', forwardedFor)).toBe('198.51.100.7')
  },
)

test.each([
  [{ trustedProxies: ['10.0.0.0/33'] }, /"10\.0\.0\.0\/33" is not an address range/],
  [{ trustedProxies: ['10.0.0/8'] }, /is not an address range/],
  [{ trustedProxies: ['2001:db8::/129'] }, /is not an address range/],
  [{ trustedProxies: ['proxy.example'] }, /is not an address range/],
  [{ trustedProxies: [''] }, /is not an address range/],
  [{ trustedHops: 1, trustedProxies: ['10.0.0.1'] }, /set only one of them/],
  [{ trustedHops: -1 }, /trustedHops/],
  [{ trustedHops: 1.5 }, /trustedHops/],
])('options %j are rejected with an InvalidOptionError that names the fault', (options, words) => {
  const spaceData = { base: '', dispatch: () => ({ status: 204, headers: [], body: null }) }
  expect(() => toNodeListener(spaceData, options)).toThrow(words)
  expect(() => toNodeListener(spaceData, options)).toThrow(InvalidOptionError)
})
