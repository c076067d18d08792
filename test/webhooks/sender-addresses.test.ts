import { nodeSender } from '@space-data/core/node'
import { describe, expect, test } from 'vitest'
import { createNodeSender } from '../../packages/core/src/adapters/node/webhook-sender.ts'
import { parseReceiverUrl } from '../../packages/core/src/features/webhooks/receiver-url.ts'
import { isPublicAddress } from '../../packages/core/src/kernel/accounts/networks/address.ts'

const INSIDE = `
  0.0.0.0 0.1.2.3 10.0.0.1 10.255.255.255 100.64.0.1 100.100.100.200 127.0.0.1 127.255.255.254
  169.254.169.254 172.16.0.1 172.31.255.255 192.0.0.1 192.0.0.192 192.0.2.1 192.88.99.1 192.168.0.1
  198.18.0.1 198.51.100.1 203.0.113.1 224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255 :: ::1
  ::127.0.0.1 ::ffff:127.0.0.1 ::ffff:10.0.0.1 ::ffff:a9fe:a9fe ::ffff:0:127.0.0.1 64:ff9b::7f00:1
  64:ff9b:1::a00:1 100::1 2001::1 2001:2::1 2001:10::1 2001:20::1 2001:db8::1 2002:7f00:1::1 3fff::1
  4000::1 5f00::1 fc00::1 fd00:ec2::254 fe80::1 fe80::1%eth0 fec0::1 ff02::1`
  .trim()
  .split(/\s+/)

const OUTSIDE = [
  '8.8.8.8',
  '93.184.216.34',
  '2606:4700::6810:85e5',
  '2a00:1450:4001:80e::200e',
  '::ffff:8.8.8.8',
]

/** What no name server should give, and no socket should be given. */
const NO_ADDRESSES = [
  '',
  'localhost',
  '127.1',
  '0x7f.1',
  '2130706433',
  '010.0.0.1',
  '8.8.8.8.',
  '8.8.8',
  ' 8.8.8.8',
]

const URL_OF = 'https://hooks.example/in'
const senderFor = (...addresses: string[]) =>
  createNodeSender({ allowPrivate: false, lookUp: async () => addresses })
const send = (url: string) => ({ url, headers: {}, body: '', timeoutMs: 1_000 })
const refused = expect.objectContaining({ name: 'ReceiverRefusedError', code: 'receiver_refused' })

describe('a receiver', () => {
  test('is refused when its name leads to an address inside, alone or among others', async () => {
    expect(INSIDE.length).toBeGreaterThanOrEqual(43)
    for (const address of [...INSIDE, ...NO_ADDRESSES]) {
      expect([address, isPublicAddress(address)]).toEqual([address, false])
      for (const addresses of [[address], ['8.8.8.8', address], [address, '8.8.8.8']]) {
        const sender = senderFor(...addresses)
        await expect(sender.check(URL_OF)).rejects.toEqual(refused)
        await expect(sender.send(send(URL_OF))).rejects.toEqual(refused)
      }
    }
  })

  test('is accepted when all its addresses are public', async () => {
    for (const address of OUTSIDE) expect([address, isPublicAddress(address)]).toEqual([address, true])
    await senderFor(...OUTSIDE).check(URL_OF)
  })

  test('is refused with an address instead of a name, in every spelling that URLs know', async () => {
    const spellings = [
      '127.1',
      '0x7f.1',
      '2130706433',
      '0177.0.0.1',
      '127.0.0.1.',
      '１２７.0.0.1',
      '%31%32%37.0.0.1',
    ]
    const hosts = [...INSIDE, ...OUTSIDE].map((address) => (address.includes(':') ? `[${address}]` : address))
    const sender = createNodeSender({
      allowPrivate: false,
      lookUp: () => Promise.reject(new Error('looked up')),
    })
    for (const host of [...spellings, ...hosts]) {
      await expect(sender.check(`https://${host}/`)).rejects.toEqual(refused)
      await expect(sender.send(send(`https://${host}/`))).rejects.toEqual(refused)
    }
  })

  test.each<[url: string, message: RegExp]>([
    ['', /needs an https URL/],
    ['hooks.example', /needs an https URL/],
    ['http://hooks.example/', /needs an https URL/],
    ['ftp://hooks.example/', /needs an https URL/],
    ['file:///etc/passwd', /needs an https URL/],
    ['https://', /needs an https URL/],
    ['https://hooks.example:8443/', /port 443/],
    ['https://hooks.example:80/', /port 443/],
    ['https://me@hooks.example/', /user name or a password/],
    ['https://:secret@hooks.example/', /user name or a password/],
  ])('is refused with the URL %s', async (url, message) => {
    const sender = senderFor('8.8.8.8')
    for (const failure of [sender.check(url), sender.send(send(url))]) {
      await expect(failure).rejects.toEqual(refused)
      await expect(failure).rejects.toThrow(message)
    }
  })

  test('may have the longest URL, the default port, a query and a fragment', async () => {
    const sender = senderFor('8.8.8.8')
    for (const end of ['x'.repeat(2_026), '?a=1&b=2', '#here'])
      await sender.check(`https://hooks.example/${end}`)
    await sender.check('https://hooks.example:443/')
    const tooLong = sender.check(`https://hooks.example/${'x'.repeat(2_027)}`)
    await expect(tooLong).rejects.toThrow(/at most 2,048 characters/)
  })

  test('whose name cannot be found now is not refused for good', async () => {
    const lookUp = () => Promise.reject(Object.assign(new Error(), { code: 'ENOTFOUND' }))
    const sender = createNodeSender({ allowPrivate: false, lookUp })
    await sender.check(URL_OF)
    await expect(sender.send(send(URL_OF))).rejects.toMatchObject({
      name: 'ReceiverUnreachableError',
      message: 'name not found',
    })
  })
})

describe('with allowPrivate, a receiver', () => {
  test('may be anywhere, with http and any port', async () => {
    const sender = nodeSender({ allowPrivate: true })
    for (const url of [
      'http://127.0.0.1:8080/',
      'https://[::1]:8443/',
      'http://localhost/',
      'https://10.0.0.1/',
    ])
      await sender.check(url)
  })

  test.each([['ftp://10.0.0.1/'], ['http://me:secret@10.0.0.1/'], ['']])(
    'still needs a web address without a user: %s',
    async (url) => {
      await expect(nodeSender({ allowPrivate: true }).check(url)).rejects.toEqual(refused)
    },
  )
})

test('errors repeat nothing of the URL, whose path may be a token', () => {
  for (const url of [
    'http://hooks.example/SECRET',
    'https://hooks.example:1/SECRET',
    'https://SECRET@hooks.example/',
  ]) {
    let message = ''
    try {
      parseReceiverUrl(url, { allowPrivate: false })
    } catch (error) {
      message = String(error)
    }
    expect(message).toMatch(/^ReceiverRefusedError/)
    expect(message).not.toContain('SECRET')
  }
})
