import type { SpaceDataOptions } from '@space-data/core'
import { beforeEach, expect, test } from 'vitest'
import { isStream } from '../../packages/core/src/kernel/endpoint/endpoint.ts'
import { Reader, streamService, useFakeTimers } from '../space-weather/stream-service.ts'
import { endpoints } from '../support/table.ts'

const STREAM = '/v1/alerts/stream'
const KP = '/v1/space-weather/kp'
const SECOND = 1_000

beforeEach(useFakeTimers)

async function withTickets(options: SpaceDataOptions = {}) {
  const service = await streamService(STREAM, options)
  const post = (headers: Record<string, string> = { 'x-api-key': service.key }) =>
    service.ask('POST', '/v1/stream-tickets', headers)
  return {
    ...service,
    post,
    ticket: async (headers?: Record<string, string>): Promise<string> =>
      (await post(headers)).json.data.ticket,
    /** Opens a path as `EventSource` does: without headers of its own. */
    use: (query: string, path = STREAM) =>
      service.spaceData.handle(
        new Request(`http://space-data.test${path}?${query}`, { headers: { origin: 'https://site.test' } }),
        { ip: '192.0.2.1' },
      ),
    /** The status of a request without a key, and its error code. */
    refusal: async (query: string, path = STREAM) => {
      const { status, json } = await service.ask('GET', `${path}?${query}`)
      return [status, json?.error]
    },
  }
}

const INVALID = [401, 'invalid_ticket']

test('a ticket is returned once, to clients with a key, for 60 s, and no cache stores it', async () => {
  const { post } = await withTickets()
  const { status, headers, json } = await post()
  expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
  expect(json.data).toEqual({
    ticket: expect.stringMatching(/^tkt_[0-9A-Za-z]{32}$/),
    expires_at: '2026-11-21T12:01:00.000Z',
  })
  expect((await post()).json.data.ticket).not.toBe(json.data.ticket)
  expect((await post({})).json.error).toBe('missing_key')
})

const streams = endpoints.filter(isStream).map(({ path }) => path)

test.each(streams)('it opens %s once, from any site, and counts as the key does', async (path) => {
  const { ticket, use, refusal, post } = await withTickets()
  const query = `ticket=${await ticket()}`
  const opened = await use(query, path)
  await opened.body?.cancel()
  const { headers } = opened
  expect(opened.status).toBe(200)
  expect(headers.get('content-type')).toBe('text/event-stream')
  expect(headers.get('access-control-allow-origin')).toBe('*')
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('ratelimit')).toMatch(/r=49998;/)
  const again = await use(query, path)
  expect([again.status, again.headers.get('access-control-allow-origin')]).toEqual([401, '*'])
  expect(await refusal(query, path)).toEqual(INVALID)
  expect((await post()).headers.get('ratelimit')).toMatch(/r=49997;/)
})

test('no other path takes a ticket, which stays unused', async () => {
  const { ticket, use, refusal, post } = await withTickets()
  const value = await ticket()
  for (const path of [KP, '/v1/alerts', '/v1/webhooks'])
    expect(await refusal(`ticket=${value}`, path)).toEqual([401, 'missing_key'])
  for (const headers of [{ 'x-api-key': value }, { authorization: `Bearer ${value}` }])
    expect((await post(headers)).json.error).toBe('invalid_key')
  expect((await use(`ticket=${value}`)).status).toBe(200)
})

test('an old, unknown, repeated or malformed ticket, and a key instead of one, is 401 invalid_ticket', async () => {
  const { ticket, refusal, pass, key } = await withTickets()
  const [old, repeated] = [await ticket(), await ticket()]
  expect(await refusal(`ticket=${repeated}&ticket=${repeated}`)).toEqual(INVALID)
  await pass(60 * SECOND)
  expect(await refusal(`ticket=${old}`)).toEqual(INVALID)
  for (const value of [`tkt_${'0'.repeat(32)}`, '', 'tkt_', `${old} `, key, '%00'])
    expect(await refusal(`ticket=${value}`)).toEqual(INVALID)
})

test('of twenty simultaneous uses, one opens a stream', async () => {
  const { ticket, use } = await withTickets()
  const query = `ticket=${await ticket()}`
  const all = await Promise.all(Array.from({ length: 20 }, () => use(query)))
  expect(all.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('the first request that sends a ticket uses it up, even a wrong one', async () => {
  const { ticket, refusal } = await withTickets()
  const value = await ticket()
  expect(await refusal(`after=x&ticket=${value}`)).toEqual([400, 'invalid_parameter'])
  expect(await refusal(`ticket=${value}`)).toEqual(INVALID)
})

test('once its key has ended, a ticket is invalid and a stream that it opened ends', async () => {
  const { spaceData, ticket, use, refusal, pass } = await withTickets()
  const issued = await spaceData.keys.issue({ tier: 'pro', label: 'short' })
  const headers = { 'x-api-key': issued.key }
  const reader = new Reader(await use(`ticket=${await ticket(headers)}`))
  await pass(SECOND)
  const unused = await ticket(headers)
  await spaceData.keys.revoke(issued.record.id)
  expect(await refusal(`ticket=${unused}`)).toEqual(INVALID)
  expect(reader.isOver).toBe(false)
  await pass(62 * SECOND)
  expect(reader.isOver).toBe(true)
})

test('its stream counts among those of the account, and its paths and networks are those of the key', async () => {
  const { spaceData, ticket, use, refusal, request } = await withTickets()
  for (let i = 0; i < 9; i += 1) await request()
  expect((await use(`ticket=${await ticket()}`)).status).toBe(200)
  expect(await refusal(`ticket=${await ticket()}`)).toEqual([429, 'rate_limited'])
  expect((await request()).status).toBe(429)
  const { key } = await spaceData.keys.issue({
    tier: 'pro',
    label: 'of values',
    paths: ['/v1/stream-tickets', '/v1/space-weather/*'],
  })
  const own = () => ticket({ 'x-api-key': key })
  expect(await refusal(`ticket=${await own()}`)).toEqual([403, 'key_restricted'])
  expect((await use(`ticket=${await own()}`, '/v1/space-weather/stream')).status).toBe(200)
})

test('an account may request 60 tickets a minute, with all of its keys', async () => {
  const { spaceData, post, pass } = await withTickets()
  const issue = async () =>
    (await spaceData.keys.issue({ tier: 'pro', label: 'one of two', account: 'acme' })).key
  const keys = [await issue(), await issue()]
  const statuses = async () => {
    const all: number[] = []
    for (let i = 0; i < 61; i += 1) all.push((await post({ 'x-api-key': keys[i % 2] ?? '' })).status)
    return all
  }
  const expected = [...new Array(60).fill(200), 429]
  expect(await statuses()).toEqual(expected)
  await pass(60 * SECOND)
  expect(await statuses()).toEqual(expected)
})

test('with accounts of the host, a ticket belongs to the account, and the host is not asked for the stream', async () => {
  const { ticket, use, refusal } = await withTickets({
    authorize: (request) =>
      request.header('cookie') === null ? undefined : { account: 'acme', tier: 'pro' },
  })
  const opened = await use(`ticket=${await ticket({ cookie: 'one' })}`)
  await opened.body?.cancel()
  expect(opened.headers.get('ratelimit')).toMatch(/r=999998;/)
  expect(await refusal('')).toEqual([401, 'invalid_key'])
})

test('without the store, a ticket is neither issued nor rejected', async () => {
  const { ticket, post, refusal, faulty } = await withTickets()
  const value = await ticket()
  faulty.fault = 'throws'
  expect((await post()).json.error).toBe('store_unavailable')
  expect(await refusal(`ticket=${value}`)).toEqual([503, 'store_unavailable'])
})

test('events, errors and responses contain no ticket, wherever a client puts it', async () => {
  const seen: unknown[] = []
  const { ticket, use, errors } = await withTickets({ onEvent: (event) => seen.push(event) })
  const value = await ticket()
  const query = `ticket=${value}`
  for (const path of [STREAM, STREAM, KP, '/', '/status', '/nowhere', `/${value}`, `${STREAM}/${value}`]) {
    const response = await use(query, path)
    seen.push([...response.headers], path === STREAM && response.ok ? '' : await response.text())
    await response.body?.cancel().catch(() => {})
  }
  expect(seen).toContainEqual(expect.objectContaining({ type: 'request', route: STREAM, status: 401 }))
  expect(JSON.stringify([seen, errors.map(String)])).not.toContain(value)
})
