import { expect, test } from 'vitest'
import { testService } from '../support/service.ts'
import { answeringAtOnce, examplePath } from '../support/table.ts'

const enveloped = answeringAtOnce.filter(
  ({ path, tag, success }) =>
    'application/json' in success.content &&
    path !== '/openapi.json' &&
    !['HAPI', 'Compatibility'].includes(tag),
)
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/

const { get } = await testService()
const sample = await testService({ sourceNote: '(sample)' })

test.each(enveloped.map((endpoint) => [endpoint.path, endpoint] as const))(
  '%s responds with exactly source, fetched_at, valid_until and data',
  async (_, endpoint) => {
    const { status, json } = await get(examplePath(endpoint), { accept: 'application/json' })
    expect(status).toBe(200)
    expect(Object.keys(json)).toEqual(['source', 'fetched_at', 'valid_until', 'data'])
    expect(json.source).toEqual(expect.any(String))
    expect(json.fetched_at).toMatch(INSTANT)
    expect(json.valid_until).toMatch(INSTANT)
    expect(json.data).toBeTypeOf('object')
  },
)

test.each(
  enveloped
    .filter(({ upstreams }) => upstreams.length > 0)
    .map((endpoint) => [endpoint.path, endpoint] as const),
)('%s repeats its source inside data, and says (sample) when it is told to', async (_, endpoint) => {
  const { json } = await sample.get(examplePath(endpoint))
  expect(json.data.source).toBe(json.source)
  expect(json.source).toMatch(/\(sample\)$/)
})

test('a TLE group is text without an envelope, with its validity in headers', async () => {
  const { status, headers, text } = await get('/v1/tle/stations')
  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(headers.get('x-source')).toContain('CelesTrak')
  expect(headers.get('x-fetched-at')).toBe('2026-11-21T12:00:00.000Z')
  expect(headers.get('x-valid-until')).toBe('2026-11-21T18:00:00.000Z')
  const lines = text.trimEnd().split('\n')
  expect(lines.length).toBe(3 * Number(headers.get('x-tle-count')))
  expect(text).not.toContain('\r')
})
