import { connectionInfo, runScheduled } from '@space-data/core/workers'
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
  expect(ipOf(headers, cf)).toBe('::')
})

test('waitUntil keeps the Worker alive after the response', () => {
  const kept: unknown[] = []
  const work = Promise.resolve()
  connectionInfo({ headers: new Headers() }, { waitUntil: (one) => kept.push(one) }).waitUntil?.(work)
  expect(kept).toEqual([work])
})

test.each([
  ['* * * * *', undefined, ['alerts']],
  ['7 * * * *', undefined, ['series']],
  ['23 5 * * 1', undefined, ['checks']],
  ['17 3 * * *', undefined, ['shells']],
  ['47 3 * * *', { startedAt: Date.UTC(2026, 10, 21, 3, 17) }, []],
  ['17 3 * * *', { startedAt: Date.UTC(2026, 10, 20, 3, 17) - 1 }, ['shells']],
])('%s after the run %o runs the jobs %o', async (cron, run, expected) => {
  const ran: string[] = []
  const job = (name: string) => ({ run: async () => void ran.push(name) })
  const status = async () => ({ run, nextRunAt: Date.UTC(2026, 10, 22, 3, 17) })
  const jobs = {
    alerts: job('alerts'),
    series: job('series'),
    checks: job('checks'),
    shells: { ...job('shells'), status },
  }
  await runScheduled({ jobs } as never, cron)
  expect(ran).toEqual(expected)
})
