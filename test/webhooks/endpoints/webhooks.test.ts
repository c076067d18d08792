import { describe, expect, test } from 'vitest'
import { answered } from '../../support/receivers.ts'
import { RECEIVER, webhookService } from './webhook-service.ts'

const NOON = '2026-11-21T12:00:00.000Z'

describe('a webhook', () => {
  test('is created with 201 and its path, after a ping, and shows its secret this once', async () => {
    const { clientOf, receivers } = await webhookService()
    const { send } = await clientOf('pro')
    const created = await send('POST', '', { url: RECEIVER, types: ['geomagnetic.*'], description: 'pager' })
    expect(created.status).toBe(201)
    const { data, ...envelope } = created.json
    expect(envelope).toEqual({ source: 'Space-Data', fetched_at: NOON, valid_until: NOON })
    expect(created.headers.get('location')).toBe(`/v1/webhooks/${data.id}`)
    expect(created.headers.get('cache-control')).toBe('no-store')
    expect(created.headers.get('vary')).toBe('Authorization, X-API-Key')
    expect(data).toEqual({
      id: expect.stringMatching(/^wh_[0-9A-Za-z]{20}$/),
      url: RECEIVER,
      types: ['geomagnetic.*'],
      parameters: NO_PARAMETERS,
      description: 'pager',
      format: 'standard',
      status: 'active',
      secret: expect.stringMatching(/^whsec_/),
      public_key: expect.stringMatching(/^whpk_/),
      created_at: NOON,
    })
    expect(receivers.received.map(({ url, body }) => [url, JSON.parse(body).type])).toEqual([
      [RECEIVER, 'webhook.ping'],
    ])

    const shown = await send('GET', `/${data.id}`)
    expect(shown.status).toBe(200)
    const { secret: _, ...rest } = data
    expect(shown.json.data).toEqual({ ...rest, ...UNTOUCHED })
    const { text } = await send('GET')
    expect(JSON.parse(text).data).toEqual({ count: 1, limit: 5, webhooks: [shown.json.data] })
    expect(text).not.toContain('whsec_')
  })

  test('has the parameters that were sent; null restricts nothing', async () => {
    const { clientOf } = await webhookService()
    const { send, create } = await clientOf('pro')
    const parameters = {
      norad_ids: [25544],
      altitudes_km: [550, 780],
      min_g_scale: 3,
      min_s_scale: 2,
      min_flare_class: 'X1',
    }
    expect(await create({ parameters })).toMatchObject({ parameters })
    const { id } = await create({ parameters: { min_g_scale: 2, norad_ids: null } })
    const { json } = await send('GET', `/${id}`)
    expect(json.data.parameters).toEqual({ ...NO_PARAMETERS, min_g_scale: 2 })
  })

  test('PATCH changes what is sent and nothing else; null clears the description', async () => {
    const { clientOf } = await webhookService()
    const { send, create } = await clientOf('pro')
    const parameters = { min_g_scale: 3 }
    const { id } = await create({ types: ['solar.*'], description: 'flares', parameters })
    const patch = async (body: object) => {
      const { status, json } = await send('PATCH', `/${id}`, body)
      expect(status).toBe(200)
      expect((await send('GET', `/${id}`)).json.data).toEqual(json.data)
      return json.data
    }
    const before = await patch({})
    expect(before).toMatchObject({ types: ['solar.*'], description: 'flares', status: 'active' })
    expect(await patch({ types: ['launch.*'] })).toEqual({ ...before, types: ['launch.*'] })
    expect(await patch({ types: [], description: null })).toEqual({ ...before, types: [], description: null })
    const replaced = await patch({ parameters: { min_s_scale: 1 } })
    expect(replaced.parameters).toEqual({ ...NO_PARAMETERS, min_s_scale: 1 })
    expect((await patch({ unknown: 1 })).parameters).toEqual(replaced.parameters)
    const disabled = await patch({ status: 'disabled' })
    expect(disabled).toMatchObject({ status: 'disabled', disabled_reason: 'owner', disabled_at: NOON })
    expect(await patch({ status: 'active' })).toMatchObject({ status: 'active', disabled_reason: null })
  })

  test('a new URL is pinged before it replaces the old one', async () => {
    const { clientOf, receivers } = await webhookService()
    const { send, create } = await clientOf('pro')
    const { id } = await create()
    receivers.answer = ({ url }) => answered(url === RECEIVER ? 204 : 500)
    const refused = await send('PATCH', `/${id}`, { url: `${RECEIVER}/new`, description: 'new' })
    expect([refused.status, refused.json.error]).toEqual([400, 'receiver_refused'])
    const { data } = (await send('GET', `/${id}`)).json
    expect(data).toMatchObject({ url: RECEIVER, description: null })
    receivers.answer = () => answered(200)
    const { json } = await send('PATCH', `/${id}`, { url: `${RECEIVER}/new` })
    expect(json.data.url).toBe(`${RECEIVER}/new`)
    expect(receivers.received.at(-1)?.url).toBe(`${RECEIVER}/new`)
  })

  test('is tested, and each attempt is found page by page', async () => {
    const { clientOf, receivers } = await webhookService()
    const { send, create } = await clientOf('pro')
    const { id } = await create()
    const { status, json } = await send('POST', `/${id}/test`)
    expect(status).toBe(200)
    expect(json.data).toMatchObject({
      attempt: 1,
      try_number: 1,
      alert_type: 'webhook.ping',
      sequence: null,
      outcome: 'delivered',
      http_status: 204,
      error: null,
    })
    receivers.answer = () => answered(500, 'out of order')
    for (let i = 0; i < 4; i += 1) {
      const failed = await send('POST', `/${id}/test`)
      expect(failed.status).toBe(200)
      expect(failed.json.data).toMatchObject({ outcome: 'failed', http_status: 500, answer: 'out of order' })
    }
    const pages: number[][] = []
    for (let query = '?limit=2', more = true; more; ) {
      const { data } = (await send('GET', `/${id}/deliveries${query}`)).json
      pages.push(data.deliveries.map(({ attempt }: { attempt: number }) => attempt))
      expect(data.count).toBe(pages.at(-1)?.length)
      more = data.next_before !== null
      query = `?limit=2&before=${data.next_before}`
    }
    expect(pages).toEqual([[5, 4], [3, 2], [1]])
    expect((await send('GET', `/${id}/deliveries`)).json.data.count).toBe(5)
    for (const query of ['limit=0', 'limit=101', 'limit=x', 'before=0', 'before=1&before=2']) {
      const refused = await send('GET', `/${id}/deliveries?${query}`)
      expect([query, refused.status, refused.json.error]).toEqual([query, 400, 'invalid_parameter'])
    }
  })

  test('gets a new secret by rotation', async () => {
    const { clientOf } = await webhookService()
    const { send, create } = await clientOf('pro')
    const { id, secret, public_key } = await create()
    const { status, json } = await send('POST', `/${id}/rotate`)
    expect(status).toBe(200)
    expect(json.data.secret).toMatch(/^whsec_/)
    expect(json.data.secret).not.toBe(secret)
    expect(json.data.public_key).not.toBe(public_key)
    expect((await send('GET', `/${id}`)).json.data.public_key).toBe(json.data.public_key)
  })

  test('is replayed with 202, from a sequence, and with 409 while it is disabled', async () => {
    const { clientOf } = await webhookService()
    const { send, create } = await clientOf('pro')
    const { id } = await create()
    const { status, json } = await send('POST', `/${id}/replay`, { after: 0 })
    expect([status, json.data]).toEqual([202, { queued: 0 }])
    const never = await send('POST', `/${id}/replay`, {})
    expect([never.status, never.json]).toEqual([
      400,
      {
        error: 'invalid_body',
        message: 'Invalid after: required, because this webhook was never disabled.',
      },
    ])
    await send('PATCH', `/${id}`, { status: 'disabled' })
    const disabled = await send('POST', `/${id}/replay`, { after: 0 })
    expect([disabled.status, disabled.json.error]).toEqual([409, 'webhook_disabled'])
    await send('PATCH', `/${id}`, { status: 'active' })
    expect((await send('POST', `/${id}/replay`, {})).status).toBe(202)
  })

  test('is deleted with 204 and no body, and then unknown', async () => {
    const { clientOf } = await webhookService()
    const { send, create } = await clientOf('pro')
    const { id } = await create()
    const { status, text, headers } = await send('DELETE', `/${id}`)
    expect([status, text, headers.get('content-type')]).toEqual([204, '', null])
    expect(headers.get('cache-control')).toBe('no-store')
    const again = await send('DELETE', `/${id}`)
    expect([again.status, again.json.error]).toEqual([404, 'webhook_not_found'])
    expect((await send('GET')).json.data).toEqual({ count: 0, limit: 5, webhooks: [] })
  })
})

test('an account sees its own webhooks; those of others are 404 with every method', async () => {
  const { clientOf } = await webhookService()
  const [mine, other] = [await clientOf('pro', 'acme'), await clientOf('shell_pro', 'other')]
  const colleague = await clientOf('pro', 'acme')
  const { id } = await mine.create()
  const operations: [method: string, path: string, body?: object][] = [
    ['GET', ''],
    ['PATCH', '', { description: 'mine now' }],
    ['POST', '/test'],
    ['POST', '/rotate'],
    ['GET', '/deliveries'],
    ['POST', '/replay', { after: 0 }],
    ['DELETE', ''],
  ]
  const before = (await mine.send('GET', `/${id}`)).text
  for (const [method, path, body] of operations) {
    const { status, json } = await other.send(method, `/${id}${path}`, body)
    const what = `${method} ${path}`
    expect([what, status, json.error]).toEqual([what, 404, 'webhook_not_found'])
    const never = await other.send(method, `/wh_${'0'.repeat(20)}${path}`, body)
    expect(never.json).toEqual(json)
  }
  expect((await other.send('GET')).json.data).toEqual({ count: 0, limit: 10, webhooks: [] })
  expect((await mine.send('GET', `/${id}`)).text).toBe(before)
  expect((await colleague.send('GET', `/${id}`)).text).toBe(before)
})

const NO_PARAMETERS = {
  norad_ids: null,
  altitudes_km: null,
  min_g_scale: null,
  min_s_scale: null,
  min_flare_class: null,
  latitude: null,
  longitude: null,
  min_percent: null,
  only_dark: null,
  passes_of: null,
  min_elevation_deg: null,
  minutes_before: null,
  only_visible: null,
}
/** The state of a webhook to which nothing was sent yet. */
const UNTOUCHED = {
  disabled_reason: null,
  disabled_at: null,
  failing_since: null,
  last_success_at: null,
  last_error: null,
  pending: 0,
  dropped: 0,
  next_attempt_at: null,
}
