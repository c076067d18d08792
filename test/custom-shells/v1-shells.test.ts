import { memory, type StoreBackend } from '@space-data/core'
import { sqlite } from '@space-data/core/sqlite'
import { describe, expect, test } from 'vitest'
import { NIGHT, PLAIN, shellService } from '../debris/shell-service.ts'
import { temporaryFolder } from '../storage/temporary-sqlite.ts'

const folder = temporaryFolder()
const MARKER = 'marker-7f3a'
const NOBODYS = `/shl_${'0'.repeat(20)}`
const UNFILTERED = {
  inclination_min_deg: null,
  inclination_max_deg: null,
  object_types: null,
  owners: null,
  constellations: 'all',
}

describe('a custom shell', () => {
  test('is created with 201 and its path, and read back as it was', async () => {
    const { clientOf } = await shellService()
    const { send } = await clientOf('shell_pro')
    const created = await send('POST', '', PLAIN)
    expect(created.status).toBe(201)
    const { data, ...envelope } = created.json
    const now = new Date(NIGHT).toISOString()
    expect(envelope).toEqual({ source: 'Space-Data', fetched_at: now, valid_until: now })
    expect(created.headers.get('location')).toBe(`/v1/shells/${data.id}`)
    expect(created.headers.get('cache-control')).toBe('no-store')
    expect(created.headers.get('vary')).toBe('Authorization, X-API-Key')
    expect(data).toEqual({
      id: expect.stringMatching(/^shl_[0-9A-Za-z]{20}$/),
      ...PLAIN,
      latitude_min_deg: -90,
      latitude_max_deg: 90,
      latitude_step_deg: 180,
      ...UNFILTERED,
      cells: 2,
      created_at: now,
    })
    expect((await send('GET', `/${data.id}`)).json.data).toEqual(data)
    expect((await send('GET')).json.data).toEqual({ count: 1, limit: 20, shells: [data] })
  })

  test('has the filters and the grid that were sent; what GET returns creates its like', async () => {
    const { clientOf } = await shellService()
    const { create } = await clientOf('shell_pro')
    const full = {
      name: 'Größe 🛰️',
      altitude_min_km: 540,
      altitude_max_km: 560,
      altitude_step_km: 4,
      latitude_min_deg: -45,
      latitude_max_deg: 60,
      latitude_step_deg: 35,
      inclination_min_deg: 50.5,
      inclination_max_deg: 56,
      object_types: ['payload', 'debris'],
      owners: ['US', 'PRC'],
      constellations: 'without',
    }
    const first = await create(full)
    expect(first).toMatchObject({ ...full, cells: 15 })
    const { id: _, created_at: __, cells: ___, ...rest } = first
    expect(await create(rest)).toMatchObject(rest)
    const { id: ____, created_at: _____, cells: ______, ...plain } = await create()
    expect(await create(plain)).toMatchObject(plain)
  })

  test('is deleted with 204, and 404 afterwards', async () => {
    const { clientOf } = await shellService()
    const { send, create } = await clientOf('shell_pro')
    const { id } = await create()
    const deleted = await send('DELETE', `/${id}`)
    expect([deleted.status, deleted.text]).toEqual([204, ''])
    for (const path of [`/${id}`, `/${id}/density`, `/${id}/history`, `/${id}/diff`]) {
      const { status, json } = await send('GET', path)
      expect([path, status, json.error]).toEqual([path, 404, 'custom_shell_not_found'])
    }
    expect((await send('DELETE', `/${id}`)).status).toBe(404)
  })

  test('is seen and deleted by its own account only', async () => {
    const { clientOf } = await shellService()
    const [own, other] = [await clientOf('shell_pro'), await clientOf('enterprise')]
    const { id } = await own.create()
    for (const [method, path] of [
      ['GET', `/${id}`],
      ['DELETE', `/${id}`],
      ['GET', `/${id}/density`],
      ['GET', `/${id}/history`],
      ['GET', `/${id}/diff`],
    ] as const) {
      const { status, json } = await other.send(method, path)
      expect([method, path, status, json.error]).toEqual([method, path, 404, 'custom_shell_not_found'])
    }
    expect((await other.read('')).count).toBe(0)
    expect((await own.read('')).count).toBe(1)
  })

  test.each(['x', 'shl_short', `shl_${'-'.repeat(20)}`, `wh_${'0'.repeat(20)}`])(
    'with the id %s is 400 invalid_parameter',
    async (id) => {
      const { clientOf } = await shellService()
      const { send } = await clientOf('shell_pro')
      const { status, json } = await send('GET', `/${id}`)
      expect([status, json.error]).toEqual([400, 'invalid_parameter'])
      expect(json.message).toBe('Invalid shell_id: expected `shl_` and 20 letters and digits.')
    },
  )
})

describe('a tier', () => {
  test.each(['free', 'pro', 'shell_basic'])(
    '%s cannot create one: 403 that names the tiers',
    async (tier) => {
      const { clientOf } = await shellService()
      const { send } = await clientOf(tier)
      const { status, json } = await send('POST', '', PLAIN)
      expect([status, json.error]).toEqual([403, 'tier_required'])
      expect(json.message).toContain('It requires shell_pro or enterprise.')
      expect((await send('GET')).json.data).toEqual({ count: 0, limit: 0, shells: [] })
      expect((await send('GET', NOBODYS)).status).toBe(404)
    },
  )

  test('that has fallen leaves its account the right to see and to delete what it had', async () => {
    const { clientOf, clock, spaceData } = await shellService()
    const { send, create, read } = await clientOf('shell_pro', 'acme')
    const { id } = await create()
    await spaceData.accounts.setTier('acme', 'shell_basic')
    clock.advance(60_000)
    expect(await read('')).toMatchObject({ count: 1, limit: 0 })
    expect((await send('GET', `/${id}`)).status).toBe(200)
    expect((await send('POST', '', PLAIN)).json.error).toBe('tier_required')
    expect((await send('DELETE', `/${id}`)).status).toBe(204)
  })

  test('has the limit that the operator has set', async () => {
    const { clientOf } = await shellService({ tiers: { pro: { customShells: 1 } } })
    const { send, create, read } = await clientOf('pro')
    await create()
    const { status, json } = await send('POST', '', PLAIN)
    expect([status, json]).toEqual([
      409,
      { error: 'custom_shell_limit_reached', message: 'This tier includes at most 1 custom shells.' },
    ])
    expect((await read('')).limit).toBe(1)
  })
})

describe.each<[name: string, open: () => Promise<StoreBackend>]>([
  ['memory', async () => memory()],
  ['SQLite', () => sqlite(`${folder.path}/shells.sqlite`)],
])('on %s', (_, open) => {
  test('30 concurrent creations make exactly as many custom shells as the tier has', async () => {
    const { clientOf, spaceData } = await shellService({ store: await open() })
    const [own, other] = [await clientOf('shell_pro'), await clientOf('shell_pro')]
    const creations = Array.from({ length: 30 }, () => own.send('POST', '', PLAIN))
    const statuses = (await Promise.all(creations)).map(({ status }) => status).sort()
    expect(statuses).toEqual([...Array(20).fill(201), ...Array(10).fill(409)])
    const { count, shells } = await own.read('')
    expect([count, new Set(shells.map(({ id }: { id: string }) => id)).size]).toEqual([20, 20])
    expect((await other.send('POST', '', PLAIN)).status).toBe(201)
    await own.send('DELETE', `/${shells[0].id}`)
    expect((await own.send('POST', '', PLAIN)).status).toBe(201)
    await spaceData.close()
  })

  test('20 concurrent creations with one Idempotency-Key make one custom shell', async () => {
    const { clientOf, spaceData, clock } = await shellService({ store: await open() })
    const [own, other] = [await clientOf('shell_pro'), await clientOf('shell_pro')]
    const create = (key = 'order-1', client = own, name = PLAIN.name) =>
      client.send('POST', '', { ...PLAIN, name }, { 'idempotency-key': key })
    const replies = await Promise.all(Array.from({ length: 20 }, () => create()))
    expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    const id = replies[0]?.json.data.id
    const refused = await create('order-1', own, 'another')
    expect([refused.status, refused.json.error]).toEqual([409, 'idempotency_key_reused'])
    expect((await create('order-1', other)).json.data.id).not.toBe(id)
    expect((await create('order-2')).json.data.id).not.toBe(id)
    clock.advance(24 * 3_600_000)
    expect((await create()).json.data.id).not.toBe(id)
    expect((await own.read('')).count).toBe(3)
    await spaceData.close()
  })
})

describe('a body that is wrong is 400 invalid_body and says what was expected:', () => {
  test.each<[what: string, body: unknown, message: RegExp]>([
    ['no JSON', '{name', /expected JSON in UTF-8/],
    ['a list', '[]', /^Invalid request body: expected an object\.$/],
    ['no name', { name: undefined }, /^Invalid name: expected 1 to 100 characters/],
    ['an empty name', { name: '' }, /^Invalid name: expected/],
    ['a line break', { name: `${MARKER}\n` }, /^Invalid name: expected/],
    ['a key', { name: 'sd_live_zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ0mLq17' }, /^Invalid name: expected no API key/],
    ['no lower edge', { altitude_min_km: undefined }, /^Invalid altitude_min_km: expected whole km/],
    ['half a km', { altitude_min_km: 500.5 }, /^Invalid altitude_min_km: expected whole km/],
    ['a text', { altitude_max_km: MARKER }, /^Invalid altitude_max_km: expected whole km/],
    ['the edges swapped', { altitude_max_km: 400 }, /^Invalid altitude_max_km: expected more than alt/],
    [
      'below the shells',
      { altitude_min_km: 140, altitude_step_km: 20 },
      /^Invalid altitude_min_km: .*150 to 2010 km/,
    ],
    ['above the shells', { altitude_max_km: 2_100 }, /^Invalid altitude_max_km: .*150 to 2010 km/],
    ['a step of 0', { altitude_step_km: 0 }, /^Invalid altitude_step_km: expected whole km from 1 to 50/],
    ['a step of 51', { altitude_max_km: 602, altitude_step_km: 51 }, /^Invalid altitude_step_km: expected/],
    [
      'a step that does not divide',
      { altitude_step_km: 30 },
      /^Invalid altitude_step_km: .*divide the altitude range/,
    ],
    [
      'too many cells',
      { altitude_step_km: 1, latitude_step_deg: 5 },
      /at most 2000 cells, not 100 steps of 36/,
    ],
    ['a latitude between', { latitude_min_deg: 7 }, /^Invalid latitude_min_deg: expected a multiple of 5/],
    ['a latitude of 95', { latitude_max_deg: 95 }, /^Invalid latitude_max_deg: expected a multiple of 5/],
    [
      'the latitudes swapped',
      { latitude_min_deg: 10, latitude_max_deg: 5 },
      /^Invalid latitude_max_deg: .*more/,
    ],
    [
      'bands that do not divide',
      { latitude_step_deg: 25 },
      /^Invalid latitude_step_deg: .*divides the latitude range/,
    ],
    ['an inclination of 181', { inclination_max_deg: 181 }, /^Invalid inclination_max_deg: .*0 to 180/],
    [
      'the inclinations swapped',
      { inclination_min_deg: 60, inclination_max_deg: 60 },
      /^Invalid inclination_max_deg: expected more than/,
    ],
    ['another type', { object_types: [MARKER] }, /^Invalid object_types: expected a list of payload/],
    ['no type', { object_types: [] }, /^Invalid object_types: expected/],
    ['no code', { owners: ['usa'] }, /^Invalid owners: expected a list of 1 to 50 SATCAT codes/],
    ['51 owners', { owners: Array(51).fill('US') }, /^Invalid owners: expected/],
    [
      'another word',
      { constellations: MARKER },
      /^Invalid constellations: expected all \(by default\), only/,
    ],
  ])('%s', async (_, body, message) => {
    const { clientOf } = await shellService()
    const { send, read } = await clientOf('shell_pro')
    const whole = typeof body === 'string' ? body : { ...PLAIN, altitude_step_km: 50, ...(body as object) }
    const reply = await send('POST', '', whole)
    expect([reply.status, reply.json.error]).toEqual([400, 'invalid_body'])
    expect(reply.json.message).toMatch(message)
    expect(reply.text).not.toMatch(/marker|zQWBu/)
    expect((await read('')).count).toBe(0)
  })

  test('more than 4 KiB is 413, and what is not JSON by its type 415', async () => {
    const { clientOf } = await shellService()
    const { send } = await clientOf('shell_pro')
    expect((await send('POST', '', { ...PLAIN, x: 'x'.repeat(4_096) })).status).toBe(413)
    expect((await send('POST', '', PLAIN, { 'content-type': 'text/plain' })).status).toBe(415)
  })
})
