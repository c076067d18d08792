import { expect, test } from 'vitest'
import { foldAlerts } from '../../packages/core/src/features/pages/alerts/alert-events.ts'
import { eventWords, gravestEvent } from '../../packages/core/src/features/pages/home/gravest-event.ts'
import { alertOf, monthOfAlerts } from '../fixtures/alerts.ts'

const HOUR = 3_600_000
const NOW = Date.parse('2026-11-21T18:00:00Z')
const iso = (hoursAgo: number) => new Date(NOW - hoursAgo * HOUR).toISOString()

/** An alert of a type, with changed data. */
function alert(type: string, hoursAgo: number, changes: object = {}) {
  const at = NOW - hoursAgo * HOUR
  return alertOf(type, at, { data: { ...alertOf(type, at).data, ...changes } })
}

function wordsOf(...alerts: ReturnType<typeof alert>[]) {
  const event = gravestEvent(foldAlerts(alerts.map((each, i) => ({ ...each, seq: i + 1 }))), NOW)
  return event && [event.scale, eventWords(event, NOW)]
}

const started = alert('geomagnetic.storm_started', 30, { level: 'G2', started_at: iso(30) })
const raised = alert('geomagnetic.storm_raised', 2, { level: 'G4', started_at: iso(30) })
const ended = alert('geomagnetic.storm_ended', 1, { level: 'G4', started_at: iso(30) })
const notice = alert('swpc.alert', 0.5, { scale: 'G', level: 4 })
const launch = alert('launch.scheduled', 0)

test.each<[when: string, alerts: ReturnType<typeof alert>[], scale: string | null, words: RegExp]>([
  ['a storm that continues', [started, launch], 'G2', /^storm since 20 Nov 12:00$/],
  ['its highest level', [started, raised, notice, launch], 'G4', /^storm since 20 Nov 12:00$/],
  ['its end', [started, raised, ended, launch], 'G4', /^storm until 17:00$/],
  ['a notice of a higher level', [started, notice, launch], 'G4', /^NOAA /],
  ['the newest alert, if none of 24 hours has a level', [launch], null, /^New launch/],
])('the home page leads with %s', (_, alerts, scale, words) => {
  expect(wordsOf(...alerts)).toEqual([scale, expect.stringMatching(words)])
})

test('an event that ended more than 24 hours ago does not lead', () => {
  expect(wordsOf(...monthOfAlerts(NOW))).toEqual(['R3', 'Solar flare ended; its peak was X1.3'])
  expect(wordsOf()).toBeUndefined()
})
