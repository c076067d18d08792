import { expect, test } from 'vitest'
import { stoppedClock, testService } from '../support/service.ts'

const KP = '/v1/space-weather/kp'

async function serviceWith(options: { paths?: string[]; networks?: string[] }) {
  const service = await testService({}, stoppedClock())
  const { key, record } = await service.spaceData.keys.issue({ tier: 'pro', label: 'restricted', ...options })
  const ask = async (path: string, ip?: string, secret = key) => {
    const { status, json } = await service.ask(
      'GET',
      path,
      { 'x-api-key': secret },
      ip === undefined ? {} : { ip },
    )
    return json?.error ?? status
  }
  return { ...service, record, ask }
}

test('a key reads the paths that it was issued for, and no others', async () => {
  const { ask } = await serviceWith({ paths: ['/v1/space-weather/*', '/v1/objects/{norad_id}'] })
  expect(await ask(KP)).toBe(200)
  expect(await ask('/v1/space-weather/wind')).toBe(200)
  expect(await ask('/v1/objects/25544')).toBe(200)
  expect(await ask('/v1/objects?ids=25544')).toBe('key_restricted')
  expect(await ask('/v1/launches/upcoming')).toBe('key_restricted')
  expect(await ask('/v1/webhooks')).toBe('key_restricted')
  const forOne = await serviceWith({ paths: [KP] })
  expect(await forOne.ask(KP)).toBe(200)
  expect(await forOne.ask(`${KP}/forecast`)).toBe('key_restricted')
})

test('a key works from its networks, and from nowhere else', async () => {
  const { ask } = await serviceWith({ networks: ['192.0.2.0/24', '2001:db8::/32'] })
  expect(await ask(KP, '192.0.2.7')).toBe(200)
  expect(await ask(KP, '::ffff:192.0.2.8')).toBe(200)
  expect(await ask(KP, '2001:db8:1::1')).toBe(200)
  expect(await ask(KP, '192.0.3.7')).toBe('key_restricted')
  expect(await ask(KP)).toBe('key_restricted')
})

test('what is refused is not counted', async () => {
  const { ask, spaceData, record } = await serviceWith({ paths: [KP] })
  await ask('/v1/launches/upcoming')
  await ask(KP)
  expect(await spaceData.keys.usage(record.account)).toMatchObject({ requestsToday: 1 })
})

test('a rotation keeps the restrictions, and an export has them', async () => {
  const { ask, spaceData, record } = await serviceWith({ paths: [KP], networks: ['192.0.2.0/24'] })
  const issued = await spaceData.keys.rotate(record.id, { graceMs: 0 })
  expect(issued?.record).toMatchObject({ paths: [KP], networks: ['192.0.2.0/24'] })
  expect(await ask(KP, '192.0.2.1', issued?.key)).toBe(200)
  expect(await ask('/v1/launches/upcoming', '192.0.2.1', issued?.key)).toBe('key_restricted')
  expect(await ask(KP, '203.0.113.1', issued?.key)).toBe('key_restricted')

  let exported = ''
  await spaceData.store.export((text) => {
    exported += text
  })
  const other = await testService()
  const pieces = async function* () {
    yield exported
  }
  await other.spaceData.store.import(pieces)
  expect(await other.spaceData.keys.show(issued!.record.id)).toEqual(issued!.record)
  expect(await other.spaceData.store.import(pieces)).toMatchObject({ records: { keys: 3 } })
})

test.each([
  [{ paths: ['/v1/space-wether/*'] }, /"\/v1\/space-wether\/\*" is no path that needs a key/],
  [{ paths: ['/status'] }, /is no path that needs a key/],
  [{ paths: [] }, /paths: from 1 to 50 entries/],
  [{ networks: ['192.0.2.0/33'] }, /is not an address range/],
])('%j is refused', async (options, message) => {
  const { spaceData } = await testService()
  await expect(spaceData.keys.issue({ tier: 'pro', label: 'x', ...options })).rejects.toThrow(message)
})

test('a restriction that cannot be read makes the key unavailable, not unrestricted', async () => {
  const { memory } = await import('@space-data/core')
  const backend = memory()
  const { spaceData, ask } = await testService({ store: backend })
  const { key } = await spaceData.keys.issue({ tier: 'pro', label: 'x', paths: [KP] })
  const records = backend.adapter as Map<string, string>
  for (const [name, text] of records) {
    if (name.startsWith('key:')) records.set(name, text.replace(/"paths":\[[^\]]*\]/, '"paths":"all"'))
  }
  const { status, json } = await ask('GET', '/v1/launches/upcoming', { 'x-api-key': key })
  expect([status, json.error]).toEqual([503, 'store_unavailable'])
})
