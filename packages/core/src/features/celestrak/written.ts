import { piecesOf } from '#kernel/kit/slices'

/** A body in some format, in pieces, and its further headers: names and values in turn. */
export interface Written {
  readonly pieces: Iterable<string>
  readonly type: string
  readonly headers?: readonly string[]
}

/** Ends lines with CRLF, as CelesTrak does in all formats. */
export function* withCrlf(pieces: Iterable<string>): Generator<string> {
  for (const piece of pieces) yield piece.replaceAll('\n', '\r\n')
}

/** Formats a JSON array of what `convert` returns for each element, piece by piece. */
export function* jsonArray<T>(
  elements: readonly T[],
  convert: (element: T) => object,
  indent: number,
): Generator<string> {
  const [open, separator, close] = indent > 0 ? ['[\n', ',\n', '\n]\n'] : ['[', ',', ']\n']
  yield open
  yield* piecesOf(elements, separator, (element) => {
    const json = JSON.stringify([convert(element)], null, indent)
    return json.slice(open.length, 1 - close.length)
  })
  yield close
}
