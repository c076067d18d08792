import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createSpaceData } from '@space-data/core'
import { everything } from '@space-data/core/features'
import { toNodeListener } from '@space-data/core/node'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { withoutBase } from '../../packages/core/src/kernel/http/target.ts'
import { exchange } from '../hostile/wire.ts'
import { runs } from '../support/tier.ts'

const spaceData = createSpaceData({ features: everything, base: '/space' })
const ORIGIN = 'http://space-data.test'

const statusOf = async (target: string, method = 'GET') =>
  (await spaceData.handle(new Request(ORIGIN + target, { method }), { ip: '192.0.2.1' })).status

test.each([
  ['/space/ref', 200],
  ['/space/ref?x=1', 200],
  ['/space/v1/speedtest/down?bytes=-1', 400],
  ['/space/v1/../ref', 200],
  ['/other/../space/ref', 200],
  ['/ref', 404],
  ['/', 404],
  ['/space', 200],
  ['/space/', 200],
  ['/space/nowhere', 404],
  ['/spaceship/ref', 404],
  ['/SPACE/ref', 404],
  ['/space//ref', 404],
  ['//space/ref', 404],
  ['/space/space/ref', 404],
  ['/space/../ref', 404],
  ['/space/%2e%2e/ref', 404],
  ['/space/..%2fref', 404],
  ['/space\\..\\ref', 404],
  ['/%73pace/ref', 404],
  ['/space%2fref', 404],
  ['/x/space/ref', 404],
  ['/?/space/ref', 404],
])('%s is %d', async (target, status) => {
  expect(await statusOf(target)).toBe(status)
})

test('a target outside the base is 404 for every method, OPTIONS included', async () => {
  for (const method of ['GET', 'HEAD', 'POST', 'OPTIONS', 'DELETE'])
    expect(await statusOf('/v1/keys', method), method).toBe(404)
  expect(await statusOf('/space/v1/keys', 'OPTIONS')).toBe(204)
})

test('no target is served whose normalised URL does not begin with the base', () => {
  const piece = fc.constantFrom(
    '/',
    '//',
    '.',
    '..',
    '%2e',
    '%2E',
    '%2f',
    '\\',
    'space',
    'ref',
    '?',
    '#',
    '%73',
    ' ',
    '\t',
    'ß',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 9 }), (pieces) => {
      const target = `/${pieces.join('')}`
      const inside = withoutBase('/space', target)
      if (inside === '') return
      const { pathname } = new URL(`http://internal${target}`)
      expect(pathname === '/space' || pathname.startsWith('/space/')).toBe(true)
      expect(`/space${inside.split('?')[0]}`.replace(/\/$/, '')).toBe(pathname.replace(/\/$/, ''))
    }),
    runs(300, 20_000),
  )
})

test('the OpenAPI document contains the base as its server', async () => {
  const document = await spaceData.handle(new Request(`${ORIGIN}/space/openapi.json`))
  expect((await document.json()).servers).toMatchObject([{ url: '/space' }])
  expect(await spaceData.openapi()).toMatchObject({ servers: [{ url: '/space' }] })
  expect(await createSpaceData({ features: everything }).openapi()).toMatchObject({ servers: [{ url: '/' }] })
})

test('requests of the operator use the same base', async () => {
  const asked = await spaceData.handleAsOperator(new Request(`${ORIGIN}/space/shell/diff`))
  expect(await asked.json()).toMatchObject({ error: 'shell_not_populated' })
  expect((await spaceData.handleAsOperator(new Request(`${ORIGIN}/shell/diff`))).status).toBe(404)
})

test('a base may have several segments; a single slash means none', async () => {
  const deep = createSpaceData({ features: everything, base: '/api/v2.1/space-data' })
  expect((await deep.handle(new Request(`${ORIGIN}/api/v2.1/space-data/ref`))).status).toBe(200)
  const none = createSpaceData({ features: everything, base: '/' })
  expect(none.base).toBe('')
  expect((await none.handle(new Request(`${ORIGIN}/ref`))).status).toBe(200)
})

test.each([
  'space',
  '/space/',
  '//space',
  '/a//b',
  '/..',
  '/a/../b',
  '/%73pace',
  '/a?b',
  '/a#b',
  '/a b',
  'https://a.example',
])('a base of %s is rejected', (base) => {
  expect(() => createSpaceData({ features: everything, base })).toThrow(/^base: /)
})

test('a Node listener used as middleware passes requests outside the base to next, unchecked', async () => {
  const listener = toNodeListener(spaceData)
  const server = createServer((request, response) =>
    listener(request, response, () => response.writeHead(299).end()),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const outcome = async (line: string, host = 'localhost') =>
    (await exchange(port, `${line} HTTP/1.1\r\nHost: ${host}\r\n\r\n`)).outcome
  expect(await outcome('GET /space/ref')).toBe('200')
  expect(await outcome('GET /space/ref', 'a/b')).toBe('400')
  expect(await outcome('GET /other', 'a_b')).toBe('299')
  expect(await outcome('GET http://a.example/space/ref')).toBe('200')
  for (const target of [
    '/',
    '/ref',
    '/spaceship',
    '/space/../ref',
    '//space/ref',
    '*',
    'http://a.example/ref',
  ])
    expect(await outcome(`OPTIONS ${target}`), target).toBe('299')
})

test('waitUntil receives pending responses only', async () => {
  const kept: Promise<unknown>[] = []
  const waitUntil = (work: Promise<unknown>) => void kept.push(work)
  const slow = createSpaceData({ features: everything, fetch: async () => new Response('[]'), onError() {} })
  const { key } = await slow.keys.issue({ tier: 'pro', label: 'slow' })
  const ask = (path: string) =>
    slow.handle(new Request(ORIGIN + path, { headers: { 'x-api-key': key } }), { ip: '192.0.2.2', waitUntil })
  await ask('/v1/speedtest/ping')
  expect(kept).toEqual([])
  const { status } = await ask('/v1/space-weather/kp')
  expect(status).toBe(502)
  const answers = (await Promise.all(kept)) as ({ status?: number } | undefined)[]
  expect(answers.filter((answer) => answer?.status === status)).toHaveLength(1)
})
