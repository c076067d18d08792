import { DAY, floorTo, withoutZone } from '#time'

/** Percent for three days by NOAA's names. */
type Probabilities = Readonly<
  Record<'c_class' | 'm_class' | 'x_class' | '10mev_protons', readonly [number, number, number]>
>

/** Probabilities expected on 11 May 2024 for that day and the next two, in percent. Approximate. */
export const expected: Probabilities = {
  c_class: [99, 99, 99],
  m_class: [80, 80, 75],
  x_class: [50, 50, 40],
  '10mev_protons': [99, 75, 60],
}

/** The probabilities a week earlier: fewer regions, and no protons. */
const before: Probabilities = {
  c_class: [95, 95, 95],
  m_class: [60, 60, 55],
  x_class: [15, 15, 10],
  '10mev_protons': [5, 5, 5],
}

/** `solar_probabilities`: a row for each of ten days, newest first. */
export function probabilityRows(now: number): unknown[] {
  return Array.from({ length: 10 }, (_, ago) => {
    const isOfStorm = ago < 3
    const figures = Object.entries(isOfStorm ? expected : before).flatMap(([what, percents]) =>
      percents.map((percent, i) => [`${what}_${i + 1}_day`, percent] as const),
    )
    return {
      date: withoutZone(floorTo(DAY, now) - ago * DAY),
      ...Object.fromEntries(figures),
      polar_cap_absorption: isOfStorm ? 'red' : 'green',
    }
  })
}
