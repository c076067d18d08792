import { describe, expect, test } from 'vitest'
import { describeAlert } from '../../packages/core/src/features/alerts/describe-alert.ts'
import type { Detector } from '../../packages/core/src/features/alerts/detector.ts'
import { flares } from '../../packages/core/src/features/alerts/detectors/flares.ts'
import { geomagnetic, type KpReading } from '../../packages/core/src/features/alerts/detectors/geomagnetic.ts'
import { radiationStorms } from '../../packages/core/src/features/alerts/detectors/radiation-storms.ts'
import type { Reading } from '../../packages/core/src/features/alerts/detectors/readings.ts'
import { southwardField } from '../../packages/core/src/features/alerts/detectors/southward-field.ts'
import { solarWindAt } from '../../packages/sample/src/model/solar-wind.ts'
import { hour, line, minute, running } from './support.ts'

const at = (time: string) => `2026-07-0${time}:00.000Z`
const START = Date.parse('2026-07-04T10:00:00Z')

describe('geomagnetic storms', () => {
  const source = 'NOAA SWPC planetary K index (1 minute)'
  const source3h = 'NOAA SWPC planetary K index (3 hours)'
  type Rows = readonly (readonly [time: string, kp: number])[]
  const minutes = (rows: Rows) => rows.map(([time, value]) => ({ at: Date.parse(at(time)), value, source }))
  /** Indices of windows, each at the start of its window. */
  const windows = (rows: Rows) =>
    rows.map(([time, value]) => {
      const windowStart = Date.parse(at(time))
      return { at: windowStart + 3 * hour, value, source: source3h, windowStart }
    })
  /** What is told of readings that come one at a time. */
  const toldOf = (readings: readonly KpReading[]) => {
    const detector = running(geomagnetic)
    return readings.flatMap((reading) => detector.observe([reading])).map(line)
  }
  /** What is told of Kp values, each at a time such as `4T16:10`. */
  const told = (rows: Rows) => toldOf(minutes(rows))

  test.each([
    [4.66, []],
    [4.667, ['geomagnetic.storm_started G1 07-04T10:00']],
    [4.67, ['geomagnetic.storm_started G1 07-04T10:00']],
    [5.66, ['geomagnetic.storm_started G1 07-04T10:00']],
    [5.667, ['geomagnetic.storm_started G2 07-04T10:00']],
    [6.667, ['geomagnetic.storm_started G3 07-04T10:00']],
    [7.667, ['geomagnetic.storm_started G4 07-04T10:00']],
    [8.667, ['geomagnetic.storm_started G4 07-04T10:00']],
    [8.7, ['geomagnetic.storm_started G4 07-04T10:00']],
    [9, ['geomagnetic.storm_started G5 07-04T10:00']],
  ])('Kp %d, the first that is observed', (kp, alerts) => {
    expect(told([['4T10:00', kp]])).toEqual(alerts)
  })

  test('four alerts of SWPC on one day (K5, K6, K5, K5) are one storm that was raised once', () => {
    const alerts = told([
      ['4T15:50', 3.67],
      ['4T16:10', 4.67],
      ['4T16:55', 5.67],
      ['4T17:45', 5.67],
      ['4T18:35', 2],
      ['4T20:18', 4.67],
      ['4T20:50', 5],
      ['4T23:01', 4.67],
      ['4T23:50', 4.67],
      ['5T00:40', 1],
      ['5T02:55', 4.33],
      ['5T03:20', 3],
    ])
    expect(alerts).toEqual([
      'geomagnetic.storm_started G1 07-04T16:10',
      'geomagnetic.storm_raised G2 07-04T16:55',
      'geomagnetic.storm_ended G2 07-05T00:00',
    ])
  })

  test('an estimate that falls to zero at each boundary ends nothing, and raises nothing again', () => {
    const flapping = Array.from({ length: 40 }, (_, i) => {
      const time = new Date(Date.parse('2026-07-04T12:00:00Z') + i * 15 * 60_000).toISOString().slice(9, 16)
      return [time, i % 12 < 2 ? 0 : 6 + (i % 2) / 3] as const
    })
    expect(told(flapping)).toEqual(['geomagnetic.storm_started G2 07-04T12:30'])
  })

  test('a window that was seen only at its beginning is not a calm window', () => {
    const rows = [
      ['4T11:00', 5],
      ['4T12:05', 0],
      ['4T15:05', 0],
      ['4T17:50', 3],
    ] as const
    expect(told(rows)).toEqual(['geomagnetic.storm_started G1 07-04T11:00'])
    expect(told([...rows, ['4T18:20', 2]])).toContain('geomagnetic.storm_ended G1 07-04T15:00')
  })

  test('the index of a window speaks for all of it, once it is over', () => {
    const rows = windows([
      ['4T09:00', 5.33],
      ['4T12:00', 5.67],
      ['4T15:00', 4.33],
    ])
    expect(toldOf(rows)).toEqual([
      'geomagnetic.storm_started G1 07-04T12:00',
      'geomagnetic.storm_raised G2 07-04T15:00',
      'geomagnetic.storm_ended G2 07-04T15:00',
    ])
    const [started] = running(geomagnetic).observe(rows.slice(0, 1))
    expect(started?.data).toMatchObject({
      started_at: at('4T12:00'),
      window_start: at('4T09:00'),
      observed_at: at('4T12:00'),
      source: source3h,
    })
  })

  test('windows count where the minutes are missing, and are no second storm', () => {
    const before = minutes([
      ['4T08:50', 3],
      ['4T09:49', 1.67],
    ])
    const missed = windows([['4T09:00', 6.33]])
    const after = minutes([
      ['4T12:40', 5.67],
      ['4T14:50', 6],
    ])
    expect(toldOf([...before, ...missed, ...after])).toEqual(['geomagnetic.storm_started G2 07-04T12:00'])
    // The minutes of the window come with the feed: too late to be told.
    const detector = running(geomagnetic)
    detector.observe([...before, ...missed])
    const late = minutes([
      ['4T10:30', 4.67],
      ['4T11:50', 6.33],
    ])
    expect(detector.observe([...before, ...late, ...missed, ...after])).toEqual([])
  })

  test('the index of a window whose minutes were read changes nothing', () => {
    const rows = [
      ...minutes([
        ['4T09:50', 3],
        ['4T11:15', 4.33],
      ]),
      ...windows([['4T09:00', 4.67]]),
      ...minutes([['4T12:01', 0]]),
    ]
    expect(toldOf(rows)).toEqual([])
    const early = [...minutes([['4T11:14', 4.33]]), ...windows([['4T09:00', 4.67]])]
    expect(toldOf(early)).toEqual(['geomagnetic.storm_started G1 07-04T12:00'])
  })

  test('a storm that the minutes have told goes on in the windows, and ends in either', () => {
    const storm = minutes([['4T10:00', 5.33]])
    expect(toldOf([...storm, ...windows([['4T09:00', 5.33]]), ...windows([['4T12:00', 3]])])).toEqual([
      'geomagnetic.storm_started G1 07-04T10:00',
      'geomagnetic.storm_ended G1 07-04T12:00',
    ])
    // The index of the window is lower than the estimate was, which is told once.
    expect(toldOf([...storm, ...windows([['4T09:00', 4.33]])])).toEqual([
      'geomagnetic.storm_started G1 07-04T10:00',
    ])
  })

  test('the first look has the last half hour: early in a window the estimate restarts', () => {
    const rows = minutes([
      ['4T11:30', 7],
      ['4T11:59', 6],
      ['4T12:10', 0.33],
    ])
    expect(running(geomagnetic).observe(rows).map(line)).toEqual(['geomagnetic.storm_started G2 07-04T11:59'])
  })

  test('after the end another storm is another storm', () => {
    const alerts = told([
      ['4T11:00', 5],
      ['4T14:50', 4],
      ['4T15:10', 6.67],
    ])
    expect(alerts).toEqual([
      'geomagnetic.storm_started G1 07-04T11:00',
      'geomagnetic.storm_ended G1 07-04T12:00',
      'geomagnetic.storm_started G3 07-04T15:10',
    ])
  })

  test('a reading that was there before, or is older, changes nothing', () => {
    const detector = running(geomagnetic)
    detector.observe(minutes([['4T11:00', 5]]))
    const { state } = detector
    expect(detector.observe(minutes([['4T11:00', 5]]))).toEqual([])
    expect(detector.observe(minutes([['4T10:59', 9]]))).toEqual([])
    expect(detector.state).toEqual(state)
  })

  test('the data have the value, the level and its threshold', () => {
    const detector = running(geomagnetic)
    detector.observe(minutes([['4T11:00', 5.33]]))
    const [raised] = detector.observe(minutes([['4T11:30', 6.67]]))
    expect(raised?.data).toEqual({
      value: 6.67,
      level: 'G3',
      threshold: 6.67,
      previous_level: 'G1',
      started_at: at('4T11:00'),
      window_start: null,
      observed_at: at('4T11:30'),
      source,
      url: '/v1/space-weather/kp',
    })
  })
})

/** A time of the day, `minutes` after 10:00. */
const after10 = (minutes: number) => new Date(START + minutes * minute).toISOString()
const reading = (minutes: number, value: number, source = 'GOES') => {
  return { at: START + minutes * minute, value, source }
}

describe('flares', () => {
  /** What is told of fluxes, each at a number of minutes after 10:00. */
  const told = (rows: readonly (readonly [minutes: number, flux: number])[]) => {
    const detector = running(flares)
    return rows.flatMap(([minutes, flux]) => detector.observe([reading(minutes, flux)])).map(line)
  }
  const minuteByMinute = (fluxes: readonly number[]) => told(fluxes.map((flux, i) => [i, flux]))

  test.each([
    [[9.99e-6, 9.99e-6, 9.99e-6], []],
    [[1e-5, 9.9e-6, 1e-5, 9.9e-6], ['solar.flare started M1 07-04T10:00']],
    [[9e-6, 4.9e-6, 1e-5, 4.9e-6], []],
    [[4e-6, 5e-6, 1e-5, 4.9e-6], ['solar.flare started M1 07-04T10:02']],
    [[1e-5, 1e-5], ['solar.flare started M1 07-04T10:00']],
    [[1e-6, 4.99e-5, 4.99e-5], ['solar.flare started M1 07-04T10:01']],
    [[5e-5, 5e-5], ['solar.flare started M5 07-04T10:00']],
    [[1e-4, 1e-4], ['solar.flare started X1 07-04T10:00']],
    [[1e-3, 1e-3], ['solar.flare started X10 07-04T10:00']],
    [[1e-6, 1e-3, 1.1e-5], ['solar.flare started X10 07-04T10:01']],
  ])('%j W/m²', (fluxes, alerts) => {
    expect(minuteByMinute(fluxes)).toEqual(alerts)
  })

  test('two readings are in a row up to five minutes apart', () => {
    expect(
      told([
        [0, 2e-5],
        [5, 2e-5],
      ]),
    ).toEqual(['solar.flare started M1 07-04T10:00'])
    expect(
      told([
        [0, 2e-5],
        [6, 2e-5],
      ]),
    ).toEqual([])
    expect(
      told([
        [0, 2e-5],
        [6, 2e-5],
        [7, 2e-5],
      ]),
    ).toEqual(['solar.flare started M1 07-04T10:06'])
  })

  test('one flare is raised by class and ends at half of its peak', () => {
    const alerts = minuteByMinute([
      3e-6, 1.2e-5, 4e-5, 6e-5, 9e-5, 1.2e-4, 1.3e-4, 1.1e-4, 7e-5, 6.5e-5, 6.4e-5,
    ])
    expect(alerts).toEqual([
      'solar.flare started M1 07-04T10:01',
      'solar.flare raised M5 07-04T10:03',
      'solar.flare raised X1 07-04T10:05',
      'solar.flare ended X1 07-04T10:09',
    ])
  })

  test('a decay that takes hours around M1 is no second flare, and a new rise is one', () => {
    const decay = Array.from({ length: 60 }, (_, i) => 4e-5 * 0.97 ** i * (1 + 0.05 * (-1) ** i))
    const alerts = minuteByMinute([3e-6, 9e-5, 9e-5, ...decay, 1.5e-5, 2e-5, 2e-5])
    expect(alerts).toEqual([
      'solar.flare started M5 07-04T10:01',
      'solar.flare ended M5 07-04T10:03',
      'solar.flare started M1 07-04T11:03',
    ])
  })

  test('flapping around M1 is one flare', () => {
    const fluxes = Array.from({ length: 60 }, (_, i) => (i % 4 < 2 ? 1.01e-5 : 9.9e-6))
    expect(minuteByMinute(fluxes)).toEqual(['solar.flare started M1 07-04T10:00'])
  })

  test('a flare that was under way before a gap of a day ends after it', () => {
    expect(
      told([
        [0, 2e-5],
        [1, 2e-5],
        [1_441, 3e-6],
        [1_442, 3e-6],
      ]),
    ).toEqual(['solar.flare started M1 07-04T10:00', 'solar.flare ended M1 07-05T10:01'])
  })

  test('the data have the peak so far', () => {
    const detector = running(flares)
    const observe = (minutes: number, flux: number) => detector.observe([reading(minutes, flux)])
    observe(0, 1.29e-5)
    expect(observe(1, 1.1e-5)[0]?.data).toMatchObject({
      phase: 'started',
      level: 'M1',
      value_w_m2: 1.1e-5,
      threshold_w_m2: 1e-5,
      peak_w_m2: 1.29e-5,
      peak_class: 'M1.2',
      peak_at: after10(0),
      started_at: after10(0),
      observed_at: after10(1),
    })
  })
})

describe('radiation storms', () => {
  const told = (rows: readonly (readonly [minutes: number, flux: number])[]) => {
    const detector = running(radiationStorms)
    return rows.flatMap(([minutes, flux]) => detector.observe([reading(minutes, flux)])).map(line)
  }
  const every5 = (fluxes: readonly number[]) => told(fluxes.map((flux, i) => [5 * i, flux]))

  test.each([
    [[10, 10], []],
    [[9.99, 9.99, 9.99, 9.99], []],
    [[10, 10, 9.99, 10, 10, 9.99], []],
    [[9, 10, 10, 10], ['solar.radiation_storm started S1 07-04T10:05']],
    [[100, 100, 100], ['solar.radiation_storm started S2 07-04T10:00']],
    [[1e5, 1e4, 1e5], ['solar.radiation_storm started S4 07-04T10:00']],
    [[1e5, 1e5, 1e5], ['solar.radiation_storm started S5 07-04T10:00']],
  ])('%j pfu', (fluxes, alerts) => {
    expect(every5(fluxes)).toEqual(alerts)
  })

  test('readings up to 15 minutes apart are in a row', () => {
    expect(
      told([
        [0, 20],
        [15, 20],
        [30, 20],
      ]),
    ).toHaveLength(1)
    expect(
      told([
        [0, 20],
        [5, 20],
        [21, 20],
      ]),
    ).toEqual([])
  })

  test('one storm is raised, flaps, and ends after an hour below 10 pfu', () => {
    const fluxes = [1, 20, 30, 40, 120, 130, 140, 90, 130, 140, 150, 9, 11, ...Array<number>(13).fill(9)]
    expect(every5(fluxes)).toEqual([
      'solar.radiation_storm started S1 07-04T10:05',
      'solar.radiation_storm raised S2 07-04T10:20',
      'solar.radiation_storm ended S2 07-04T11:05',
    ])
    expect(every5(fluxes.slice(0, -1))).toHaveLength(2)
  })

  // 10 May 2024: two readings at S2. `/v1/space-weather/proton` said S2 in those ten minutes.
  test('the peak of one or two readings has a step of its own', () => {
    const detector = running(radiationStorms)
    const fluxes = [9, 50, 60, 90, 206.9, 144.9, 95, 80, ...Array<number>(13).fill(5)]
    const alerts = detector
      .observe([reading(-5, 1)])
      .concat(fluxes.flatMap((flux, i) => detector.observe([reading(5 * i, flux)])))
    expect(alerts.map(({ data }) => [data['phase'], data['level'], data['peak_scale']])).toEqual([
      ['started', 'S1', 'S1'],
      ['ended', 'S1', 'S2'],
    ])
    const [, end] = alerts
    expect(describeAlert({ type: 'solar.radiation_storm', data: end?.data ?? {} })).toBe(
      'Radiation storm ended; it reached S1, with a maximum of 206.9 pfu (S2)',
    )
  })

  test('a gap starts the hour again', () => {
    const calm = (from: number, count: number) =>
      Array.from({ length: count }, (_, i) => [from + 5 * i, 5] as const)
    const storm = [
      [0, 20],
      [5, 20],
      [10, 20],
    ] as const
    expect(told([...storm, ...calm(15, 12), ...calm(90, 12)])).toHaveLength(1)
    expect(told([...storm, ...calm(15, 12), ...calm(90, 13)])).toEqual([
      'solar.radiation_storm started S1 07-04T10:00',
      'solar.radiation_storm ended S1 07-04T11:30',
    ])
  })
})

describe('a southward field', () => {
  const told = (rows: readonly (readonly [minutes: number, bz: number])[]) => {
    const detector = running(southwardField)
    return rows.flatMap(([minutes, bz]) => detector.observe([reading(minutes, bz, 'RTSW')])).map(line)
  }
  const steady = (bz: number, from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, i) => [from + i, bz] as const)

  test.each([
    ['14 minutes at -10 nT', steady(-10, 0, 14), []],
    ['15 minutes at -10 nT', steady(-10, 0, 15), ['solar_wind.bz_south started 07-04T10:00']],
    ['an hour at -9.99 nT', steady(-9.99, 0, 60), []],
    [
      '14 minutes, a minute above, 14 minutes',
      [...steady(-12, 0, 14), [15, -9] as const, ...steady(-12, 16, 30)],
      [],
    ],
    ['a gap of six minutes', [...steady(-12, 0, 10), ...steady(-12, 16, 30)], []],
    [
      'a gap of five minutes',
      [...steady(-12, 0, 10), ...steady(-12, 15, 15)],
      ['solar_wind.bz_south started 07-04T10:00'],
    ],
  ])('%s', (_, rows, alerts) => {
    expect(told(rows)).toEqual(alerts)
  })

  test('it ends after half an hour above -5 nT, whatever flaps in between', () => {
    const south = steady(-20, 0, 20)
    const flapping = Array.from({ length: 200 }, (_, i) => [21 + i, i % 20 === 0 ? -11 : -3] as const)
    const started = 'solar_wind.bz_south started 07-04T10:00'
    expect(told([...south, ...flapping])).toEqual([started])
    expect(told([...south, ...steady(-5, 21, 90)])).toEqual([started])
    expect(told([...south, ...steady(-4.99, 21, 50)])).toEqual([started])
    expect(told([...south, ...steady(-4.99, 21, 51)])).toEqual([
      started,
      'solar_wind.bz_south ended 07-04T10:21',
    ])
    expect(told([...south, ...steady(-4, 21, 40), ...steady(-4, 46, 75)])).toEqual([started])
  })

  test('it goes on after a restart in the middle of the time that it must hold', () => {
    const before = running(southwardField)
    for (const [minutes, bz] of steady(-15, 0, 8)) before.observe([reading(minutes, bz)])
    const after = running(southwardField, before.state)
    const alerts = steady(-12, 9, 15).flatMap(([minutes, bz]) => after.observe([reading(minutes, bz)]))
    expect(alerts.map(line)).toEqual(['solar_wind.bz_south started 07-04T10:00'])
    expect(alerts[0]?.data).toMatchObject({ value_nt: -12, min_nt: -15, threshold_nt: -10 })
  })

  // By the anchors of the model: the shock is at 16:37, Bz passes -5 nT at 18:45 and 02:30 on its way up, and
  // -10 nT at 20:05 and 04:00 on its way down. At 13:30 it is -7 nT, which ends nothing.
  test('the storm of May 2024', () => {
    const detector = running(southwardField)
    const alerts = []
    for (let at = Date.parse('2024-05-10T12:00:00Z'); at < Date.parse('2024-05-11T18:00:00Z'); at += minute) {
      alerts.push(...detector.observe([{ at, value: solarWindAt(at).field[2], source: 'model' }]))
    }
    expect(alerts.map(line)).toEqual([
      'solar_wind.bz_south started 05-10T16:37',
      'solar_wind.bz_south ended 05-10T18:45',
      'solar_wind.bz_south started 05-10T20:05',
      'solar_wind.bz_south ended 05-11T02:30',
      'solar_wind.bz_south started 05-11T04:00',
    ])
  })
})

test('the first look sees what is going on, and nothing that is over', () => {
  const every = (step: number, from: number, values: readonly number[]) =>
    values.map((value, i) => reading(from + step * i, value))
  const first = <State>(detector: Detector<State, readonly Reading[]>, readings: readonly Reading[]) =>
    running(detector).observe(readings).map(line)
  expect(first(radiationStorms, every(5, 0, [500, 500, 500, 500, 20, 20, 20]))).toEqual([
    'solar.radiation_storm started S1 07-04T10:20',
  ])
  expect(first(flares, every(1, 0, [9e-5, 9e-5, 9e-5, 3e-6, 3e-6, 3e-6, 3e-6, 2e-5, 2e-5]))).toEqual([
    'solar.flare started M1 07-04T10:07',
  ])
  expect(first(southwardField, every(1, 0, Array<number>(40).fill(-12)))).toEqual([
    'solar_wind.bz_south started 07-04T10:24',
  ])
})
