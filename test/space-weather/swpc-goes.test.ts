import { describe, expect, test } from 'vitest'
import { goesFlares } from '../../packages/core/src/features/space-weather/events/goes-flares.ts'
import { protonFlux, xrayFlux } from '../../packages/core/src/features/space-weather/goes/swpc-goes.ts'
import { json } from '../fixtures/bodies.ts'
import { flareRow, protonRow, xrayRow } from '../fixtures/swpc.ts'

const NOW = Date.parse('2026-11-21T12:00:00Z')
const xray = (...rows: unknown[]) => xrayFlux.parse(json(rows), NOW)
const proton = (...rows: unknown[]) => protonFlux.parse(json(rows), NOW)

test('a GOES flux is selected by its exact energy', () => {
  expect(
    xray(xrayRow('2026-11-21T11:58:00Z', 1.37e-6), xrayRow('2026-11-21T11:59:00Z', 4e-8, '0.05-0.4nm')),
  ).toEqual({
    at: Date.parse('2026-11-21T11:58:00Z'),
    values: { flux_w_m2: 1.37e-6 },
    instrument: 'GOES-18',
  })
  const others = ['>=1 MeV', '>=100 MeV', '>=30 MeV', '>=5 MeV', '>=50 MeV', '>=500 MeV', '>=60 MeV']
  const rows = others.map((energy, i) => protonRow('2026-11-21T11:55:00Z', i + 1, energy))
  expect(proton(...rows, protonRow('2026-11-21T11:50:00Z', 0.2286)).values.flux_pfu).toBe(0.2286)
  expect(() => proton(...rows)).toThrow()
})

test('the newest GOES flux is used whatever the order of rows', () => {
  const rows = ['11:50', '11:56', '11:53'].map((time) => xrayRow(`2026-11-21T${time}:00Z`, 1e-6))
  expect(xray(...rows).at).toBe(Date.parse('2026-11-21T11:56:00Z'))
})

test('an impossible GOES flux is dropped and the one before it used', () => {
  const before = xrayRow('2026-11-21T11:50:00Z', 5e-7)
  for (const flux of [null, 0, -1e-6, 1, 1e9, 'high', '', {}, true]) {
    expect(xray(before, xrayRow('2026-11-21T11:55:00Z', flux)).values.flux_w_m2).toBe(5e-7)
  }
  const quiet = protonRow('2026-11-21T11:50:00Z', 0.2)
  for (const flux of [null, -1, 1e8, 'NaN']) {
    expect(proton(quiet, protonRow('2026-11-21T11:55:00Z', flux)).values.flux_pfu).toBe(0.2)
  }
  expect(proton(protonRow('2026-11-21T11:55:00Z', 0)).values.flux_pfu).toBe(0)
})

test('a GOES satellite that is not a number is null', () => {
  expect(xray({ ...xrayRow('2026-11-21T11:55:00Z', 1e-6), satellite: 'primary' }).instrument).toBeNull()
})

test('the secondary GOES satellite is the fallback of the primary', () => {
  expect(xrayFlux.target(undefined, NOW)).toBe('/json/goes/primary/xrays-6-hour.json')
  expect(xrayFlux.fallback?.target(undefined, NOW)).toBe('/json/goes/secondary/xrays-6-hour.json')
  expect(protonFlux.fallback?.target(undefined, NOW)).toBe(
    '/json/goes/secondary/integral-protons-6-hour.json',
  )
  expect([3 * xrayFlux.cadenceMs, 3 * protonFlux.cadenceMs]).toEqual([600_000, 1_200_000])
})

describe('GOES flares', () => {
  const flares = (...rows: unknown[]) => goesFlares.parse(json(rows), NOW)

  test('are events with ids of satellite and start', () => {
    expect(flares(flareRow())).toMatchObject([
      {
        id: '2026-11-20T23:43:00-FLR-GOES-18',
        kind: 'flare',
        start_time: '2026-11-20T23:43:00.000Z',
        peak_time: '2026-11-20T23:53:00.000Z',
        end_time: '2026-11-21T00:09:00.000Z',
        flare_class: 'M4.6',
        instruments: ['GOES-18: XRS'],
      },
    ])
  })

  test('have null for Unk while in progress', () => {
    const row = flareRow({ max_time: 'Unk', max_class: null, end_time: 'Unk', end_class: 'Unk' })
    expect(flares(row)).toMatchObject([{ peak_time: null, end_time: null, flare_class: null }])
    expect(flares(flareRow({ begin_time: 'Unk' }), flareRow())).toHaveLength(1)
  })

  test('may be none, but not all unusable', () => {
    expect(goesFlares.parse('[]', NOW)).toEqual([])
    expect(() => flares(flareRow({ begin_time: 'Unk' }))).toThrow()
    for (const body of ['', 'null', '{}', '<html>']) expect(() => goesFlares.parse(body, NOW)).toThrow()
  })

  test('are listed once per id, as in the last row', () => {
    expect(flares(flareRow({ end_time: 'Unk' }), flareRow())).toMatchObject([
      { end_time: '2026-11-21T00:09:00.000Z' },
    ])
  })
})
