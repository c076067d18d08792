import { expect, test } from 'vitest'
import { recent, toData } from '../../packages/core/src/endpoints/v1/events/recent.ts'
import {
  coronalMassEjections,
  flares,
  solarEnergeticParticles,
} from '../../packages/core/src/upstreams/donki.ts'
import { goesFlares } from '../../packages/core/src/upstreams/swpc-flares.ts'
import { json } from '../fixtures/bodies.ts'
import { analysis, cme, enlil, flare, sep } from '../fixtures/donki.ts'
import { published } from '../fixtures/payload.ts'
import { flareRow } from '../fixtures/swpc.ts'

const NOW = Date.parse('2026-11-21T12:34:00Z')
const serve = (cmes: object[] = [], flrs: object[] = [], seps: object[] = []) =>
  published(
    recent,
    toData(
      [
        ...coronalMassEjections.parse(json(cmes), NOW),
        ...flares.parse(json(flrs), NOW),
        ...solarEnergeticParticles.parse(json(seps), NOW),
      ],
      'label',
      NOW,
    ),
  )

test('has its fields in order', () => {
  const data = serve([cme({ cmeAnalyses: [analysis({ enlilList: [enlil()] })] })])
  expect([recent.path, recent.ttlMs]).toEqual(['/v1/events/recent', 15 * 60_000])
  expect(Object.keys(data)).toEqual(['count', 'window_start', 'window_end', 'events', 'as_of', 'source'])
  expect(data).toMatchObject({
    count: 1,
    window_start: '2026-11-14T12:34:00.000Z',
    window_end: '2026-11-21T12:34:00.000Z',
    as_of: '2026-11-21T12:34:00.000Z',
    source: 'label',
  })
  expect(Object.keys(data.events[0] ?? {}).join(' ')).toBe(
    'id kind start_time peak_time end_time flare_class source_location active_region speed_km_s half_angle_deg ' +
      'latitude_deg longitude_deg earth_impact linked_event_ids instruments url',
  )
  expect(Object.keys(data.events[0]?.earth_impact ?? {})).toEqual(['arrival_time', 'glancing', 'kp_max'])
})

test('lists the kinds together, newest first', () => {
  expect(serve([cme()], [flare()], [sep(['GOES-P: SEISS'])]).events.map(({ kind }) => kind)).toEqual([
    'sep',
    'cme',
    'flare',
  ])
})

test('holds seven days, neither older nor future events', () => {
  const flares = [
    '2026-11-14T12:33Z',
    '2026-11-14T12:34Z',
    '2026-11-21T12:34Z',
    '2026-11-21T12:35Z',
    '2099-01-01T00:00Z',
  ].map((beginTime, i) => flare({ flrID: `FLR-${i}`, beginTime }))
  expect(serve([], flares).events.map(({ id }) => id)).toEqual(['FLR-2', 'FLR-1'])
})

test('has every id once', () => {
  expect(serve([cme(), cme({ versionId: 2 })]).count).toBe(1)
  expect(serve([cme({ activityID: 'X' })], [flare({ flrID: 'X' })]).count).toBe(1)
})

test('none is a good answer', () => {
  expect(serve()).toMatchObject({ count: 0, events: [] })
})

test('the flares of GOES fit in', () => {
  const events = goesFlares.parse(
    json([flareRow(), flareRow({ begin_time: '2026-11-20T01:00:00Z', max_time: 'Unk' })]),
    NOW,
  )
  expect(published(recent, toData(events, 's', NOW)).count).toBe(2)
})

test('leaves models out', () => {
  expect(serve([], [], [sep(['MODEL: REleASE:SOHO/EPHIN'])]).count).toBe(0)
})
