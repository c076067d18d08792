import { describe, expect, test } from 'vitest'
import { createOpenApi } from '../../../packages/core/src/features/reference/openapi/document.ts'
import type { Endpoint } from '../../../packages/core/src/kernel/endpoint/endpoint.ts'
import type { Publications } from '../../../packages/core/src/kernel/endpoint/publication/publication.ts'
import {
  retiredEndpoints,
  withPublications,
} from '../../../packages/core/src/kernel/endpoint/publication/publications.ts'
import { toFetchHandler, withBase } from '../../../packages/core/src/kernel/http/fetch-handler.ts'
import { createPipeline } from '../../../packages/core/src/kernel/http/pipeline.ts'
import { testContext, withEnvironment } from '../../support/context.ts'
import { endpoints } from '../../support/table.ts'
import { breaksBetween, unexcused } from './breaking.ts'
import { linesOf } from './lines.ts'

const SUNSET = Date.parse('2027-08-31T00:00:00Z')
const since = { version: '0.1.0', date: null }
const made: Publications = {
  'GET /ref/units': {
    since,
    deprecation: { from: '2027-02-28', sunset: '2027-08-31', successor: '/v2/ref/units' },
  },
  'GET /v2/ref/units': { since: { version: '0.2.0', date: '2027-02-01' } },
  'GET /v1/tle/{group}': {
    since,
    deprecation: { from: '2027-02-28', sunset: '2027-08-31', successor: '/v2/tle/{group}' },
  },
  'POST /v1/keys': { since, deprecation: { from: '2027-02-28' } },
  'GET /v1/space-weather/kp': { since, deprecation: { from: '2027-02-28', sunset: '2027-08-31' } },
  'GET /v1/old': { since, deprecation: { from: '2026-01-01', sunset: '2026-07-01' } },
}

/** Today's table with a `/v2` beside it. */
function madeUpTable(): readonly Endpoint[] {
  const units = endpoints.find(({ path }) => path === '/ref/units')!
  const successor = { ...units, path: '/v2/ref/units', operationId: 'listUnitsOfV2' }
  return withPublications([...endpoints, successor], made)
}

const table = madeUpTable()

function serviceAt(at: number, base = '') {
  const context = withEnvironment(testContext({ time: { at } }), { settings: { base } })
  context.table.fill(table)
  const answer = createPipeline([...table, ...retiredEndpoints(table, made)], context)
  const handle = toFetchHandler(withBase(base, answer))
  return (path: string, init?: RequestInit) =>
    handle(new Request(`http://space-data.test${path}`, init), { ip: '192.0.2.1' })
}

const noticeOf = ({ headers }: Response) =>
  Object.fromEntries(['deprecation', 'sunset', 'link'].map((name) => [name, headers.get(name)]))

const NOTICE = {
  deprecation: `@${Date.parse('2027-02-28T00:00:00Z') / 1_000}`,
  sunset: 'Tue, 31 Aug 2027 00:00:00 GMT',
  link:
    '</v2/ref/units>; rel="successor-version", </openapi.json>; type="application/json"; rel="deprecation", ' +
    '</openapi.json>; type="application/json"; rel="sunset"',
}
const NONE = { deprecation: null, sunset: null, link: null }

describe('a path that is deprecated, with a successor', () => {
  test('answers as before until its sunset, and every answer says so', async () => {
    const ask = serviceAt(SUNSET - 1)
    const answer = await ask('/ref/units')
    expect(answer.status).toBe(200)
    expect(noticeOf(answer)).toEqual(NOTICE)
    expect(answer.headers.get('access-control-expose-headers')).toMatch(/deprecation, sunset, link$/)
    const held = { headers: { 'if-none-match': String(answer.headers.get('etag')) } }
    const unchanged = await ask('/ref/units', held)
    expect([unchanged.status, noticeOf(unchanged)]).toEqual([304, NOTICE])
    expect(noticeOf(await ask('/ref/units', { method: 'HEAD' }))).toEqual(NOTICE)
    expect(noticeOf(await ask('/ref/units', { method: 'DELETE' }))).toEqual(NONE)
    expect(noticeOf(await ask('/ref/units', { method: 'OPTIONS' }))).toEqual(NONE)
    for (const path of ['/v2/ref/units', '/ref/scales', '/v1/units']) {
      expect(noticeOf(await ask(path)), path).toEqual(NONE)
    }
  })

  test('is 410 from its sunset on, with the way to its successor', async () => {
    const ask = serviceAt(SUNSET)
    const answer = await ask('/ref/units')
    expect(answer.status).toBe(410)
    expect(await answer.json()).toEqual({
      error: 'gone',
      message: 'This path was removed on 2027-08-31: use /v2/ref/units.',
    })
    expect(noticeOf(answer)).toEqual(NOTICE)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const head = await ask('/ref/units', { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([410, ''])
    expect((await ask('/ref/units', { method: 'DELETE' })).status).toBe(405)
    expect((await ask('/v2/ref/units')).status).toBe(200)
  })

  test('that needs a key is 410 without one', async () => {
    const statusAt = async (at: number) => {
      const answer = await serviceAt(at)('/v1/space-weather/kp')
      expect(noticeOf(answer)).toMatchObject({ deprecation: NOTICE.deprecation, sunset: NOTICE.sunset })
      return answer.status
    }
    expect(await statusAt(SUNSET - 1)).toBe(401)
    expect(await statusAt(SUNSET)).toBe(410)
  })

  test('links to the successor with the parameters of the request', async () => {
    const linkOf = async (path: string) => (await serviceAt(SUNSET)(path)).headers.get('link')
    expect(await linkOf('/v1/tle/stations')).toMatch(/^<\/v2\/tle\/stations>; rel="successor-version", </)
    for (const odd of ['a%3Eb', 'a;b', 'x'.repeat(41)]) {
      expect(await linkOf(`/v1/tle/${odd}`)).not.toContain('successor-version')
    }
  })

  test('under a base, links lead there', async () => {
    const { headers } = await serviceAt(SUNSET, '/space')('/space/ref/units')
    expect(headers.get('link')).toContain('</space/v2/ref/units>; rel="successor-version"')
    expect(headers.get('link')).toContain('</space/openapi.json>; type="application/json"; rel="sunset"')
  })

  test('has no Sunset while none is decided, and is never 410', async () => {
    const body = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } }
    const answer = await serviceAt(SUNSET + 1e12)('/v1/keys', body)
    expect(answer.status).toBe(400)
    expect(noticeOf(answer)).toEqual({
      deprecation: NOTICE.deprecation,
      sunset: null,
      link: '</openapi.json>; type="application/json"; rel="deprecation"',
    })
  })

  test('whose code was deleted is 410 as long as its row stands', async () => {
    const answer = await serviceAt(SUNSET)('/v1/old')
    expect(answer.status).toBe(410)
    expect((await answer.json()).message).toBe(
      'This path was removed on 2026-07-01: see /openapi.json for all paths.',
    )
  })
})

describe('the document and the catalogue', () => {
  interface Operation {
    deprecated?: boolean
    description: string
    'x-since': string
    'x-sunset'?: string
    responses: Record<string, { $ref?: string }>
  }
  const { paths } = createOpenApi(table) as { paths: Record<string, Record<string, Operation>> }

  test('mark the operation as deprecated, with its sunset, its headers and its 410', () => {
    const operation = paths['/ref/units']?.['get']
    expect(operation).toMatchObject({ deprecated: true, 'x-since': '0.1.0', 'x-sunset': '2027-08-31' })
    expect(operation?.description).toContain(
      'Deprecated from 2027-02-28, removed on 2027-08-31: use `/v2/ref/units`.',
    )
    expect(operation?.responses['410']?.$ref).toBe('#/components/responses/DeprecatedGone')
    const successor = paths['/v2/ref/units']?.['get']
    expect(successor?.deprecated).toBeUndefined()
    expect(Object.keys(successor?.responses ?? {})).not.toContain('410')
    expect(JSON.stringify(successor?.responses)).not.toContain('Deprecat')
    expect(paths['/v1/keys']?.['post']?.['x-sunset']).toBeUndefined()
    expect(paths).not.toHaveProperty(['/v1/old'])
  })

  test('link the path with its successor', async () => {
    const answer = await serviceAt(SUNSET)('/.well-known/api-catalog')
    const { linkset } = await answer.json()
    const about = [{ href: '/openapi.json', type: 'application/json' }]
    expect(linkset).toContainEqual({
      anchor: '/ref/units',
      'successor-version': [{ href: '/v2/ref/units' }],
      deprecation: about,
      sunset: about,
    })
    expect(linkset[0].item).toContainEqual({ href: '/v2/ref/units' })
  })

  test('a path may be removed once its sunset is past, not before', () => {
    const without = table.filter(({ path }) => path !== '/ref/units')
    const breaks = breaksBetween(linesOf(createOpenApi(table)), linesOf(createOpenApi(without)))
    expect(breaks).toEqual([{ operation: 'GET /ref/units', what: 'removed' }])
    expect(unexcused(breaks, made, '2027-08-30')).toEqual(breaks)
    expect(unexcused(breaks, made, '2027-08-31')).toEqual([])
  })
})
