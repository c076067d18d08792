/** Opacity of the densest aurora, of 255: a quarter, so that land stays visible. */
const MOST_OPACITY = 64
const DEGREES = 180 / Math.PI

/** Probabilities of aurora on a grid of latitudes and longitudes, as the page packs them. */
export class Aurora {
  readonly #rows: readonly Uint8Array[]

  constructor(packed: string) {
    this.#rows = packed
      .split(';')
      .map((row) => Uint8Array.from(row, (digit) => (Number.parseInt(digit, 36) * 100) / 35))
  }

  /** Returns the opacity at a point on the ground, of length 1: a percent of opacity per percent. */
  opacityAt(x: number, y: number, z: number): number {
    const latitudeDeg = Math.asin(Math.max(-1, Math.min(1, z))) * DEGREES
    const longitudeDeg = (Math.atan2(y, x) * DEGREES + 360) % 360
    const row = ((latitudeDeg + 90) / 180) * (this.#rows.length - 1)
    const [lower, share] = [Math.floor(row), row % 1]
    const below = this.#percentIn(lower, longitudeDeg)
    return Math.min(MOST_OPACITY, below + share * (this.#percentIn(lower + 1, longitudeDeg) - below))
  }

  /** Interpolates in a row; beyond the last one it is the last one. */
  #percentIn(row: number, longitudeDeg: number): number {
    const values = this.#rows[Math.min(row, this.#rows.length - 1)]
    if (!values?.length) return 0
    const column = (longitudeDeg / 360) * values.length
    const [left, share] = [Math.floor(column) % values.length, column % 1]
    const [from, to] = [values[left] ?? 0, values[(left + 1) % values.length] ?? 0]
    return from + share * (to - from)
  }
}
