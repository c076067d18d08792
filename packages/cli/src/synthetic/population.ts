import { fullCells } from '#synthetic/cells'
import { sparseCells } from '#synthetic/sparse-cells'

/** From a lower edge to an upper one. */
type Span = readonly [from: number, to: number]

/** Orbits of one kind, and how many objects have them. */
export interface Cell {
  readonly objects: number
  readonly perigeeKm: Span
  /** Apogee above perigee. */
  readonly heightKm: Span
  readonly inclinationDeg: Span
}

const HEIGHTS = 21
/** The last step of height is open; what is in it is mostly transfer and Molniya orbits. */
const HIGHEST_KM = 39_000

/** Who flies where: figures counted from the public catalogue of 2026 (33,710 objects), no element sets. */
export const population: readonly Cell[] = [...cellsOf(fullCells, 1, 1, 1), ...cellsOf(sparseCells, 10, 3, 9)]

/** The cells of a table whose steps are so many times those of the finest one. */
function cellsOf(table: string, perigees: number, heights: number, inclinations: number): Cell[] {
  let perigee = 0
  return table
    .trim()
    .split(/\s+/)
    .flatMap((word) => {
      const [, height = '', inclination, objects] = /^([0-9a-k])(\d\d)(\d+)$/.exec(word) ?? []
      if (objects === undefined) {
        perigee = Number(word.slice(1)) * perigees
        return []
      }
      const lowest = Number.parseInt(height, 36) * heights
      const least = Number(inclination) * inclinations * 2
      return {
        objects: Number(objects),
        perigeeKm: [perigeeEdge(perigee), perigeeEdge(perigee + perigees)],
        heightKm: [heightEdge(lowest), heightEdge(Math.min(lowest + heights, HEIGHTS))],
        inclinationDeg: [least, least + inclinations * 2],
      }
    })
}

/** 10 km each below 2,000 km, then 500 km each. */
function perigeeEdge(step: number): number {
  return step <= 200 ? step * 10 : 2_000 + (step - 200) * 500
}

/** Five steps to a power of ten, from 2 km on. */
function heightEdge(step: number): number {
  if (step === 0) return 0
  return step === HEIGHTS ? HIGHEST_KM : 10 ** (step / 5 + 0.1)
}
