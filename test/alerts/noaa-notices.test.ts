import { memory } from '@space-data/core'
import { describe, expect, test } from 'vitest'
import type { AlertFacts } from '../../packages/core/src/features/alerts/alert.ts'
import { noaaNotices } from '../../packages/core/src/features/alerts/detectors/notices.ts'
import { detectAlerts } from '../../packages/core/src/features/alerts/watches/detect-alerts.ts'
import type { Notices } from '../../packages/core/src/features/space-weather/notices/notices.ts'
import { notice, stampOf } from '../fixtures/swpc.ts'
import { type TestContext, testContext } from '../support/context.ts'
import { assertValid, day, hour, minute, running } from './support.ts'

const NOW = Date.parse('2026-11-21T12:00:00Z')
const iso = (at: number) => new Date(at).toISOString()

type Row = Notices['notices'][number]

/** A notice of some minutes ago. */
function row(serial: number, minutesAgo: number, facts: Partial<Row> = {}): Row {
  return {
    product_id: 'K05W',
    code: 'WARK05',
    serial,
    kind: 'warning',
    issued_at: iso(NOW - minutesAgo * minute),
    headline: 'WARNING: Geomagnetic K-index of 5 expected',
    scale: 'G',
    level: 1,
    or_greater: false,
    valid_from: null,
    valid_to: null,
    days: [],
    event_start: null,
    event_peak: null,
    event_end: null,
    extends_serial: null,
    cancels_serial: null,
    supersedes_watches: false,
    text: 'Space Weather Message Code: WARK05',
    first_serial: serial,
    ended_by: null,
    in_force: true,
    in_force_until: null,
    ...facts,
  }
}

const list = (...notices: readonly Row[]): Notices => ({
  count: notices.length,
  in_force_count: 0,
  notices: [...notices].sort((one, other) => other.issued_at.localeCompare(one.issued_at)),
  as_of: iso(NOW),
  source: 'NOAA SWPC alerts, watches and warnings',
})

const told = (alerts: readonly AlertFacts[]) => alerts.map(({ type, subject }) => `${type} ${subject}`)

describe('the detector', () => {
  /** One that has seen a notice of an hour ago. */
  function started() {
    const detector = running(noaaNotices)
    expect(detector.observe(list(row(1, 60), row(0, 90)), NOW)).toEqual([])
    return detector
  }

  test('announces nothing of the archive at the first look, and each new notice once, oldest first', () => {
    const detector = started()
    const later = list(row(3, 1), row(2, 5), row(1, 60))
    expect(told(detector.observe(later, NOW))).toEqual(['swpc.warning WARK05-2', 'swpc.warning WARK05-3'])
    expect(detector.observe(later, NOW + minute)).toEqual([])
  })

  test('tells each kind under its own type, and what is of no known kind under none', () => {
    const kinds = ['watch', 'warning', 'alert', 'summary', 'cancellation', 'other'] as const
    const notices = kinds.map((kind, i) => row(i + 2, 30 - i, { kind, code: `X${i}` }))
    expect(
      started()
        .observe(list(...notices), NOW)
        .map(({ type }) => type),
    ).toEqual(['swpc.watch', 'swpc.warning', 'swpc.alert', 'swpc.summary', 'swpc.cancelled'])
  })

  test('the data are what the notice says, at the instant of its issue', () => {
    const [alert] = started().observe(list(row(2, 5)), NOW)
    const { first_serial: _, ended_by: __, in_force: ___, in_force_until: ____, ...facts } = row(2, 5)
    expect(alert?.at).toBe(NOW - 5 * minute)
    expect(alert?.data).toEqual({
      ...facts,
      observed_at: iso(NOW),
      source: 'NOAA SWPC alerts, watches and warnings',
      url: '/v1/space-weather/notices',
    })
  })

  test('a correction, which has the number of what it corrects, is news', () => {
    const detector = started()
    expect(told(detector.observe(list(row(1, 5), row(1, 60)), NOW))).toEqual(['swpc.warning WARK05-1'])
    expect(detector.observe(list(row(1, 5), row(1, 60)), NOW)).toEqual([])
  })

  test.each([
    ['59 minutes', 119, 1],
    ['an hour', 120, 0],
    ['a week', 60 + 10_080, 0],
  ])('one that turns up %s older than the newest', (_, minutesAgo, count) => {
    const late = row(9, minutesAgo)
    expect(started().observe(list(row(1, 60), late), NOW)).toHaveLength(count)
  })

  test('a file that loses its end and has it again repeats nothing', () => {
    const detector = started()
    expect(detector.observe(list(row(3, 10), row(2, 50)), NOW)).toHaveLength(2)
    expect(detector.observe(list(row(1, 60), row(0, 90)), NOW)).toEqual([])
    expect(detector.observe(list(row(3, 10), row(2, 50)), NOW)).toEqual([])
  })

  test('after a pause of days what is more than a day old is no news', () => {
    const detector = running(noaaNotices)
    detector.observe(list(row(1, 4 * 1_440)), NOW)
    const notices = list(row(2, 1_441), row(3, 1_439))
    expect(told(detector.observe(notices, NOW))).toEqual(['swpc.warning WARK05-3'])
  })

  test('of very many new ones each is announced, 20 at a time', () => {
    const detector = started()
    const many = list(...Array.from({ length: 45 }, (_, i) => row(100 - i, i + 1)))
    const runs = [1, 2, 3, 4].map((i) => detector.observe(many, NOW + i * minute))
    expect(runs.map(({ length }) => length)).toEqual([20, 20, 5, 0])
    expect(new Set(runs.flat().map(({ subject }) => subject)).size).toBe(45)
  })
})

describe('on a store', () => {
  /** Contexts of processes on one store, with a file of notices that a test can change. */
  function processes(count: number) {
    const time = { at: NOW }
    const backend = memory()
    const rows: unknown[] = []
    const add = (serial: number) =>
      rows.unshift(
        notice(`WARK05-${serial}`, time.at - minute, [
          'WARNING: Geomagnetic K-index of 5 expected',
          `Valid To: ${stampOf(time.at + 9 * hour).stamp}`,
          'NOAA Scale: G1 - Minor',
        ]),
      )
    const fetch: typeof globalThis.fetch = async (input) => {
      if (!String(input).includes('/products/alerts.json')) throw new TypeError('not in this test')
      return Response.json(rows)
    }
    const start = () => ({ ...testContext({ backend, time }), fetch })
    return { time, add, start, contexts: Array.from({ length: count }, start) }
  }

  const logged = async ({ alerts }: Pick<TestContext, 'alerts'>) =>
    (await alerts.log.read(0, 1_000))
      .filter(({ type }) => type.startsWith('swpc.'))
      .map(({ type, subject }) => `${type} ${subject}`)

  test('two processes and a restart announce each notice once', async () => {
    const { time, add, start, contexts } = processes(2)
    const [one, other] = contexts
    if (!one || !other) throw new Error('no contexts')
    const look = async (...running: readonly (typeof one)[]) => {
      time.at += 2 * minute
      for (const context of running) await context.alerts.listeners.mark()
      await Promise.all(running.map((context) => detectAlerts(context)))
    }
    add(1)
    await look(one, other)
    expect(await logged(one)).toEqual([])
    add(2)
    await look(one, other)
    add(3)
    await look(one, other)
    const again = start()
    await look(again)
    add(4)
    await look(again, other)
    const all = await again.alerts.log.read(0, 1_000)
    expect(await logged(again)).toEqual([2, 3, 4].map((serial) => `swpc.warning WARK05-${serial}`))
    for (const alert of all) assertValid({ ...alert, at: Date.parse(alert.timestamp) })
  })

  test('of a file that cannot be had nothing is announced, and later what came meanwhile', async () => {
    const { time, add, contexts } = processes(1)
    const [context] = contexts
    if (!context) throw new Error('no context')
    const look = async (fetch = context.fetch) => {
      time.at += 5 * minute
      await context.alerts.listeners.mark()
      await detectAlerts({ ...context, fetch })
    }
    add(1)
    await look()
    add(2)
    await look(async () => new Response('', { status: 500 }))
    expect(await logged(context)).toEqual([])
    time.at += hour
    await look()
    expect(await logged(context)).toEqual(['swpc.warning WARK05-2'])
    time.at += 2 * day
    await look()
    expect(await logged(context)).toHaveLength(1)
  })
})
