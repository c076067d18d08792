import { ticks } from 'd3-array'
import { axes, legend, withThousands } from '#axes'
import { type Drawing, INK, type Mark } from '#drawing'
import { typeColours } from '#palette'

/** Objects of an owner by type. */
export interface OwnerObjects {
  readonly owner: string
  readonly payload: number
  readonly rocket_body: number
  readonly debris: number
  readonly unknown: number
  readonly total: number
}

const WIDTH = 483
const ROW = 13
const NAMES = {
  payload: 'payloads',
  rocket_body: 'rocket bodies',
  debris: 'debris',
  unknown: 'unknown',
} as const
const TYPES = ['payload', 'rocket_body', 'debris', 'unknown'] as const

/** Draws the objects of each owner as a bar, stacked by type. */
export function ownerBars(owners: readonly OwnerObjects[]): Drawing {
  const plot = { x: 62, y: 18, width: WIDTH - 112, height: Math.max(1, owners.length) * ROW }
  const most = Math.max(1, ...owners.map(({ total }) => total))
  const { marks, xOf } = axes(
    plot,
    { title: 'Catalogued objects', least: 0, most, ticks: ticks(0, most, 6) },
    { title: '', least: 0, most: 1, ticks: [] },
  )
  const bars = owners.flatMap((owner, row): Mark[] => {
    const y = plot.y + row * ROW + 2.5
    let before = 0
    const parts = TYPES.filter((type) => owner[type] > 0).map((type): Mark => {
      const x = xOf(before)
      before += owner[type]
      const hint = `${owner.owner}: ${withThousands(owner[type])} ${NAMES[type]}`
      return { x, y, width: xOf(before) - x, height: ROW - 5, fill: typeColours[type], hint }
    })
    const text = { y: y + 7, size: 8, fill: INK }
    return [
      ...parts,
      { ...text, x: plot.x - 5, text: owner.owner || 'unknown', anchor: 'end' },
      { ...text, x: xOf(owner.total) + 4, text: withThousands(owner.total) },
    ]
  })
  const [first] = owners
  return {
    width: WIDTH,
    height: plot.height + 52,
    description: first
      ? `Objects by owner and type, ${owners.length} owners as stacked bars; ${first.owner || 'unknown'} has most: ${withThousands(first.total)}`
      : 'Objects by owner and type: no owners',
    marks: [
      ...marks.filter((mark) => !('text' in mark) || mark.text !== ''),
      ...bars,
      ...legend(
        plot.x,
        9,
        TYPES.map((type) => [typeColours[type], NAMES[type]] as const),
      ),
    ],
  }
}
