import { expect, test } from 'vitest'
import { sunAndMoonOver } from '../../../packages/core/src/catalogue/sky/sun-and-moon.ts'
import { SUN_AND_MOON } from '../../fixtures/sun-and-moon.ts'

const rows = SUN_AND_MOON.trim()
  .split('\n')
  .map((row) => row.split(' '))
const toMs = (text: string) => (text === '-' ? null : Date.parse(`2026-${text}Z`))
/** How far an instant is from the one of another program, in seconds; infinite where only one of them has it. */
const apart = (one: number | null, other: number | null) => {
  if (one === null || other === null) return one === other ? 0 : Number.POSITIVE_INFINITY
  return Math.abs(one - other) / 1_000
}

test.each(rows)(
  '%s° north, %s° east on %s: Sun and Moon are as another program has them',
  (latitude = '', longitude = '', instant = '', ...expected) => {
    const place = { latitudeDeg: Number(latitude), longitudeDeg: Number(longitude) }
    const { sun, twilight, moon } = sunAndMoonOver(place, Date.parse(`${instant}Z`))
    const [sunrise, sunset, dawn, dusk, darkTo, darkFrom, moonrise, moonset] = expected.slice(0, 8).map(toMs)
    const [lit, phase] = expected.slice(8)
    const { civil, astronomical } = twilight
    for (const [one, other] of [
      [sun.rise, sunrise],
      [sun.set, sunset],
      [civil.rise, dawn],
      [civil.set, dusk],
      [astronomical.rise, darkTo],
      [astronomical.set, darkFrom],
    ] as const)
      expect(apart(one, other ?? null)).toBeLessThan(20)
    // Where the Moon crosses the horizon at a small angle, its 0.1° take longer.
    const tolerance = Math.abs(place.latitudeDeg) < 60 ? 30 : 120
    expect(apart(moon.rise, moonrise ?? null)).toBeLessThan(tolerance)
    expect(apart(moon.set, moonset ?? null)).toBeLessThan(tolerance)
    expect(moon.illuminatedPercent).toBeCloseTo(Number(lit), 0)
    expect(moon.isWaxing ? 'waxing' : 'waning').toBe(phase)
  },
)

test('what is up was up before it sets, and is not up before it rises', () => {
  for (let day = 0; day < 60; day += 1) {
    const { sun, moon } = sunAndMoonOver(
      { latitudeDeg: 52.5, longitudeDeg: 13.4 },
      Date.UTC(2026, 0, 1, 9) + day * 90_000_000,
    )
    for (const { isUp, rise, set } of [sun, moon]) {
      const [first] = [rise, set].filter((at) => at !== null).sort((a, b) => a - b)
      if (first !== undefined) expect(isUp).toBe(first === set)
    }
  }
})
