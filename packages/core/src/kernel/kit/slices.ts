/** Yields an array in slices of `size` elements, for work that yields in between. */
export function* slicesOf<T>(array: readonly T[], size: number): Generator<readonly T[]> {
  for (let from = 0; from < array.length; from += size) yield array.slice(from, from + size)
}

/** Elements in a piece of text: 5 ms of CPU time at most. */
const ELEMENTS_PER_PIECE = 100

/** Yields the texts of all elements with a separator between them, piece by piece. */
export function* piecesOf<T>(
  elements: readonly T[],
  separator: string,
  format: (element: T) => string,
): Generator<string> {
  let before = ''
  for (const slice of slicesOf(elements, ELEMENTS_PER_PIECE)) {
    yield before + slice.map(format).join(separator)
    before = separator
  }
}
