import { createSpaceData } from '@space-data/core'
import type { RawRequest } from '@space-data/core/http'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { toFetchHandler } from '../../packages/core/src/kernel/http/fetch-handler.ts'
import { kpBody } from './kp-body.ts'

const KP = 'http://127.0.0.1/v1/space-weather/kp'

/** On Bun alone the headers of the last response are changed. Their ages are of one second. */
beforeEach(() => {
  vi.stubGlobal('Bun', {})
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

async function start() {
  const spaceData = createSpaceData({ fetch: async () => Response.json(kpBody()) })
  onTestFinished(() => spaceData.close())
  const { key } = await spaceData.keys.issue({ tier: 'enterprise', label: 'headers' })
  const ask = (requestId: string, fields: Record<string, string> = {}) =>
    spaceData.handle(new Request(KP, { headers: { 'x-api-key': key, ...fields } }), { requestId })
  return { spaceData, key, ask }
}

test('a response of `handle` keeps its headers, and what a host does to them stays its own', async () => {
  const { ask } = await start()
  const first = await ask('first-request')
  const second = await ask('second-request')
  second.headers.set('etag', '"of the host"')
  second.headers.delete('cache-control')
  second.headers.set('x-host', '1')
  const third = await ask('third-request')

  const ids = [first, second, third].map(({ headers }) => headers.get('x-service-request-id'))
  expect(ids).toEqual(['first-request', 'second-request', 'third-request'])
  expect(third.headers.get('etag')).toBe(first.headers.get('etag'))
  expect(third.headers.has('cache-control')).toBe(true)
  expect(third.headers.has('x-host')).toBe(false)
})

test('`handle` gives the headers of `dispatch`, whatever it responded before', async () => {
  const { spaceData, key, ask } = await start()
  const etag = (await ask('the-first-one')).headers.get('etag') ?? ''
  const requests = [
    {},
    { 'if-none-match': etag },
    { 'x-api-key': 'unknown' },
    { 'if-none-match': etag, 'x-api-key': 'unknown', accept: 'text/html' },
    { 'x-api-key': 'unknown', accept: 'text/html' },
  ]
  for (const fields of [...requests, ...[...requests].reverse(), ...requests]) {
    const given: Record<string, string> = { 'x-api-key': key, ...fields }
    const raw: RawRequest = {
      method: 'GET',
      target: '/v1/space-weather/kp',
      header: (name) => given[name] ?? null,
      body: null,
      requestId: 'the-same-id',
      waitUntil: () => {},
    }
    const { headers } = await spaceData.dispatch(raw)
    const expected = new Headers()
    for (let i = 0; i < headers.length; i += 2) {
      expected.append(headers[i] as string, headers[i + 1] as string)
    }
    const response = await ask('the-same-id', fields)
    const without = (all: Headers) => [...all].filter(([name]) => name !== 'ratelimit')
    expect(without(response.headers)).toEqual(without(expected))
  }
})

test('responses with as many headers, of other names or with repeated ones, do not mix', async () => {
  const lists = [
    ['a', '1', 'b', '2', 'c', '3'],
    ['a', '1', 'b', '2', 'd', '3'],
    ['vary', 'x', 'a', '1', 'vary', 'y'],
    ['vary', 'x', 'a', '2', 'vary', 'y'],
    ['vary', 'x', 'a', '1', 'vary', 'z'],
    ['vary', 'w', 'a', '1', 'vary', 'z'],
  ]
  let list: string[] = []
  const handle = toFetchHandler(() => ({ status: 200, headers: list, body: null }))
  for (const from of lists) {
    for (const to of lists) {
      const given = []
      for (list of [from, to]) given.push([...(await handle(new Request(KP))).headers])
      expect(given).toEqual([from, to].map(joined))
    }
  }
})

test('a header that is invalid leaves nothing of itself in the responses after it', async () => {
  let list: string[] = []
  const handle = toFetchHandler(() => ({ status: 200, headers: list, body: null }))
  const send = async (...given: string[]) => {
    list = given
    return [...(await handle(new Request(KP))).headers]
  }
  await send('a', '1', 'b', '1', 'c', '1')
  await expect(async () => send('a', '2', 'b', 'not\nvalid', 'c', '2')).rejects.toThrow(TypeError)
  expect(await send('a', '1', 'b', '1', 'c', '3')).toEqual([
    ['a', '1'],
    ['b', '1'],
    ['c', '3'],
  ])
})

/** The headers of a list, sorted and with repeated ones joined. */
function joined(list: readonly string[]): [string, string][] {
  const values = new Map<string, string>()
  for (let i = 0; i < list.length; i += 2) {
    const [name, value] = [list[i] as string, list[i + 1] as string]
    values.set(name, values.has(name) ? `${values.get(name)}, ${value}` : value)
  }
  return [...values].sort(([a], [b]) => (a < b ? -1 : 1))
}
