/** A place between 0 and 1 for every value, and back; 0 itself has none. */
export interface Scale {
  readonly least: number
  readonly most: number
  /** From 0 to 1; `undefined` for nothing at all. */
  place(value: number): number | undefined
  /** The value at a place. */
  at(place: number): number
}

/** A density changes by factors, so the scale is logarithmic; it reaches no deeper than a thousandth of the greatest. */
export function logarithmic(values: readonly number[]): Scale {
  const most = values.reduce((greatest, value) => Math.max(greatest, value), 0)
  const something = values.reduce((least, value) => (value > 0 ? Math.min(least, value) : least), most)
  // Values that hardly differ are shown as such.
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

/** Round values from 0 up to `most` or just below it, in steps of 1, 2 or 5 times a power of ten. */
export function ticks(most: number, atMost = 6): number[] {
  if (!(most > 0)) return [0]
  const power = 10 ** Math.floor(Math.log10(most / atMost))
  const step = [1, 2, 5, 10].map((times) => times * power).find((size) => most / size <= atMost) ?? most
  return Array.from({ length: Math.floor(most / step + 1e-9) + 1 }, (_, i) => i * step)
}

/** A density in two digits that programs read, too: `3.2e-8`. */
export function densityOf(value: number): string {
  return value === 0 ? '0' : value.toExponential(1)
}
