import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { createAlert } from '../../packages/core/src/features/alerts/alert.ts'
import { findAlertType } from '../../packages/core/src/features/alerts/alert-types.ts'
import { auroraWatchOf } from '../../packages/core/src/features/alerts/aurora-watch.ts'
import { describeAlert } from '../../packages/core/src/features/alerts/describe-alert.ts'
import { likelyAurora } from '../../packages/core/src/features/alerts/detectors/likely-aurora.ts'
import { matchesWebhook } from '../../packages/core/src/features/alerts/matches.ts'
import type { WebhookParameters } from '../../packages/core/src/features/alerts/webhook-records.ts'
import { toAuroraGridData } from '../../packages/core/src/features/space-weather/aurora/aurora-grid.ts'
import { auroraForecast } from '../../packages/core/src/features/space-weather/aurora/swpc-ovation.ts'
import { ovation } from '../fixtures/swpc.ts'

const HOUR = 3_600_000
const HELSINKI = { latitude: 60.17, longitude: 24.94 }
/** In June it is never dark there by civil twilight; in November from 15:00 to 05:30 UTC. */
const [WINTER, SUMMER] = [Date.parse('2026-11-21T12:00:00Z'), Date.parse('2026-06-21T12:00:00Z')]

/** Parsed forecasts of one probability everywhere, each of 65,160 points. */
const uniform = new Map<number, ReturnType<typeof auroraForecast.parse>>()

/** A forecast of the same probability everywhere. */
function forecastAt(at: number, percent: number) {
  const parsed =
    uniform.get(percent) ?? auroraForecast.parse(JSON.stringify(ovation(WINTER, () => percent)), WINTER)
  uniform.set(percent, parsed)
  const laterMs = at - WINTER
  const times = { observedAt: parsed.observedAt + laterMs, forecastAt: parsed.forecastAt + laterMs }
  return toAuroraGridData({ ...parsed, ...times }, 'NOAA SWPC aurora forecast (OVATION)')
}

/** Runs the detector over forecasts that are observed at hours after noon; returns those with an alert. */
function alertedAt(
  parameters: WebhookParameters,
  percents: readonly (readonly [hours: number, percent: number])[],
  noon = WINTER,
) {
  const watch = auroraWatchOf(parameters)
  if (!watch) throw new Error('no place')
  const detector = likelyAurora(0)
  let state = detector.initial
  return percents.flatMap(([hours, percent]) => {
    const at = noon + hours * HOUR
    const forecast = forecastAt(at, percent)
    const found = detector.detect(state, { watches: [watch], forecast }, at)
    state = found.state
    return found.alerts.map(() => hours)
  })
}

describe('likely aurora', () => {
  test('is reported at a geomagnetic pole, too', () => {
    const place = { latitude: 80.8, longitude: -72.8 }
    expect(alertedAt({ ...place, onlyDark: false }, [[6, 40]])).toEqual([6])
  })

  test.each<[string, WebhookParameters, [number, number][], number[]]>([
    ['is reported at the first look', {}, [[6, 40]], [6]],
    ['is not below the least probability', {}, [[6, 29]], []],
    ['is at the least probability', { minPercent: 29 }, [[6, 29]], [6]],
    [
      'is reported once it is dark',
      {},
      [
        [0, 90],
        [1, 90],
        [3, 90],
        [4, 90],
      ],
      [3],
    ],
    [
      'is reported by day, too, where that is wanted',
      { onlyDark: false },
      [
        [0, 90],
        [3, 90],
      ],
      [0],
    ],
    [
      'comes once a night, however often it fades',
      {},
      [
        [6, 40],
        [7, 0],
        [8, 50],
        [12, 0],
        [16, 99],
      ],
      [6],
    ],
    [
      'comes again in the next night',
      {},
      [
        [6, 40],
        [21, 40],
        [30, 40],
        [31, 40],
      ],
      [6, 30],
    ],
    [
      'comes again after twelve quiet hours, where no day ends the night',
      { onlyDark: false },
      [
        [0, 40],
        [1, 10],
        [6, 14],
        [13, 10],
        [14, 40],
        [15, 40],
      ],
      [0, 14],
    ],
    [
      'does not after fewer, nor after hours above half of the least probability',
      { onlyDark: false },
      [
        [0, 40],
        [1, 10],
        [12, 10],
        [12.5, 40],
        [13, 16],
        [26, 16],
        [27, 40],
      ],
      [0],
    ],
  ])('%s', (_, parameters, percents, expected) => {
    expect(alertedAt({ ...HELSINKI, ...parameters }, percents)).toEqual(expected)
  })

  test('is not reported in a night that is never dark', () => {
    const hours = [0, 3, 6, 9, 12].map((hour) => [hour, 99] as const)
    expect(alertedAt({ latitude: 65, longitude: 25 }, hours, SUMMER)).toEqual([])
  })

  test('has data of its schema, words, and an id of the place and the instant', () => {
    const watch = auroraWatchOf({ ...HELSINKI, minPercent: 20 })
    if (!watch) throw new Error('no place')
    const at = WINTER + 6 * HOUR
    const body = JSON.stringify(ovation(at, (_, latitude) => (latitude === 65 ? 80 : 25)))
    const forecast = toAuroraGridData(auroraForecast.parse(body, at), 'NOAA SWPC aurora forecast (OVATION)')
    const { alerts } = likelyAurora(0).detect({}, { watches: [watch], forecast }, at)
    const [facts] = alerts
    if (!facts) throw new Error('no alert')
    const alert = createAlert(facts)
    v.parse(findAlertType('aurora.likely')?.data ?? v.never(), alert.data)
    expect(alert).toMatchObject({ subject: '60.17,24.94,20,dark', audience: 'watchers' })
    expect(alert.data).toMatchObject({
      probability_percent: 25,
      threshold_percent: 20,
      best_poleward: { probability_percent: 80, latitude_deg: 65 },
      is_dark: true,
      url: '/v1/space-weather/aurora?latitude=60.17&longitude=24.94',
    })
    expect(describeAlert(alert)).toBe('Aurora is likely at 60.17°, 24.94°: 25 % at 2026-11-21 18:45 UTC')
  })
})

describe('a webhook with a place', () => {
  const alert = {
    type: 'aurora.likely',
    subject: '60.17,24.94,30,dark',
    audience: 'watchers',
    data: {},
  } as const

  test.each<[string, readonly string[], WebhookParameters, boolean]>([
    ['receives its aurora without types', [], HELSINKI, true],
    ['receives its aurora by type', ['aurora.*'], HELSINKI, true],
    [
      'receives it though the place is given more exactly',
      [],
      { latitude: 60.1699, longitude: 24.9384 },
      true,
    ],
    ['does not with another place', ['aurora.*'], { latitude: 60.2, longitude: 24.94 }, false],
    ['does not with another probability', ['aurora.*'], { ...HELSINKI, minPercent: 31 }, false],
    ['does not with aurora by day', ['aurora.*'], { ...HELSINKI, onlyDark: false }, false],
    ['does not with other types', ['geomagnetic.*'], HELSINKI, false],
    ['does not without a place', ['*'], {}, false],
  ])('%s', (_, types, parameters, expected) => {
    expect(matchesWebhook(alert, { types, parameters }, 'acme')).toBe(expected)
  })
})
