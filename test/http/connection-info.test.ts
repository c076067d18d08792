import { InvalidOptionError } from '@space-data/core'
import type { ConnectionInfo } from '@space-data/core/http'
import { expect, test } from 'vitest'
import { testService } from '../support/service.ts'

const issue = () =>
  new Request('http://space-data.test/v1/keys', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"label":"odd"}',
  })

test.each([
  ['192.0.2.1:5000', '192.0.2.1', '192.0.2.1:6000'],
  ['[2001:db8::1]', '2001:db8::2', '[2001:db8::1]:443'],
  ['fe80::1%eth0', 'fe80::1%eth1', '[fe80::1%25eth0]:80'],
])('%s is parsed: %s and %s are in the same network', async (...ips) => {
  const { spaceData, errors } = await testService()
  const statuses: number[] = []
  for (const ip of ips) statuses.push((await spaceData.handle(issue(), { ip })).status)
  expect({ statuses, errors }).toEqual({ statuses: [200, 429, 429], errors: [] })
})

test.each<[string, unknown]>([
  ['a list', '192.0.2.1, 198.51.100.1'],
  ['other text', 'unknown'],
  ['other text', '0xc0000201'],
  ['other text', ''],
  ['a list', ['192.0.2.1']],
  ['a value of type number', 3_221_225_985],
  ['a value of type object', { address: '192.0.2.1' }],
  ['a promise', Promise.resolve('192.0.2.1')],
  ['a promise', async () => '192.0.2.1'],
])('an ip that is %s is rejected with 400, reported once and not counted: %j', async (kind, ip) => {
  const { spaceData, errors } = await testService()
  const peer = { ip } as ConnectionInfo
  for (let i = 0; i < 3; i += 1) {
    const refused = await spaceData.handle(issue(), peer)
    expect(refused.status).toBe(400)
    expect(await refused.json()).toMatchObject({ error: 'malformed_request' })
  }
  expect((await spaceData.handle(new Request('http://space-data.test/ref'), peer)).status).toBe(400)
  expect(errors).toEqual([expect.any(InvalidOptionError)])
  expect(String(errors[0])).toContain(`not ${kind}.`)
  // A valid key needs no address.
  const { key } = await spaceData.keys.issue({ tier: 'free', label: 'me' })
  const keyed = () => new Request('http://space-data.test/shell/diff', { headers: { 'x-api-key': key } })
  expect((await spaceData.handle(keyed(), {})).status).toBe(404)
  expect((await spaceData.handle(keyed(), peer)).status).toBe(404)
})
