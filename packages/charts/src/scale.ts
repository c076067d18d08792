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
  const span = Math.log(most / least)
  return {
    least,
    most,
    place(value) {
      if (!(value > 0)) return undefined
      return Math.min(1, Math.max(0, Math.log(value / least) / span))
    },
    at: (place) => least * Math.exp(place * span),
  }
}

/** Returns round tick values from 0 to at most `most`, in steps of 1, 2 or 5 times a power of ten. */
export function ticks(most: number, atMost = 6): number[] {
  if (!(most > 0)) return [0]
  const power = 10 ** Math.floor(Math.log10(most / atMost))
  const step = [1, 2, 5, 10].map((times) => times * power).find((size) => most / size <= atMost) ?? most
  return Array.from({ length: Math.floor(most / step + 1e-9) + 1 }, (_, i) => i * step)
}

/** Formats a density with two digits: `3.2e-8`. */
export function formatDensity(value: number): string {
  return value === 0 ? '0' : value.toExponential(1)
}
