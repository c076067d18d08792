import { expect, test } from 'vitest'
import { launchCalendar } from '../../packages/core/src/features/launches/calendar.ts'
import { toUpcomingLaunchesData } from '../../packages/core/src/features/launches/endpoints/upcoming.ts'
import { upcomingLaunches } from '../../packages/core/src/features/launches/upcoming.ts'
import { json } from '../fixtures/bodies.ts'
import { launch, page } from '../fixtures/launches.ts'
import { testService } from '../support/service.ts'

const NOW = Date.parse('2026-11-21T12:00:00Z')
const net = '2026-11-23T00:14:00Z'

function calendarOf(...results: object[]): string {
  const parsed = upcomingLaunches.parse(json(page(...results)), NOW)
  // Long lines are folded by a line break and a space (RFC 5545, 3.1).
  return launchCalendar(toUpcomingLaunchesData(parsed, 'label', NOW).launches, NOW).replaceAll('\r\n ', '')
}
const linesOf = (text: string, name: string) => text.split('\r\n').filter((line) => line.startsWith(name))

test('a launch is an event with a stable UID, its window, place and state', () => {
  const window = {
    net,
    window_start: net,
    window_end: '2026-11-23T00:29:00Z',
    net_precision: { abbrev: 'MIN' },
  }
  const text = calendarOf(launch({ id: 'abc', ...window, last_updated: '2026-11-21T10:00:00Z' }))
  expect(linesOf(text, 'UID')).toEqual(['UID:abc@launches.space-data'])
  expect(linesOf(text, 'DTSTART')).toEqual(['DTSTART:20261123T001400Z'])
  expect(linesOf(text, 'DTEND')).toEqual(['DTEND:20261123T002900Z'])
  expect(linesOf(text, 'DTSTAMP')).toEqual(['DTSTAMP:20261121T100000Z'])
  expect(linesOf(text, 'GEO')).toHaveLength(1)
})

test('SEQUENCE grows when the record changes', () => {
  const sequenceAt = (last_updated: string) =>
    Number(linesOf(calendarOf(launch({ net, last_updated })), 'SEQUENCE')[0]?.split(':')[1])
  const [earlier, later] = [sequenceAt('2026-11-20T10:00:00Z'), sequenceAt('2026-11-20T10:00:01Z')]
  expect(later).toBe(earlier + 1)
  expect(sequenceAt('2080-01-01T00:00:00Z')).toBeLessThan(2 ** 31)
})

test('a launch known to the day is an all-day event, and one known to a longer period is left out', () => {
  const planned = (abbrev: string, time: string) =>
    launch({ id: abbrev, net: time, net_precision: { abbrev }, window_end: null })
  const text = calendarOf(
    planned('DAY', '2026-11-25T00:00:00Z'),
    ...['M', 'Q4', 'H2', 'Y', 'DEC'].map((abbrev) => planned(abbrev, '2026-12-31T00:00:00Z')),
  )
  expect(linesOf(text, 'UID')).toEqual(['UID:DAY@launches.space-data'])
  expect(linesOf(text, 'DTSTART')).toEqual(['DTSTART;VALUE=DATE:20261125'])
  expect(linesOf(text, 'DTEND')).toEqual(['DTEND;VALUE=DATE:20261126'])
})

test.each([
  ['Go', 'CONFIRMED'],
  ['TBD', 'TENTATIVE'],
  ['Hold', 'TENTATIVE'],
])('%s is %s', (abbrev, status) => {
  expect(linesOf(calendarOf(launch({ net, status: { abbrev } })), 'STATUS')).toEqual([`STATUS:${status}`])
})

test('the calendar needs no key, and has the launches and times of the list', async () => {
  const { ask, get } = await testService()
  const { json: list } = await get('/v1/launches/upcoming')
  const { status, headers, text } = await ask('GET', '/v1/launches.ics')
  expect([status, headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8'])
  expect(headers.get('x-fetched-at')).toBe(list.fetched_at)
  expect(headers.get('x-valid-until')).toBe(list.valid_until)
  const isDated = ({ net_precision }: { net_precision: string }) =>
    !['month', 'quarter', 'half', 'year', 'decade'].includes(net_precision)
  expect(text.match(/BEGIN:VEVENT/g)?.length).toBe(list.data.launches.filter(isDated).length)
})
