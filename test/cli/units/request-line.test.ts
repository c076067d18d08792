import type { ServiceEvent } from '@space-data/core'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { requestLines } from '../../../packages/cli/src/serve/log/request-line.ts'

type Request = Extract<ServiceEvent, { type: 'request' }>

const text = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('"', '\\', '\u2028', 'é', ''),
)

test('every line is the JSON of its request, whatever its texts contain', () => {
  const at = Date.parse('2026-11-21T12:40:52.007Z')
  const lineOf = requestLines(() => at)
  fc.assert(
    fc.property(text, fc.option(text), fc.option(text), fc.boolean(), (id, route, account, hasMore) => {
      const event: Request = {
        type: 'request',
        id,
        method: 'GET',
        route,
        ...(hasMore && { path: id, trace: '4bf92f3577b34da6a3ce929d0e0e4736' }),
        status: 429,
        code: 'rate_limited',
        cache: null,
        account,
        key: account,
        bytes: 12,
        ms: 0.412_34,
      }
      const line = lineOf(event)
      expect(line.indexOf('\n')).toBe(line.length - 1)
      const { type, trace, ...fields } = event
      expect(JSON.parse(line)).toEqual({
        ...fields,
        ...(trace && { trace_id: trace }),
        level: 'warn',
        time: '2026-11-21T12:40:52.007Z',
        ms: 0.412,
        event: type,
        msg: `GET ${route ?? '(unknown path)'} 429 rate_limited`,
      })
    }),
  )
})

test('the time is that of each request', () => {
  let at = Date.parse('2026-11-21T12:40:59.999Z')
  const lineOf = requestLines(() => at)
  const timeOf = () =>
    JSON.parse(
      lineOf({
        type: 'request',
        id: '',
        method: 'GET',
        route: null,
        status: 200,
        code: null,
        cache: null,
        account: null,
        key: null,
        bytes: 0,
        ms: 0,
      }),
    ).time
  expect(timeOf()).toBe('2026-11-21T12:40:59.999Z')
  at += 1
  expect(timeOf()).toBe('2026-11-21T12:41:00.000Z')
  at -= 3_600_000
  expect(timeOf()).toBe('2026-11-21T11:41:00.000Z')
})
