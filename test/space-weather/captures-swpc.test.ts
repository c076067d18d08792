import { describe, expect, test } from 'vitest'
import { goesFlares } from '../../packages/core/src/features/space-weather/events/goes-flares.ts'
import * as proton from '../../packages/core/src/features/space-weather/goes/proton.ts'
import { protonFlux, xrayFlux } from '../../packages/core/src/features/space-weather/goes/swpc-goes.ts'
import * as xray from '../../packages/core/src/features/space-weather/goes/xray.ts'
import * as kp from '../../packages/core/src/features/space-weather/kp/kp.ts'
import {
  planetaryKIndex,
  threeHourlyKIndex,
} from '../../packages/core/src/features/space-weather/kp/swpc-kp.ts'
import {
  type Fate,
  fatesOf,
  isInForce,
} from '../../packages/core/src/features/space-weather/notices/in-force.ts'
import type { Notice } from '../../packages/core/src/features/space-weather/notices/message.ts'
import { noticeArchive } from '../../packages/core/src/features/space-weather/notices/swpc-alerts.ts'
import * as mag from '../../packages/core/src/features/space-weather/wind/mag.ts'
import { interplanetaryMagneticField } from '../../packages/core/src/features/space-weather/wind/swpc-mag.ts'
import { solarWind } from '../../packages/core/src/features/space-weather/wind/swpc-wind.ts'
import * as wind from '../../packages/core/src/features/space-weather/wind/wind.ts'
import { json } from '../fixtures/bodies.ts'
import { capture, hasCaptures } from '../fixtures/captures.ts'
import { published } from '../fixtures/payload.ts'
import { fallbackOf } from '../support/fallback.ts'

const solarWindSpeed = fallbackOf(fallbackOf(solarWind))
const magneticFieldSummary = fallbackOf(fallbackOf(interplanetaryMagneticField))

const at = (text: string) => Date.parse(text)
const source = 's'

describe.skipIf(!hasCaptures)('captured SWPC payloads', () => {
  test('all 118 notices of a month are read', () => {
    const now = at('2026-08-01T00:00:00Z')
    const notices = noticeArchive.parse(capture('swpc/alerts.2026-08-01.json'), now)
    const tally = (of: readonly (string | null | undefined)[]) =>
      Object.fromEntries(
        [...new Set(of)].map((name) => [name ?? 'none', of.filter((each) => each === name).length]),
      )
    expect(tally(notices.map(({ kind }) => kind))).toEqual({
      warning: 36,
      alert: 59,
      watch: 6,
      summary: 12,
      cancellation: 5,
    })
    expect(tally(notices.map(({ scale }) => scale))).toEqual({ G: 65, S: 6, R: 8, none: 39 })
    for (const { code, serial, headline, kind, validTo, eventStart, text } of notices) {
      expect([code, headline, text]).not.toContain(null)
      expect(serial).toBeGreaterThan(0)
      if (kind === 'watch' || kind === 'warning') expect(validTo, text).not.toBeNull()
      if (kind === 'alert' || kind === 'summary') expect(eventStart, text).not.toBeNull()
    }
    // NOAA gave four events of 3 July an end on the 4th, after its issue.
    const unread = notices.filter(({ times }) => times.unread > 0)
    expect(unread.map(({ code, serial }) => `${code}-${serial}`)).toEqual([
      'SUM10R-921',
      'SUMXM5-323',
      'SUMXM5-322',
      'SUM10R-920',
    ])
    const fates = fatesOf(notices)
    expect(tally(fates.map(({ endedBy }) => endedBy?.by))).toEqual({
      none: 83,
      extension: 22,
      cancellation: 5,
      summary: 5,
      superseding: 1,
      correction: 2,
    })
    const summed = notices.flatMap(({ code }, i) => {
      const endedBy = fates[i]?.endedBy
      return endedBy?.by === 'summary' ? `${code} by ${endedBy.notice.code}` : []
    })
    expect(summed.sort()).toEqual([
      'ALTPX1 by SUMPX1',
      'ALTXMF by SUMX01',
      'ALTXMF by SUMXM5',
      'ALTXMF by SUMXM5',
      'ALTXMF by SUMXM5',
    ])
    // In any case of the letters, and of a file in which extensions state no scale, all is the same.
    const rows = JSON.parse(capture('swpc/alerts.2026-08-01.json')) as { message: string }[]
    const others = rows.map(({ message, ...row }) => {
      const isExtension = /^Extension to Serial Number/m.test(message)
      const text = isExtension ? message.replace(/NOAA Scale: .*/, '') : message
      return { ...row, message: text.replace(/K-index/g, 'K-Index').replace(/NOAA Scale/, 'Noaa scale') }
    })
    const scales = (list: readonly Notice[]) =>
      list.map(({ code, serial, scale, level }) => `${code}-${serial} ${scale}${level}`)
    expect(scales(noticeArchive.parse(JSON.stringify(others), now))).toEqual(scales(notices))
    const inForce = (instant: number) =>
      notices.filter((notice, i) => isInForce(notice, fates[i] as Fate, instant)).map(({ code }) => code)
    expect(inForce(now)).toEqual(['WARPX1', 'ALTPX1', 'WATA30'])
    expect(inForce(at('2026-07-04T05:30:00Z'))).toEqual([
      'ALTK07',
      'WARK07',
      'ALTK06',
      'ALTK05',
      'WARK04',
      'WARK05',
      'WARK06',
      'WATA30',
    ])
    expect(inForce(at('2026-07-25T12:00:00Z'))).toEqual([])
  })

  const K_1M = 'swpc/planetary_k_index_1m.2026-07-09.json'
  const kpOf = (body: string, now: string) =>
    published(kp.kp, kp.toKpData(planetaryKIndex.parse(body, at(now)), source))

  test('the K index at the end of the capture', () => {
    expect(kpOf(capture(K_1M), '2026-07-09T10:05:00Z')).toEqual({
      kp: 1.67,
      as_of: '2026-07-09T10:00:00.000Z',
      source,
    })
  })

  test('the K index never falls to 0 at a boundary', () => {
    const rows = JSON.parse(capture(K_1M)) as { time_tag: string }[]
    const until = (time: string) => json(rows.filter(({ time_tag }) => time_tag <= `2026-07-09T${time}:00`))
    const served = ['05:59', '06:00', '06:15', '06:26', '08:59', '09:00', '09:29', '09:30'].map((time) => {
      const { kp, as_of } = kpOf(until(time), '2026-07-09T12:00:00Z')
      return [time, kp, as_of.slice(11, 16)]
    })
    expect(served).toEqual([
      ['05:59', 1, '05:59'],
      ['06:00', 1, '05:59'],
      ['06:15', 1, '05:59'],
      ['06:26', 1.33, '06:26'],
      ['08:59', 2.33, '08:59'],
      ['09:00', 2.33, '08:59'],
      ['09:29', 2.33, '08:59'],
      ['09:30', 1.67, '09:30'],
    ])
  })

  test.each([
    ['noaa-planetary-k-index.2026-08-01.json', '2026-08-01T07:47:00Z', 58, 1, '2026-08-01T06:00:00.000Z'],
    [
      'noaa-planetary-k-index-forecast.2026-08-01.json',
      '2026-08-01T07:47:00Z',
      59,
      2,
      '2026-08-01T07:47:00.000Z',
    ],
    [
      'noaa-planetary-k-index-forecast.2025-04-10.array-form.json',
      '2025-04-10T12:00:00Z',
      61,
      2,
      '2025-04-10T12:00:00.000Z',
    ],
  ])('%s', (file, now, count, value, as_of) => {
    const read = threeHourlyKIndex.parse(capture(`swpc/${file}`), at(now))
    expect(read.readings).toHaveLength(count)
    expect(published(kp.kp, kp.toKpData(read, source))).toEqual({ kp: value, as_of, source })
  })

  test('the solar wind', () => {
    const now = at('2026-10-06T19:37:00Z')
    const value = solarWind.parse(capture('swpc/rtsw_wind_1m.2026-10-06.first-23-rows.json'), now)
    expect(published(wind.wind, wind.toSolarWindData(value, source))).toEqual({
      speed_km_s: 436.1,
      density_per_cm3: 2.28,
      temperature_k: 105_643,
      dynamic_pressure_npa: 0.725,
      spacecraft: 'SOLAR1',
      as_of: '2026-10-06T19:35:00.000Z',
      source,
    })
    const summary = solarWindSpeed.parse(capture('swpc/summary-solar-wind-speed.2026-08-01.json'), now)
    expect(summary).toMatchObject({
      at: at('2026-08-01T07:42:00Z'),
      values: { speed_km_s: 287, density_per_cm3: null },
    })
  })

  test('the magnetic field', () => {
    const now = at('2026-10-06T19:37:00Z')
    const value = interplanetaryMagneticField.parse(
      capture('swpc/rtsw_mag_1m.2026-10-06.first-20-rows.json'),
      now,
    )
    expect(published(mag.mag, mag.toMagneticFieldData(value, source))).toEqual({
      bt_nt: 2.58,
      bx_gsm_nt: -0.84,
      by_gsm_nt: -0.67,
      bz_gsm_nt: -2.31,
      spacecraft: 'SOLAR1',
      as_of: '2026-10-06T19:35:00.000Z',
      source,
    })
    const summary = magneticFieldSummary.parse(
      capture('swpc/summary-solar-wind-mag-field.2026-08-01.json'),
      now,
    )
    expect(summary).toMatchObject({ values: { bt_nt: 4, bz_gsm_nt: -2, bx_gsm_nt: null } })
  })

  test('the magnetic field of a whole day of two spacecraft: the active ACE, not DSCOVR', () => {
    const body = capture('swpc/rtsw_mag_1m.2024-04-24.json')
    const value = interplanetaryMagneticField.parse(body, at('2024-04-24T23:37:00Z'))
    expect(value).toMatchObject({
      at: at('2024-04-24T23:35:00Z'),
      instrument: 'ACE',
      values: { bt_nt: 3.5, bz_gsm_nt: 1.83 },
    })
  })

  test('single rows of IMAP on standby and SOLAR1', () => {
    const rows = (JSON.parse(capture('swpc/rtsw_single_rows.json')) as { row: object }[]).map(
      ({ row }) => row,
    )
    const now = at('2026-09-07T00:00:00Z')
    expect(interplanetaryMagneticField.parse(json(rows), now)).toMatchObject({
      instrument: 'SOLAR1',
      values: { bz_gsm_nt: -4.47 },
    })
    expect(interplanetaryMagneticField.parse(json(rows.slice(0, 1)), now)).toMatchObject({
      at: at('2026-08-07T01:24:02Z'),
      instrument: 'IMAP',
      values: { bz_gsm_nt: -0.78 },
    })
  })

  test('X-rays, protons and the latest flare', () => {
    const now = at('2026-08-20T04:45:00Z')
    const flux = xrayFlux.parse(capture('swpc/xrays-6-hour.2026-08-20.json'), now)
    expect(published(xray.xray, xray.toXrayFluxData(flux, source))).toMatchObject({
      flux_w_m2: 1.3730890486840508e-6,
      flare_class: 'C1.3',
      r_scale: 'R0',
      satellite: 'GOES-18',
      as_of: '2026-08-20T04:42:00.000Z',
    })
    const protons = protonFlux.parse(capture('swpc/integral-protons-6-hour.2026-08-20.json'), now)
    expect(published(proton.proton, proton.toProtonFluxData(protons, source))).toMatchObject({
      flux_pfu: 0.21759319305419922,
      s_scale: 'S0',
      satellite: 'GOES-18',
      as_of: '2026-08-20T04:35:00.000Z',
    })
    expect(goesFlares.parse(capture('swpc/xray-flares-latest.2026-08-06.json'), now)).toMatchObject([
      { start_time: '2026-08-05T23:43:00.000Z', end_time: '2026-08-06T00:09:00.000Z', flare_class: 'B4.6' },
    ])
  })
})
