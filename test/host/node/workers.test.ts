import { connectionInfo } from '@space-data/core/workers'
import { expect, test } from 'vitest'

const OF_EDGE = { 'cf-ray': '230b030023ae2822', 'cf-connecting-ip': '192.0.2.7' }

function ipOf(headers: Record<string, string>, cf: object | undefined) {
  return connectionInfo({ headers: new Headers(headers), cf }, { waitUntil: () => {} }).ip
}

test('cf-connecting-ip counts if Cloudflare’s edge set it', () => {
  expect(ipOf(OF_EDGE, { colo: 'SJC' })).toBe('192.0.2.7')
})

test.each([
  ['another Worker asked by fetch', { ...OF_EDGE, 'cf-worker': 'example.com' }, { colo: 'SJC' }],
  ['another Worker made the request for a binding', OF_EDGE, undefined],
  ['wrangler dev', { 'cf-connecting-ip': '192.0.2.7' }, { colo: 'SJC' }],
])('cf-connecting-ip does not count for %s', (_, headers, cf) => {
  expect(ipOf(headers, cf)).toBeUndefined()
})

test('waitUntil keeps the Worker alive after the response', () => {
  const kept: unknown[] = []
  const work = Promise.resolve()
  connectionInfo({ headers: new Headers() }, { waitUntil: (one) => kept.push(one) }).waitUntil?.(work)
  expect(kept).toEqual([work])
})
