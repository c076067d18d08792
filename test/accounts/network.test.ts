import { describe, expect, test } from 'vitest'
import { ipVersionOf, networkOf } from '../../packages/core/src/kernel/accounts/networks/client-network.ts'
import { NOON, testContext, withEnvironment } from '../support/context.ts'
import { faultyBackend } from '../support/faulty-backend.ts'

describe('networkOf', () => {
  test.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::FFFF:c000:0207', '192.0.2.7'],
    ['0:0:0:0:0:ffff:192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7%eth0', '192.0.2.7'],
    ['64:ff9b::192.0.2.7', '192.0.2.7'],
    ['64:ff9b::c000:207', '192.0.2.7'],
    ['64:ff9b:0:0:0:0:c000:0207%1', '192.0.2.7'],
    ['64:ff9b:0:0:0:1:c000:207', '64:ff9b::/64'],
    ['64:ff9b:1::c000:207', '192.0.2.7'],
    ['64:ff9b:1:fffe::192.0.2.7', '192.0.2.7'],
    ['64:ff9b:2::c000:207', '64:ff9b:2::/64'],
    ['2002:c000:207::1', '192.0.2.7'],
    ['2002:C000:0207:ffff:1:2:3:4', '192.0.2.7'],
    ['2003:c000:207::1', '2003:c000:207::/64'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::', '2001:db8:1:2::/64'],
    ['2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
    ['2001:db8:1:3::', '2001:db8:1:3::/64'],
    ['fe80::1%eth0', 'fe80::/64'],
    ['fe80::1%25en0%x', 'fe80::/64'],
    ['::1', '::/64'],
    ['127.0.0.1', '127.0.0.1'],
    ['192.0.2.7:8080', '192.0.2.7'],
    [' 192.0.2.7', '192.0.2.7'],
    ['[2001:db8:1:2::1]', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::1]:443', '2001:db8:1:2::/64'],
    ['[fe80::1%25eth0]:80', 'fe80::/64'],
    ['[::ffff:192.0.2.7]:80', '192.0.2.7'],
    [undefined, 'unknown'],
  ])('of %s is %s', (ip, network) => {
    expect(networkOf(ip)).toBe(network)
  })

  test.each([
    '',
    '%eth0',
    'unknown',
    '_hidden',
    'localhost',
    '192.0.2.256',
    '192.0.2.7:',
    '192.0.2.7:123456',
    '[2001:db8::1',
    '[2001:db8::1]x',
    '2001:db8::1::2',
    '2001:db8:::1',
    '12345::',
    '192.0.2.7, 198.51.100.1',
    '192.0.2.7/24',
    '__proto__',
    'a'.repeat(10_000),
    '\0',
    '１９２.0.2.7',
    192,
    true,
    ['192.0.2.7'],
    { address: '192.0.2.7' },
    Promise.resolve('192.0.2.7'),
  ])('of %j is refused, and no network that others are in', (ip) => {
    expect(() => networkOf(ip as string)).toThrow(expect.objectContaining({ code: 'malformed_request' }))
    expect(() => ipVersionOf(ip as string)).toThrow('address')
  })

  test('65,536 addresses of one /64 are one network', () => {
    const networks = new Set<string>()
    for (let i = 0; i < 65_536; i += 1) {
      const low = (i * 0x9e3779b1) >>> 0
      const [a, b] = [low >>> 16, low & 0xffff]
      networks.add(networkOf(`2001:db8:1:2:${a.toString(16)}:${b.toString(16)}:${i.toString(16)}:1`))
    }
    expect([...networks]).toEqual(['2001:db8:1:2::/64'])
  })

  test('1,000 mapped addresses are 1,000 networks, and 1,000 /64 too', () => {
    const numbers = Array.from({ length: 1_000 }, (_, i) => i)
    const mapped = numbers.map((i) => networkOf(`::ffff:198.51.${i >> 8}.${i & 255}`))
    expect(new Set(mapped).size).toBe(1_000)
    expect(new Set(numbers.map((i) => networkOf(`2001:db8:1:${i.toString(16)}::9`))).size).toBe(1_000)
  })
})

test.each([
  ['192.0.2.7', 4],
  ['::ffff:192.0.2.7', 4],
  ['2001:db8::1', 6],
  ['fe80::1%eth0', 6],
] as const)('the version of %s is %d', (ip, version) => {
  expect(ipVersionOf(ip)).toBe(version)
})

describe('locateNetwork', () => {
  test('names the blocks around a network, narrowest first, and tells none of them', async () => {
    const context = testContext()
    const kindsOf = async (ip?: string) =>
      (await context.accounts.networks.locate(ip)).blocks.map(({ kind }) => kind)
    expect(await kindsOf('2001:db8:1:2::3')).toEqual(['ipv6/56', 'ipv6/48', 'ipv6/32'])
    expect(await kindsOf('192.0.2.7')).toEqual(['ipv4/24'])
    expect(await kindsOf('2002:c000:207::1')).toEqual(['ipv4/24'])
    expect(await kindsOf(undefined)).toEqual([])
    const { network, blocks } = await context.accounts.networks.locate('2001:db8:1:2::3')
    expect(network).toBe(await context.accounts.networks.idOf('2001:db8:1:2::3'))
    const ids = [network, ...blocks.map(({ id }) => id)]
    expect(new Set(ids).size).toBe(4)
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{32}$/)
  })

  test.each([
    ['2001:db8:1:2ff::', [true, true, true]],
    ['2001:db8:1:300::', [false, true, true]],
    ['2001:db8:2:200::', [false, false, true]],
    ['2001:db9:1:200::', [false, false, false]],
  ])('of 2001:db8:1:200:: and %s share %j', async (other, shared) => {
    const context = testContext()
    const [a, b] = [
      await context.accounts.networks.locate('2001:db8:1:200::'),
      await context.accounts.networks.locate(other),
    ]
    expect(a.blocks.map(({ id }, i) => id === b.blocks[i]?.id)).toEqual(shared)
  })
})

describe('networkId', () => {
  test('is not made up while the store fails, and is the same again once it is back', async () => {
    const faulty = faultyBackend()
    const context = testContext({ backend: faulty.backend })
    const askedLater = testContext({ backend: faulty.backend, time: context.time })
    const id = await context.accounts.networks.idOf('192.0.2.7')
    faulty.fault = 'throws'
    expect(await context.accounts.networks.idOf('192.0.2.7')).toBe(id)
    expect(() => askedLater.accounts.networks.idOf('192.0.2.7')).toThrow('is unavailable')
    const own = askedLater.accounts.networks.localIdOf('192.0.2.7')
    expect(own).toMatch(/^[0-9a-f]{32}$/)
    expect(own).not.toBe(id)
    expect(askedLater.accounts.networks.localIdOf('192.0.2.7')).toBe(own)
    expect(askedLater.accounts.networks.localIdOf('192.0.2.8')).not.toBe(own)
    expect(context.accounts.networks.localIdOf('192.0.2.7')).not.toBe(own)
    faulty.fault = 'none'
    expect(await askedLater.accounts.networks.idOf('192.0.2.7')).toBe(id)
  })

  test('is the same for a whole network and in every process of one store, and tells no address', async () => {
    const one = testContext()
    const other = withEnvironment(testContext(), { store: one.store })
    const id = await one.accounts.networks.idOf('2001:db8:1:2::7')
    expect(id).toMatch(/^[0-9a-f]{32}$/)
    expect(await other.accounts.networks.idOf('2001:db8:1:2:ffff::8')).toBe(id)
    expect(await other.accounts.networks.idOf('2001:db8:1:3::7')).not.toBe(id)
  })

  test('differs from day to day and from store to store', async () => {
    const context = testContext({ time: { at: Date.parse('2026-11-21T23:59:59.999Z') } })
    const before = await context.accounts.networks.idOf('192.0.2.7')
    context.time.at += 1
    const after = await context.accounts.networks.idOf('192.0.2.7')
    expect(after).not.toBe(before)
    context.time.at -= 3_600_000
    expect(await context.accounts.networks.idOf('192.0.2.7')).toBe(after)
    expect(await testContext({ time: { at: NOON } }).accounts.networks.idOf('192.0.2.7')).not.toBe(before)
  })
})
