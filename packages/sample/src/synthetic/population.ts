import { fullCells } from '#synthetic/cells'
import { sparseCells } from '#synthetic/sparse-cells'

/** A range from a lower to an upper edge. */
type Span = readonly [from: number, to: number]

/** A class of orbits and its number of objects. */
export interface Cell {
  readonly objects: number
  readonly perigeeKm: Span
  /** Apogee minus perigee. */
  readonly heightKm: Span
  readonly inclinationDeg: Span
}

const HEIGHTS = 21
/** Upper edge of the last height step, which holds mostly transfer and Molniya orbits. */
const HIGHEST_KM = 39_000

/**
 * Distribution of orbits, counted from the public catalogue of 2026 (33,710 objects); it contains no element
 * sets.
 */
export const population: readonly Cell[] = [
  ...parseCells(fullCells, 1, 1, 1),
  ...parseCells(sparseCells, 10, 3, 9),
]

/** Parses a table of cells; the numbers are multiples of the finest steps. */
function parseCells(table: string, perigees: number, heights: number, inclinations: number): Cell[] {
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

/** Returns the edge of a perigee step: 10 km each below 2,000 km, then 500 km each. */
function perigeeEdge(step: number): number {
  return step <= 200 ? step * 10 : 2_000 + (step - 200) * 500
}

/** Returns the edge of a height step: five steps per power of ten from 2 km. */
function heightEdge(step: number): number {
  if (step === 0) return 0
  return step === HEIGHTS ? HIGHEST_KM : 10 ** (step / 5 + 0.1)
}
