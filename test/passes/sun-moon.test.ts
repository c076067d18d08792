import { expect, test } from 'vitest'
import { rowsOf } from '../fixtures/lines.ts'
import { testService } from '../support/service.ts'

type Day = readonly [
  latitude: number,
  longitude: number,
  date: string,
  lit: number,
  elongation: number,
  ...times: (string | null)[],
]
const DAYS = rowsOf<Day>('fixtures/sun-moon.csv').map(
  ([latitude, longitude, date, lit, elongation, ...times]) => ({
    latitude,
    longitude,
    date,
    lit,
    elongation,
    times,
  }),
)

/** Seconds between an instant of the service and a day and time of the same month. */
function secondsBetween(given: string | null, truth: string | null): number {
  if (given === null || truth === null) return given === truth ? 0 : Number.POSITIVE_INFINITY
  return Math.abs(Date.parse(given) - Date.parse(`${given.slice(0, 8)}${truth.replace(' ', 'T')}Z`)) / 1_000
}

test.each(DAYS)(
  'at $latitude, $longitude on $date Sun and Moon rise and set within a minute, and the phase is within 0.5 %',
  async ({ latitude, longitude, date, lit, elongation, times }) => {
    const { get } = await testService()
    const { json } = await get(`/v1/sun-moon?latitude=${latitude}&longitude=${longitude}&date=${date}`)
    const { sun, moon } = json.data
    const { civil_twilight: civil, nautical_twilight: nautical, astronomical_twilight: night } = sun
    const ofTwilights = [civil, nautical, night].flatMap(({ dawn, dusk }) => [dawn, dusk])
    const found = [moon.rise, moon.set, sun.rise, sun.set, ...ofTwilights]
    expect(times).toHaveLength(found.length)
    for (const [i, truth] of times.entries()) expect(secondsBetween(found[i], truth)).toBeLessThan(60)
    expect(Math.abs(moon.illuminated - lit)).toBeLessThan(0.005)
    expect(Math.abs(((moon.elongation_deg - elongation + 540) % 360) - 180)).toBeLessThan(0.1)
  },
)

test('days without rise and set are among those that are compared', () => {
  expect(DAYS.filter(({ times: [moonrise] }) => moonrise === null).length).toBeGreaterThan(0)
  expect(DAYS.filter(({ times: [, , sunrise] }) => sunrise === null).length).toBeGreaterThan(1)
})

test('without a date it is today, until its end at the latest; an instant begins the 24 hours', async () => {
  const { get, clock } = await testService()
  const place = 'latitude=48.14&longitude=11.58'
  const { json } = await get(`/v1/sun-moon?${place}`)
  expect([json.data.from, json.data.to]).toEqual(['2026-11-21T00:00:00.000Z', '2026-11-22T00:00:00.000Z'])
  clock.goTo('2026-11-21T23:30:00Z')
  expect((await get(`/v1/sun-moon?${place}`)).json.valid_until).toBe('2026-11-22T00:00:00.000Z')
  const local = await get(`/v1/sun-moon?${place}&date=2026-11-20T23:00:00Z`)
  expect(local.json.data.from).toBe('2026-11-20T23:00:00.000Z')
  expect(local.json.data.sun.rise).toBe(json.data.sun.rise)
})
