import { describe, expect, test } from 'vitest'
import { coronalMassEjections } from '../../packages/core/src/features/alerts/detectors/coronal-mass-ejections.ts'
import { launches } from '../../packages/core/src/features/alerts/detectors/launches.ts'
import { day, hour, line, minute, running } from './support.ts'

const NOW = Date.parse('2026-11-20T12:00:00Z')
const iso = (at: number) => new Date(at).toISOString()

describe('coronal mass ejections', () => {
  const cme = (id: string, arrival: string | null, start = '2026-11-19T06:00:00.000Z') => ({
    id,
    kind: 'cme',
    start_time: start,
    speed_km_s: 800,
    earth_impact:
      arrival === null ? null : { arrival_time: arrival, glancing: false, kp_max: 6, awaits_run: false },
  })
  const list = (...events: ReturnType<typeof cme>[]) => ({ events, as_of: iso(NOW), source: 'DONKI' })

  test('at the first observation only what is still to arrive is told', () => {
    const detector = running(coronalMassEjections)
    const alerts = detector.observe(
      list(
        cme('past', '2026-11-20T11:00:00.000Z'),
        cme('coming', '2026-11-21T06:00:00.000Z'),
        cme('none', null),
      ),
      NOW,
    )
    expect(alerts.map(({ type, subject }) => `${type} ${subject}`)).toEqual(['cme.earth_directed coming'])
  })

  test('an impact that appears is told once', () => {
    const detector = running(coronalMassEjections)
    expect(detector.observe(list(cme('a', null)), NOW)).toEqual([])
    expect(detector.observe(list(cme('a', '2026-11-21T06:00:00.000Z')), NOW)).toHaveLength(1)
    expect(detector.observe(list(cme('a', '2026-11-21T06:00:00.000Z')), NOW)).toEqual([])
  })

  test.each([
    ['2026-11-21T09:00:00.000Z', 0],
    ['2026-11-21T09:00:01.000Z', 1],
    ['2026-11-21T03:00:00.000Z', 0],
    ['2026-11-21T02:59:00.000Z', 1],
  ])('an arrival at 06:00 that moves to %s', (arrival, count) => {
    const detector = running(coronalMassEjections)
    detector.observe(list(cme('a', '2026-11-21T06:00:00.000Z')), NOW)
    const alerts = detector.observe(list(cme('a', arrival)), NOW)
    expect(alerts).toHaveLength(count)
    if (count > 0) {
      expect(alerts[0]?.data).toMatchObject({
        previous_arrival_time: '2026-11-21T06:00:00.000Z',
        arrival_time: arrival,
      })
    }
  })

  test('small steps are measured from what was told', () => {
    const detector = running(coronalMassEjections)
    detector.observe(list(cme('a', '2026-11-21T06:00:00.000Z')), NOW)
    expect(detector.observe(list(cme('a', '2026-11-21T08:00:00.000Z')), NOW)).toEqual([])
    expect(detector.observe(list(cme('a', '2026-11-21T09:30:00.000Z')), NOW)).toHaveLength(1)
    expect(detector.observe(list(cme('a', '2026-11-21T08:00:00.000Z')), NOW)).toEqual([])
  })

  test('a kind that is away for a while is not told again, and old events are forgotten', () => {
    const detector = running(coronalMassEjections)
    detector.observe(list(cme('a', '2026-11-21T06:00:00.000Z')), NOW)
    expect(detector.observe(list(), NOW)).toEqual([])
    expect(detector.observe(list(cme('a', '2026-11-21T06:00:00.000Z')), NOW)).toEqual([])
    detector.observe(list(), NOW + 8 * day)
    expect(detector.state.reported).toEqual({})
  })
})

describe('launches', () => {
  type Launch = Parameters<typeof launches.detect>[1]['launches'][number]
  const launch = (id: string, changes: Partial<Launch> = {}): Launch => ({
    id,
    name: `Launch ${id}`,
    status: 'go',
    net: '2026-11-23T10:00:00.000Z',
    net_precision: 'minute',
    provider: null,
    vehicle: 'Electron',
    mission: null,
    pad: { location: 'Mahia' },
    ...changes,
  })
  const start = (...list: Launch[]) => {
    const detector = running(launches)
    const observe = (at: number, ...next: Launch[]) =>
      detector.observe({ launches: next, as_of: iso(at), source: 'LL2' }, at).map(line)
    expect(observe(NOW, ...list)).toEqual([])
    return { observe, detector }
  }

  test('the first list is taken as it is; then a new launch is told', () => {
    const { observe } = start(launch('a'))
    expect(observe(NOW + hour, launch('a'), launch('b'))).toEqual(['launch.scheduled 11-20T13:00'])
    expect(observe(NOW + 2 * hour, launch('a'), launch('b'))).toEqual([])
  })

  test.each([
    ['minute', '2026-11-23T10:00:00.000Z', 'minute', '2026-11-23T10:00:59.000Z', 0],
    ['minute', '2026-11-23T10:00:00.000Z', 'minute', '2026-11-23T10:01:00.000Z', 1],
    ['second', '2026-11-23T10:00:00.000Z', 'second', '2026-11-23T10:00:01.000Z', 1],
    ['second', '2026-11-23T10:00:00.000Z', 'hour', '2026-11-23T10:40:00.000Z', 0],
    ['hour', '2026-11-23T10:00:00.000Z', 'second', '2026-11-23T10:40:00.000Z', 0],
    ['hour', '2026-11-23T10:00:00.000Z', 'hour', '2026-11-23T11:00:00.000Z', 1],
    ['day', '2026-11-23T00:00:00.000Z', 'minute', '2026-11-23T23:59:00.000Z', 0],
    ['day', '2026-11-23T00:00:00.000Z', 'day', '2026-11-24T00:00:00.000Z', 1],
    ['month', '2026-11-30T00:00:00.000Z', 'day', '2026-11-12T00:00:00.000Z', 0],
    ['month', '2026-11-30T00:00:00.000Z', 'day', '2026-12-01T00:00:00.000Z', 1],
    ['quarter', '2026-12-31T00:00:00.000Z', 'month', '2026-10-31T00:00:00.000Z', 0],
    ['half', '2026-12-31T00:00:00.000Z', 'half', '2027-06-30T00:00:00.000Z', 1],
    ['year', '2026-12-31T00:00:00.000Z', 'minute', '2026-01-01T00:00:00.000Z', 0],
    [null, '2026-11-23T00:00:00.000Z', null, '2026-11-23T14:00:00.000Z', 0],
    [null, '2026-11-23T00:00:00.000Z', null, '2026-11-25T00:00:00.000Z', 1],
  ] as const)(
    'a time to the %s of %s that becomes one to the %s of %s',
    (precision, net, nextPrecision, nextNet, count) => {
      const { observe } = start(launch('a', { net, net_precision: precision }))
      const next = launch('a', { net: nextNet, net_precision: nextPrecision })
      expect(observe(NOW + hour, next)).toHaveLength(count)
      expect(observe(NOW + 2 * hour, next)).toEqual([])
    },
  )

  test('a status is told, and none once it has left the list after its time', () => {
    const { observe, detector } = start(launch('a', { net: iso(NOW + hour) }))
    expect(observe(NOW + hour, launch('a', { net: iso(NOW + hour), status: 'in_flight' }))).toEqual([
      'launch.status_changed in_flight 11-20T13:00',
    ])
    const [gone] = detector.observe(
      { launches: [], as_of: iso(NOW + 3 * hour), source: 'LL2' },
      NOW + 3 * hour,
    )
    expect(gone).toMatchObject({
      type: 'launch.status_changed',
      subject: 'a',
      data: { status: null, previous_status: 'in_flight', name: 'Launch a' },
    })
    expect(observe(NOW + 4 * hour)).toEqual([])
  })

  test('a launch that was only pushed off the end of the list is no news, neither when it is back', () => {
    const { observe } = start(launch('a'), launch('z'))
    expect(observe(NOW + hour, launch('a'))).toEqual([])
    expect(observe(NOW + 2 * hour, launch('a'), launch('z'))).toEqual([])
    expect(observe(NOW + 3 * hour, launch('a'), launch('z', { status: 'hold' }))).toEqual([
      'launch.status_changed hold 11-20T15:00',
    ])
  })

  test('a hundred new launches are told 25 at a time, each once', () => {
    const many = Array.from({ length: 100 }, (_, i) => launch(`n${i}`))
    const { observe } = start(launch('a'))
    const told = [1, 2, 3, 4, 5].map((n) => observe(NOW + n * minute, launch('a'), ...many).length)
    expect(told).toEqual([25, 25, 25, 25, 0])
  })

  test('after a week without a run the list is taken as it is', () => {
    const { observe } = start(launch('a'))
    expect(observe(NOW + 8 * day, launch('b'), launch('c'))).toEqual([])
    expect(observe(NOW + 8 * day + hour, launch('b'), launch('c', { status: 'hold' }))).toHaveLength(1)
  })

  test('the state of a hundred launches is small', () => {
    const { detector } = start(
      ...Array.from({ length: 100 }, (_, i) => launch(`a5872822-76df-404b-93d0-${i}`)),
    )
    expect(JSON.stringify(detector.state).length).toBeLessThan(50_000)
  })
})
