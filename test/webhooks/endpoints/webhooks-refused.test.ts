import { memory, type StoreBackend } from '@space-data/core'
import { ReceiverRefusedError, ReceiverUnreachableError } from '@space-data/core/alerts'
import { sqlite } from '@space-data/core/sqlite'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../storage/temporary-sqlite.ts'
import { answered } from '../../support/receivers.ts'
import { RECEIVER, webhookService } from './webhook-service.ts'

const folder = temporaryFolder()
const MARKER = 'marker-7f3a'

describe('a tier', () => {
  test.each(['free', 'hobby', 'shell_basic'])(
    '%s has no webhooks: 403 for what makes or changes one',
    async (tier) => {
      const { clientOf, receivers } = await webhookService()
      const { send } = await clientOf(tier)
      const id = `/wh_${'0'.repeat(20)}`
      const operations: [method: string, path: string, body?: object][] = [
        ['POST', '', { url: RECEIVER }],
        ['PATCH', id, {}],
        ['POST', `${id}/test`],
        ['POST', `${id}/rotate`],
        ['POST', `${id}/replay`, {}],
      ]
      for (const [method, path, body] of operations) {
        const { status, json } = await send(method, path, body)
        expect([method, path, status, json.error]).toEqual([method, path, 403, 'tier_required'])
      }
      expect(receivers.received).toEqual([])
    },
  )

  test('that has fallen leaves its account the right to see and to delete what it had', async () => {
    const { clientOf, clock, spaceData } = await webhookService()
    const { send, create } = await clientOf('pro', 'acme')
    const { id } = await create()
    await spaceData.accounts.setTier('acme', 'free')
    clock.advance(60_000)
    const list = await send('GET')
    expect([list.status, list.json.data.count, list.json.data.limit]).toEqual([200, 1, 0])
    expect((await send('GET', `/${id}`)).status).toBe(200)
    expect((await send('GET', `/${id}/deliveries`)).status).toBe(200)
    expect((await send('PATCH', `/${id}`, {})).json.error).toBe('tier_required')
    expect((await send('DELETE', `/${id}`)).status).toBe(204)
    expect((await send('GET')).json.data.count).toBe(0)
  })

  test('has the limit that the operator has set', async () => {
    const { clientOf } = await webhookService({ tiers: { hobby: { webhooks: 1 }, pro: { webhooks: 0 } } })
    const hobby = await clientOf('hobby')
    expect((await hobby.send('GET')).json.data.limit).toBe(1)
    expect((await (await clientOf('pro')).send('POST', '', { url: RECEIVER })).status).toBe(403)
    await hobby.create()
    const { status, json } = await hobby.send('POST', '', { url: RECEIVER })
    expect([status, json.error]).toEqual([409, 'webhook_limit_reached'])
  })
})

describe.each<[name: string, open: () => Promise<StoreBackend>]>([
  ['memory', async () => memory()],
  ['SQLite', () => sqlite(`${folder.path}/webhooks.sqlite`)],
])('on %s', (_, open) => {
  test('20 concurrent creations make exactly as many webhooks as the tier has', async () => {
    const { clientOf, spaceData } = await webhookService({ store: await open() })
    const [pro, other] = [await clientOf('pro'), await clientOf('shell_pro')]
    const creations = Array.from({ length: 20 }, () => pro.send('POST', '', { url: RECEIVER }))
    const statuses = (await Promise.all(creations)).map(({ status }) => status).sort()
    expect(statuses).toEqual([...Array(5).fill(201), ...Array(15).fill(409)])
    const { data } = (await pro.send('GET')).json
    expect(data.count).toBe(5)
    expect(new Set(data.webhooks.map(({ id }: { id: string }) => id)).size).toBe(5)
    expect((await other.send('POST', '', { url: RECEIVER })).status).toBe(201)
    await pro.send('DELETE', `/${data.webhooks[0].id}`)
    expect((await pro.send('POST', '', { url: RECEIVER })).status).toBe(201)
    await spaceData.close()
  })

  test('20 concurrent creations with one Idempotency-Key make one webhook', async () => {
    const { clientOf, spaceData, clock } = await webhookService({ store: await open() })
    const [pro, other] = [await clientOf('pro'), await clientOf('pro')]
    const create = (body: object, key = 'order-1', client = pro) =>
      client.send('POST', '', { url: RECEIVER, ...body }, { 'idempotency-key': key })
    const replies = await Promise.all(Array.from({ length: 20 }, () => create({ description: 'first' })))
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]))
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
    const first = replies[0]?.json.data
    expect(first.secret).toMatch(/^whsec_/)
    await pro.send('PATCH', `/${first.id}`, { description: 'changed' })
    expect((await create({ description: 'first' })).json.data.id).toBe(first.id)
    const refused = await create({ description: 'second' })
    expect([refused.status, refused.json]).toEqual([
      409,
      {
        error: 'idempotency_key_reused',
        message: 'This idempotency key has created another webhook. Use a new one.',
      },
    ])
    expect((await pro.send('GET')).json.data.count).toBe(1)
    expect((await create({}, 'order-1', other)).json.data.id).not.toBe(first.id)
    expect((await create({}, 'order-2')).json.data.id).not.toBe(first.id)
    const mixed = await Promise.all(
      Array.from({ length: 20 }, (_, i) => create({ description: `${i % 2}` }, 'order-3')),
    )
    expect(mixed.map(({ status }) => status).sort()).toEqual([...Array(10).fill(201), ...Array(10).fill(409)])
    expect((await pro.send('GET')).json.data.count).toBe(3)
    clock.advance(24 * 3_600_000)
    expect((await create({})).json.data.id).not.toBe(first.id)
    expect((await pro.send('GET')).json.data.count).toBe(4)
    await spaceData.close()
  })
})

test('an Idempotency-Key with spaces, or of more than 255 characters, is 400', async () => {
  const { clientOf, receivers } = await webhookService()
  const { send } = await clientOf('pro')
  for (const key of ['a b', 'x'.repeat(256), 'é']) {
    const { status, json } = await send('POST', '', { url: RECEIVER }, { 'idempotency-key': key })
    expect([status, json.error]).toEqual([400, 'invalid_parameter'])
    expect(json.message).toMatch(/^Invalid Idempotency-Key: expected 1 to 255 printable ASCII/)
  }
  expect(receivers.received).toEqual([])
})

describe('a body that is wrong is 400 invalid_body and says what was expected:', () => {
  const PLACE = { latitude: 60.17, longitude: 24.94 }
  const IDS = Array.from({ length: 101 }, (_, i) => i + 1)
  test.each<[what: string, body: unknown, message: RegExp]>([
    ['an empty body', '', /expected JSON in UTF-8/],
    ['no JSON', '{url', /expected JSON in UTF-8/],
    ['a list', [], /^Invalid request body: expected an object\.$/],
    ['null', 'null', /expected an object/],
    ['a text', '"https://a.example"', /expected an object/],
    ['no URL', {}, /^Invalid url: expected a public https URL of at most 2,048 characters\.$/],
    ['a number for a URL', { url: 5 }, /^Invalid url: expected/],
    ['no scheme', { url: `${MARKER}.example` }, /^Invalid url: expected/],
    ['another scheme', { url: `ftp://${MARKER}.example/` }, /^Invalid url: expected/],
    ['a long URL', { url: `https://a.example/${'x'.repeat(2_048)}` }, /^Invalid url: expected/],
    ['a broken URL', { url: `https://${MARKER} example` }, /^Invalid url: /],
    ['a fragment', { url: `${RECEIVER}#${MARKER}` }, /^Invalid url: /],
    ['a password', { url: `https://${MARKER}:x@a.example/` }, /^Invalid url: .*user name/],
    [
      'a key in the URL',
      { url: `${RECEIVER}?k=sd_live_zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ0mLq17` },
      /^Invalid url/,
    ],
    ['a text for types', { types: 'solar.flare' }, /^Invalid types: expected up to 20 types/],
    ['a number among types', { types: ['solar.flare', 5] }, /^Invalid types: expected/],
    ['a star in the middle', { types: ['solar.*.x'] }, /^Invalid types: expected/],
    ['a type that there is not', { types: [MARKER.replace('-', '_')] }, /^Invalid types: each must match/],
    ['21 types', { types: Array(21).fill('*') }, /^Invalid types: expected/],
    [
      'aurora nowhere',
      { types: ['aurora.likely'] },
      /^Invalid types: aurora\.likely needs a location in its par/,
    ],
    [
      'passes of nothing that is named',
      { types: ['*', 'pass.*'], parameters: PLACE },
      /^Invalid types: pass\.\* needs a location and numbers of objects in its parameters\.$/,
    ],
    [
      'no object',
      { types: ['object.*'], parameters: PLACE },
      /^Invalid types: object\.\* needs numbers of obj/,
    ],
    ['a list of parameters', { parameters: [3] }, /^Invalid parameters: /],
    ['null for parameters', { parameters: null }, /^Invalid parameters: expected an object with any of/],
    ['an unknown parameter', { parameters: { [MARKER]: 1 } }, /^Invalid parameters: expected/],
    [
      'a text for a scale',
      { parameters: { min_g_scale: 'G3' } },
      /^Invalid parameters\.min_g_scale: .*1 to 5/,
    ],
    ['a scale of 6', { parameters: { min_s_scale: 6 } }, /^Invalid parameters\.min_s_scale: .*1 to 5/],
    ['class C', { parameters: { min_flare_class: 'C1' } }, /^Invalid parameters\.min_flare_class: .*M1, M5/],
    [
      'a latitude alone',
      { parameters: { latitude: 60 } },
      /^Invalid parameters: latitude and longitude must/,
    ],
    ['a latitude of 91', { parameters: { latitude: 91 } }, /^Invalid parameters\.latitude: .*-90 to 90/],
    ['101 percent', { parameters: { min_percent: 101 } }, /^Invalid parameters\.min_percent: /],
    ['dark by a word', { parameters: { only_dark: 'yes' } }, /^Invalid parameters\.only_dark: /],
    [
      'passes without a place',
      { parameters: { passes_of: [25544] } },
      /^Invalid parameters: passes_of needs the latitude and longitude of a location/,
    ],
    [
      'passes of nothing',
      { parameters: { ...PLACE, passes_of: [] } },
      /^Invalid parameters\.passes_of: expected/,
    ],
    [
      'passes of 21',
      { parameters: { ...PLACE, passes_of: IDS.slice(0, 21) } },
      /^Invalid parameters\.passes_of: /,
    ],
    ['passes in the zenith', { parameters: { min_elevation_deg: 90 } }, /^Invalid parameters\.min_elevation/],
    ['121 minutes', { parameters: { minutes_before: 121 } }, /^Invalid parameters\.minutes_before: /],
    ['no minute', { parameters: { minutes_before: 0 } }, /^Invalid parameters\.minutes_before: /],
    ['visible by a word', { parameters: { only_visible: 'yes' } }, /^Invalid parameters\.only_visible: /],
    ['a number for ids', { parameters: { norad_ids: 5 } }, /^Invalid parameters\.norad_ids: expected/],
    ['catalogue number 0', { parameters: { norad_ids: [0] } }, /^Invalid parameters\.norad_ids: expected/],
    ['half a number', { parameters: { norad_ids: [1.5] } }, /^Invalid parameters\.norad_ids: expected/],
    ['101 numbers', { parameters: { norad_ids: IDS } }, /^Invalid parameters\.norad_ids: expected/],
    ['between shells', { parameters: { altitudes_km: [555] } }, /^Invalid parameters: altitudes_km must be/],
    ['no shell', { parameters: { altitudes_km: [5_000] } }, /^Invalid parameters: altitudes_km must be/],
    ['a long description', { description: 'x'.repeat(101) }, /^Invalid description: expected 1 to 100 char/],
    ['an empty description', { description: '' }, /^Invalid description: expected/],
    ['a line break', { description: `${MARKER}\n` }, /^Invalid description: expected/],
    ['a key', { description: 'sd_live_zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ0mLq17' }, /^Invalid description: /],
  ])('%s', async (what, body, message) => {
    const { clientOf, receivers } = await webhookService()
    const { send, create } = await clientOf('pro')
    const { id } = await create()
    const isMember = typeof body === 'object' && !Array.isArray(body) && what !== 'no URL'
    const whole = isMember ? { url: RECEIVER, ...body } : body
    for (const reply of [
      await send('POST', '', whole),
      ...(what === 'no URL' ? [] : [await send('PATCH', `/${id}`, body)]),
    ]) {
      expect([reply.status, reply.json.error]).toEqual([400, 'invalid_body'])
      expect(reply.json.message).toMatch(message)
      expect(reply.text).not.toMatch(/marker|zQWBu/)
    }
    expect(receivers.received).toHaveLength(1)
    expect((await send('GET')).json.data.count).toBe(1)
  })

  test.each([{ status: 'paused' }, { status: null }, { status: 1 }])('PATCH %j', async (body) => {
    const { clientOf } = await webhookService()
    const { send, create } = await clientOf('pro')
    const { id } = await create()
    const { status, json } = await send('PATCH', `/${id}`, body)
    expect([status, json.message]).toEqual([400, 'Invalid status: expected active or disabled.'])
  })

  test.each([{ after: -1 }, { after: 1.5 }, { after: '5' }, { after: null }, 5])(
    'replay %j',
    async (body) => {
      const { clientOf } = await webhookService()
      const { send, create } = await clientOf('pro')
      const { id } = await create()
      const { status, json } = await send('POST', `/${id}/replay`, JSON.stringify(body))
      expect([status, json.error]).toEqual([400, 'invalid_body'])
    },
  )
})

test('a body of more than 4 KiB is 413, and one that is not JSON by its type 415', async () => {
  const { clientOf } = await webhookService()
  const { send, create } = await clientOf('pro')
  const { id } = await create()
  for (const [method, path] of [
    ['POST', ''],
    ['PATCH', `/${id}`],
    ['POST', `/${id}/replay`],
  ] as const) {
    const fits = JSON.stringify({ url: RECEIVER, after: 0, x: '' }).length
    const bodyOf = (bytes: number) => ({ url: RECEIVER, after: 0, x: 'x'.repeat(bytes - fits) })
    expect((await send(method, path, bodyOf(4_096))).status).toBeLessThan(300)
    expect((await send(method, path, bodyOf(4_097))).json.error).toBe('payload_too_large')
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/merge-patch+json']) {
      const { status } = await send(method, path, {}, { 'content-type': type })
      expect(status).toBe(415)
    }
  }
})

test.each(['x', 'wh_short', `wh_${'-'.repeat(20)}`, `wh_${'0'.repeat(21)}`, `WH_${'0'.repeat(20)}`])(
  'the id %s is 400 invalid_parameter',
  async (id) => {
    const { clientOf } = await webhookService()
    const { send } = await clientOf('pro')
    for (const method of ['GET', 'DELETE']) {
      const { status, json } = await send(method, `/${id}`)
      expect([status, json.error]).toEqual([400, 'invalid_parameter'])
      expect(json.message).toBe('Invalid webhook_id: expected `wh_` and 20 letters and digits.')
    }
  },
)

describe('a receiver that is refused leaves nothing behind:', () => {
  test('its URL', async () => {
    const { clientOf, receivers } = await webhookService()
    const { send } = await clientOf('pro')
    receivers.refuse = () => {
      throw new ReceiverRefusedError('The receiver’s address is not public')
    }
    const { status, json } = await send('POST', '', { url: 'https://10.0.0.1/' })
    expect([status, json]).toEqual([
      400,
      { error: 'receiver_refused', message: 'The receiver’s address is not public.' },
    ])
    expect((await send('GET')).json.data.count).toBe(0)
  })

  test.each([302, 404, 410, 500])('an answer of %i', async (answer) => {
    const { clientOf, receivers } = await webhookService()
    const { send } = await clientOf('pro')
    receivers.answer = () => answered(answer, 'internal-secret')
    const { status, json, text } = await send('POST', '', { url: RECEIVER })
    expect([status, json.error]).toEqual([400, 'receiver_refused'])
    expect(json.message).toContain(`HTTP ${answer}`)
    expect(text).not.toContain('internal-secret')
    expect((await send('GET')).json.data.count).toBe(0)
  })

  test('no answer', async () => {
    const { clientOf, receivers } = await webhookService()
    const { send } = await clientOf('pro')
    receivers.answer = () => {
      throw new ReceiverUnreachableError('no answer within 15 s')
    }
    const { status, json } = await send('POST', '', { url: RECEIVER })
    expect([status, json.error]).toEqual([400, 'receiver_refused'])
    expect(json.message).toContain('no answer within 15 s')
  })

  test('a fault of the sender is 500 without its text, or a refusal, and is reported', async () => {
    const { clientOf, receivers, errors } = await webhookService()
    const { send } = await clientOf('pro')
    receivers.answer = () => {
      throw new TypeError(MARKER)
    }
    const { status, text } = await send('POST', '', { url: RECEIVER })
    expect([400, 500]).toContain(status)
    expect(text).not.toContain(MARKER)
    expect(errors.map(String).join()).toContain(MARKER)
  })
})
