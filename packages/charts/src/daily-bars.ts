import { axes, legend } from '#axes'
import { type Drawing, INK, type Mark } from '#drawing'
import { BLUE, ORANGE } from '#palette'

/** Payloads and rocket bodies of a day, which is given as `2026-11-21`. */
export interface DayCount {
  readonly day: string
  readonly payloads: number
  readonly rocketBodies: number
}

const WIDTH = 483
const PLOT = { x: 52, y: 22, width: WIDTH - 60, height: 74 }

/** Draws the payloads and rocket bodies of each day as a stacked bar with their number above it. */
export function dailyBars(days: readonly DayCount[]): Drawing {
  const most = Math.max(1, ...days.map(({ payloads, rocketBodies }) => payloads + rocketBodies))
  const numbers = days.map(({ day }) => Number(day.slice(8)))
  const [first, last] = [Math.min(...numbers), Math.max(...numbers)]
  const { marks, xOf, yOf } = axes(
    PLOT,
    { title: 'Day of the month', least: first - 0.5, most: last + 0.5, ticks: [] },
    { title: 'Objects', least: 0, most: most * 1.15, ticks: [] },
  )
  const width = (xOf(1) - xOf(0)) * 0.7
  const label = { size: 7, fill: INK, anchor: 'middle' } as const
  const bars = days.flatMap(({ day, payloads, rocketBodies }): Mark[] => {
    const [x, all] = [xOf(Number(day.slice(8))), payloads + rocketBodies]
    const part = (from: number, to: number, fill: typeof BLUE): Mark[] =>
      to > from ? [{ x: x - width / 2, y: yOf(to), width, height: yOf(from) - yOf(to), fill, hint: day }] : []
    return [
      ...part(0, payloads, BLUE),
      ...part(payloads, all, ORANGE),
      { ...label, x, y: yOf(all) - 2, text: String(all) },
      { ...label, x, y: PLOT.y + PLOT.height + 9, text: String(Number(day.slice(8))) },
    ]
  })
  const sum = days.reduce((count, { payloads, rocketBodies }) => count + payloads + rocketBodies, 0)
  return {
    width: WIDTH,
    height: PLOT.y + PLOT.height + 30,
    description: `Re-entries by day: ${sum} from ${days[0]?.day} to ${days.at(-1)?.day}, at most ${most} on a day`,
    marks: [
      ...marks,
      ...bars,
      ...legend(PLOT.x, 9, [
        [BLUE, 'payloads'],
        [ORANGE, 'rocket bodies'],
      ]),
    ],
  }
}
