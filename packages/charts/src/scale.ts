import { scaleLog } from 'd3-scale'

/** Maps values to positions from 0 to 1 and back. */
export interface Scale {
  readonly least: number
  readonly most: number
  /** Returns the position from 0 to 1; `undefined` for 0. */
  place(value: number): number | undefined
  /** Returns the value at a position. */
  at(place: number): number
}

/** Creates a logarithmic scale for densities, spanning at most a factor of 1,000 below the maximum. */
export function logarithmic(values: readonly number[]): Scale {
  const most = values.reduce((greatest, value) => Math.max(greatest, value), 0)
  const something = values.reduce((least, value) => (value > 0 ? Math.min(least, value) : least), most)
  // Nearly equal values must not fill the whole scale.
  const least = Math.max(most / 1_000, Math.min(something, most / 2))
  const scale = scaleLog().domain([least, most]).clamp(true)
  return {
    least,
    most,
    place: (value) => (value > 0 ? scale(value) : undefined),
    at: (place) => scale.invert(place),
  }
}
