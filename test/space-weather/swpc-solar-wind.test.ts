import { describe, expect, test } from 'vitest'
import {
  type Measurement,
  SERIES,
  type SeriesId,
  type SeriesRow,
} from '../../packages/core/src/features/space-weather/series/series-declarations.ts'
import { interplanetaryMagneticField } from '../../packages/core/src/features/space-weather/wind/swpc-mag.ts'
import { solarWind } from '../../packages/core/src/features/space-weather/wind/swpc-wind.ts'
import type { Upstream } from '../../packages/core/src/kernel/upstreams/upstream.ts'
import { json } from '../fixtures/bodies.ts'
import { magRow, propagated, windRow } from '../fixtures/swpc.ts'
import { fallbackOf } from '../support/fallback.ts'

const propagatedSolarWind = fallbackOf(solarWind)
const solarWindSpeed = fallbackOf(propagatedSolarWind)
const propagatedMagneticField = fallbackOf(interplanetaryMagneticField)
const magneticFieldSummary = fallbackOf(propagatedMagneticField)

const NOW = Date.parse('2026-11-21T12:00:00Z')
const at = (text: string) => Date.parse(text)
/** The newest measurement of a body, in one object. */
const newest = <Id extends SeriesId>(feed: Upstream<unknown, Measurement<Id>>, body: string) => {
  const { at, values, instrument } = feed.parse(body, NOW)
  return { at, ...values, spacecraft: instrument }
}
const wind = (...rows: unknown[]) => newest(solarWind, json(rows))
const mag = (...rows: unknown[]) => newest(interplanetaryMagneticField, json(rows))

describe('the row selected from real-time solar wind', () => {
  test('is the newest of the active spacecraft, whatever the order', () => {
    const rows = [
      windRow('2026-11-21T11:57:00', { proton_speed: 357 }),
      windRow('2026-11-21T11:59:00', { proton_speed: 359 }),
      windRow('2026-11-21T11:58:00', { proton_speed: 358 }),
    ]
    expect(wind(...rows).speed_km_s).toBe(359)
    expect(wind(...rows.toReversed()).speed_km_s).toBe(359)
  })

  test('is not a newer one of a standby spacecraft, whatever their names', () => {
    const value = wind(
      windRow('2026-11-21T11:59:00', { active: false, source: 'SOLAR1' }),
      windRow('2026-11-21T11:57:00', { source: 'NEW-CRAFT 7' }),
      windRow('2026-11-21T11:58:00', { active: 1, source: 'ACE' }),
    )
    expect(value).toMatchObject({ at: at('2026-11-21T11:57:00Z'), spacecraft: 'NEW-CRAFT 7' })
  })

  test('is of a standby spacecraft if no active one is usable', () => {
    const standby = magRow('2026-11-21T11:57:02', { active: false, source: 'IMAP' })
    const value = mag(
      magRow('2026-11-21T11:59:00', { bt: null }),
      magRow('2026-11-21T11:59:00', { overall_quality: 1 }),
      standby,
    )
    expect(value).toMatchObject({ at: at('2026-11-21T11:57:02Z'), spacecraft: 'IMAP' })
    expect(mag(standby).spacecraft).toBe('IMAP')
  })

  describe('when the active spacecraft is silent', () => {
    const active = (time: string) => windRow(`2026-11-21T${time}`, { proton_speed: 300, source: 'SOLAR1' })
    const standby = (time: string, source = 'ACE') =>
      windRow(`2026-11-21T${time}`, { active: false, proton_speed: 500, source })

    test('is of the active one for ten more minutes, then the newest of the others', () => {
      const rows = [standby('11:49:00'), active('11:49:30'), standby('11:59:29')]
      expect(wind(...rows, standby('11:59:30', 'IMAP'))).toMatchObject({ spacecraft: 'SOLAR1' })
      const value = wind(...rows, standby('11:59:31', 'IMAP'), standby('11:55:00'))
      expect(value).toMatchObject({ at: at('2026-11-21T11:59:31Z'), speed_km_s: 500, spacecraft: 'IMAP' })
    })

    test('is chosen as if unusable rows of the active one were missing', () => {
      const unusable = [
        windRow('2026-11-21T11:58:00', { proton_speed: null }),
        windRow('2026-11-21T11:59:00', { overall_quality: 1 }),
      ]
      const rows = [active('11:40:00'), standby('11:57:00'), ...unusable]
      expect(wind(...rows)).toMatchObject({ at: at('2026-11-21T11:57:00Z'), spacecraft: 'ACE' })
    })

    test('is chosen by the same rule for the magnetic field', () => {
      const rows = [
        magRow('2026-11-21T11:40:00', { bz_gsm: 1.25 }),
        magRow('2026-11-21T11:58:00', { active: false, source: 'DSCOVR', bz_gsm: 1.6 }),
      ]
      expect(mag(...rows)).toMatchObject({ bz_gsm_nt: 1.6, spacecraft: 'DSCOVR' })
    })

    test('fills more than ten minutes without it from the others, from the first of them on', () => {
      let history: readonly SeriesRow[] = []
      const rows = [
        active('11:00:00'),
        standby('11:05:00'),
        standby('11:15:00'),
        active('11:30:00'),
        standby('11:30:00'),
        standby('11:40:00'),
        active('11:40:00'),
        standby('11:41:00'),
        standby('11:51:00'),
      ]
      const onHistory = (told: readonly SeriesRow[]) => {
        history = told
      }
      solarWind.parse(json(rows), NOW, { onHistory })
      const shown = history.map(({ at, values, instrument }) => [
        new Date(at).toISOString().slice(11, 16),
        values.speed_km_s,
        instrument,
      ])
      expect(shown).toEqual([
        ['11:00', 300, 'SOLAR1'],
        ['11:05', 500, 'ACE'],
        ['11:15', 500, 'ACE'],
        ['11:30', 300, 'SOLAR1'],
        ['11:40', 300, 'SOLAR1'],
        ['11:41', 500, 'ACE'],
        ['11:51', 500, 'ACE'],
      ])
      // Exactly ten minutes are not filled.
      solarWind.parse(json(rows.slice(0, -1)), NOW, { onHistory })
      expect(history.at(-1)?.at).toBe(at('2026-11-21T11:40:00Z'))
      expect(Object.keys(history[0]?.values ?? {})).toEqual([...SERIES.wind.columns])
    })
  })

  test.each([1, 0, undefined, null, 'yes'])(
    'is none where active is %j: the form of all is unknown',
    (active) => {
      const rows = [
        windRow('2026-11-21T11:57:00', { active }),
        windRow('2026-11-21T11:58:00', { active, source: 'ACE' }),
      ]
      expect(() => wind(...rows)).toThrow(/^active (is missing|has no usable value)$/)
      // One row of it is left out as any other that cannot be read.
      const one = wind(windRow('2026-11-21T11:56:00'), ...rows)
      expect(one).toMatchObject({ at: at('2026-11-21T11:56:00Z'), spacecraft: 'SOLAR1' })
    },
  )

  test('may have active as text', () => {
    const rows = [
      windRow('2026-11-21T11:57:00', { active: 'true', source: 'SOLAR1' }),
      windRow('2026-11-21T11:59:00', { active: 'false', source: 'ACE' }),
    ]
    expect(wind(...rows).spacecraft).toBe('SOLAR1')
  })

  test('depends on overall_quality, not on max_data_flag', () => {
    expect(mag(magRow('2026-11-21T11:59:00', { max_data_flag: -9999 })).bt_nt).toBe(6.93)
    expect(() => mag(magRow('2026-11-21T11:59:00', { overall_quality: 1 }))).toThrow()
    expect(() => mag(magRow('2026-11-21T11:59:00', { overall_quality: null }))).toThrow()
  })

  test('is not in the future, and has a possible main value', () => {
    expect(wind(windRow('2026-11-21T12:05:00')).at).toBe(at('2026-11-21T12:05:00Z'))
    expect(() => wind(windRow('2026-11-21T12:05:01'))).toThrow()
    for (const proton_speed of [null, -400, 0, 99, 3_501, 'fast', -99_999.9, {}, [400]]) {
      expect(() => wind(windRow('2026-11-21T11:59:00', { proton_speed }))).toThrow()
    }
    for (const changes of [{ bt: -1 }, { bt: 501 }, { bt: null }, { bz_gsm: null }, { bz_gsm: -501 }]) {
      expect(() => mag(magRow('2026-11-21T11:59:00', changes))).toThrow()
    }
  })
})

describe('a solar wind value', () => {
  test('has the fields of its row, and the magnetic field in GSM, not GSE', () => {
    expect(wind(windRow('2026-11-21T11:59:00'))).toEqual({
      at: at('2026-11-21T11:59:00Z'),
      speed_km_s: 400,
      density_per_cm3: 5,
      temperature_k: 100_000,
      spacecraft: 'SOLAR1',
    })
    expect(mag(magRow('2026-11-21T11:59:00'))).toEqual({
      at: at('2026-11-21T11:59:00Z'),
      bt_nt: 6.93,
      bx_gsm_nt: 4.65,
      by_gsm_nt: -2.55,
      bz_gsm_nt: -4.47,
      spacecraft: 'SOLAR1',
    })
  })

  test('has null for a missing or impossible secondary value, and keeps 0', () => {
    const row = windRow('2026-11-21T11:59:00', { proton_density: -1, proton_temperature: null })
    expect(wind(row)).toMatchObject({ density_per_cm3: null, temperature_k: null })
    expect(wind({ ...row, proton_density: 0, proton_temperature: 1e9 })).toMatchObject({
      density_per_cm3: 0,
      temperature_k: null,
    })
    expect(mag(magRow('2026-11-21T11:59:00', { bx_gsm: 501, by_gsm: undefined, bz_gsm: 0 }))).toMatchObject({
      bx_gsm_nt: null,
      by_gsm_nt: null,
      bz_gsm_nt: 0,
    })
    expect(wind(windRow('2026-11-21T11:59:00', { source: ' ' })).spacecraft).toBeNull()
  })

  test('is parsed despite bare NaN and old bytes after the array', () => {
    const body = json([windRow('2026-11-21T11:59:00')]).replace('"proton_density":5', '"proton_density":NaN')
    expect(newest(solarWind, body).density_per_cm3).toBeNull()
    expect(newest(solarWind, `${body}2026-11-21"}]`).speed_km_s).toBe(400)
    expect(() => solarWind.parse(body.slice(0, -1), NOW)).toThrow()
  })
})

describe('the fallbacks of solar wind and magnetic field', () => {
  const row = [
    '2026-11-21T11:50:00Z',
    321.9,
    2.58,
    64_325,
    0.47,
    2.4,
    3.13,
    3.97,
    -321,
    1,
    2,
    '2026-11-21T12:54:12Z',
  ]
  const older = ['2026-11-21T11:49:00Z', 300, 2, 60_000, 0, 0, 1, 1, -300, 1, 2, '2026-11-21T12:53:00Z']

  test('parse the propagated product by its header, stamped with the time at L1', () => {
    const [header = [], ...rows] = propagated(row, older)
    const turned = [header.toReversed(), ...rows.map((cells) => cells.toReversed())]
    for (const document of [propagated(row, older), turned]) {
      expect(newest(propagatedSolarWind, json(document))).toEqual({
        at: at('2026-11-21T11:50:00Z'),
        speed_km_s: 321.9,
        density_per_cm3: 2.58,
        temperature_k: 64_325,
        spacecraft: null,
      })
      expect(newest(propagatedMagneticField, json(document))).toEqual({
        at: at('2026-11-21T11:50:00Z'),
        bt_nt: 3.97,
        bx_gsm_nt: 0.47,
        by_gsm_nt: 2.4,
        bz_gsm_nt: 3.13,
        spacecraft: null,
      })
    }
  })

  test('parse numbers as text, and drop short rows', () => {
    const texts = propagated(row.map(String), ['2026-11-21T11:51:00Z'], [], older)
    expect(newest(propagatedSolarWind, json(texts)).density_per_cm3).toBe(2.58)
    expect(() => propagatedSolarWind.parse(json(propagated()), NOW)).toThrow()
  })

  test('parse the summaries', () => {
    const speed = [{ proton_speed: 287, time_tag: '2026-11-21T11:58:00Z' }]
    expect(newest(solarWindSpeed, json(speed))).toMatchObject({ speed_km_s: 287, density_per_cm3: null })
    const field = [{ bt: 4, bz_gsm: -2, time_tag: '2026-11-21T11:58:00Z' }]
    expect(newest(magneticFieldSummary, json(field))).toMatchObject({
      bt_nt: 4,
      bz_gsm_nt: -2,
      bx_gsm_nt: null,
      spacecraft: null,
    })
  })

  test('are the propagated product, then the summary', () => {
    const ids = (feeds: readonly { id: string }[]) => feeds.map(({ id }) => id)
    expect(ids([solarWind, propagatedSolarWind, solarWindSpeed])).toEqual([
      'swpc-wind-1m',
      'swpc-wind-propagated',
      'swpc-wind-summary',
    ])
    expect(ids([interplanetaryMagneticField, propagatedMagneticField, magneticFieldSummary])).toEqual([
      'swpc-mag-1m',
      'swpc-mag-propagated',
      'swpc-mag-summary',
    ])
  })
})

const feeds = [
  solarWind,
  propagatedSolarWind,
  solarWindSpeed,
  interplanetaryMagneticField,
  propagatedMagneticField,
  magneticFieldSummary,
]

describe.each(feeds.map((feed) => [feed.id, feed] as const))('%s', (_, feed) => {
  test('is late after ten minutes', () => {
    expect(3 * feed.cadenceMs).toBe(600_000)
  })
})
