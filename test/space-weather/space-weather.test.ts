import { describe, expect, test } from 'vitest'
import * as proton from '../../packages/core/src/features/space-weather/goes/proton.ts'
import * as xray from '../../packages/core/src/features/space-weather/goes/xray.ts'
import * as kp from '../../packages/core/src/features/space-weather/kp/kp.ts'
import * as mag from '../../packages/core/src/features/space-weather/wind/mag.ts'
import * as wind from '../../packages/core/src/features/space-weather/wind/wind.ts'
import { published } from '../fixtures/payload.ts'

const at = (time: string) => Date.parse(`2026-11-21T${time}:00Z`)

test('paths and TTLs match the specification', () => {
  expect(
    [kp.kp, wind.wind, mag.mag, xray.xray, proton.proton].map(({ path, ttlMs }) => [path, ttlMs]),
  ).toEqual([
    ['/v1/space-weather/kp', 15 * 60_000],
    ['/v1/space-weather/wind', 60_000],
    ['/v1/space-weather/mag', 60_000],
    ['/v1/space-weather/xray', 60_000],
    ['/v1/space-weather/proton', 5 * 60_000],
  ])
})

describe('kp', () => {
  type Pairs = readonly (readonly [time: string, kp: number])[]
  const running = (...pairs: Pairs) => served(true, pairs)
  const served = (isRunning: boolean, pairs: Pairs, knownAt = at('23:59')) => {
    const readings = pairs.map(([time, kp]) => ({ at: at(time), kp }))
    const { kp: value, as_of } = published(kp.kp, kp.toKpData({ running: isRunning, knownAt, readings }, 's'))
    return [value, as_of.slice(11, 16)]
  }

  test('kp has exactly the three fields of the specification', () => {
    const readings = { running: true, knownAt: at('12:00'), readings: [{ at: at('11:55'), kp: 2.67 }] }
    expect(kp.toKpData(readings, 'label')).toEqual({
      kp: 2.67,
      as_of: '2026-11-21T11:55:00.000Z',
      source: 'label',
    })
  })

  test.each([
    [
      'just after a boundary: the last value of the previous window',
      [
        ['11:59', 5],
        ['12:00', 0],
      ],
      [5, '11:59'],
    ],
    [
      'while the estimate rises: still that value',
      [
        ['11:58', 4],
        ['11:59', 5],
        ['12:00', 0],
        ['12:29', 3],
      ],
      [5, '11:59'],
    ],
    [
      'once the estimate exceeds it: the newest',
      [
        ['11:59', 5],
        ['12:00', 0],
        ['12:10', 5.33],
      ],
      [5.33, '12:10'],
    ],
    [
      'once it is even, the newest',
      [
        ['11:59', 5],
        ['12:10', 5],
      ],
      [5, '12:10'],
    ],
    [
      'after 30 minutes, the newest even if lower',
      [
        ['11:59', 5],
        ['12:30', 3],
      ],
      [3, '12:30'],
    ],
    [
      'in mid-window, the newest',
      [
        ['11:57', 5],
        ['11:58', 4],
      ],
      [4, '11:58'],
    ],
    [
      'the last before the boundary, not the greatest',
      [
        ['09:30', 7],
        ['11:59', 2],
        ['12:05', 1],
      ],
      [2, '11:59'],
    ],
    [
      'nothing from before the window before',
      [
        ['08:59', 7],
        ['12:05', 1],
      ],
      [1, '12:05'],
    ],
    [
      'with a gap: the last value of the previous window',
      [
        ['09:00', 6],
        ['12:05', 1],
      ],
      [6, '09:00'],
    ],
    ['without earlier readings: the first one', [['12:00', 0]], [0, '12:00']],
    [
      'at midnight without earlier readings: the newest',
      [
        ['00:00', 0],
        ['00:29', 1],
      ],
      [1, '00:29'],
    ],
  ] as const)('%s', (_, pairs, expected) => {
    expect(running(...pairs)).toEqual(expected)
  })

  test('the previous window may be on the day before', () => {
    const readings = [
      { at: Date.parse('2026-11-20T23:59:00Z'), kp: 6 },
      { at: Date.parse('2026-11-21T00:01:00Z'), kp: 0 },
    ]
    expect(kp.toKpData({ running: true, knownAt: at('00:01'), readings }, 's')).toMatchObject({
      kp: 6,
      as_of: '2026-11-20T23:59:00.000Z',
    })
  })

  test('a three-hour value is not compared with the previous one, and is of the end of its window', () => {
    const windows = [
      ['06:00', 6],
      ['09:00', 2],
    ] as const
    expect(served(false, windows)).toEqual([2, '12:00'])
    expect(served(false, windows, at('12:00'))).toEqual([2, '12:00'])
    expect(served(false, windows, at('11:30'))).toEqual([2, '11:30'])
  })
})

describe('wind', () => {
  const protons = { speed_km_s: 400, density_per_cm3: 5, temperature_k: 1e5 }
  const value = { at: at('11:59'), values: protons, instrument: 'ACE' }

  test('wind has its fields in order, and the dynamic pressure of the protons', () => {
    const data = published(wind.wind, wind.toSolarWindData(value, 'label'))
    expect(Object.entries(data)).toEqual([
      ['speed_km_s', 400],
      ['density_per_cm3', 5],
      ['temperature_k', 1e5],
      ['dynamic_pressure_npa', 1.338],
      ['spacecraft', 'ACE'],
      ['as_of', '2026-11-21T11:59:00.000Z'],
      ['source', 'label'],
    ])
  })

  test('wind has no dynamic pressure without a density, and 0 for density 0', () => {
    const nulls = {
      ...value,
      values: { ...protons, density_per_cm3: null, temperature_k: null },
      instrument: null,
    }
    expect(published(wind.wind, wind.toSolarWindData(nulls, 's')).dynamic_pressure_npa).toBeNull()
    expect(
      wind.toSolarWindData({ ...value, values: { ...protons, density_per_cm3: 0 } }, 's')
        .dynamic_pressure_npa,
    ).toBe(0)
  })
})

test('mag has its fields in order', () => {
  const field = { bt_nt: 6.93, bx_gsm_nt: null, by_gsm_nt: -2.55, bz_gsm_nt: -4.47 }
  const row = { at: at('11:59'), values: field, instrument: null }
  const data = published(mag.mag, mag.toMagneticFieldData(row, 'label'))
  expect(Object.entries(data)).toEqual([
    ...Object.entries(field),
    ['spacecraft', null],
    ['as_of', '2026-11-21T11:59:00.000Z'],
    ['source', 'label'],
  ])
})

test('xray has its fields in order', () => {
  const data = published(
    xray.xray,
    xray.toXrayFluxData({ at: at('11:59'), values: { flux_w_m2: 4.697e-7 }, instrument: 'GOES-18' }, 'label'),
  )
  expect(Object.entries(data)).toEqual([
    ['flux_w_m2', 4.697e-7],
    ['flare_class', 'B4.6'],
    ['band_nm', '0.1-0.8'],
    ['r_scale', 'R0'],
    ['satellite', 'GOES-18'],
    ['as_of', '2026-11-21T11:59:00.000Z'],
    ['source', 'label'],
  ])
  expect(xray.toXrayFluxData({ at: 0, values: { flux_w_m2: 1e-5 }, instrument: null }, 's')).toMatchObject({
    r_scale: 'R1',
    satellite: null,
  })
})

test('proton has its fields in order', () => {
  const data = published(
    proton.proton,
    proton.toProtonFluxData({ at: at('11:55'), values: { flux_pfu: 10 }, instrument: 'GOES-18' }, 'label'),
  )
  expect(Object.entries(data)).toEqual([
    ['flux_pfu', 10],
    ['energy_min_mev', 10],
    ['s_scale', 'S1'],
    ['satellite', 'GOES-18'],
    ['as_of', '2026-11-21T11:55:00.000Z'],
    ['source', 'label'],
  ])
})
