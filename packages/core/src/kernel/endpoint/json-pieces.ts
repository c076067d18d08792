/** Number of array elements per piece. */
const ELEMENTS = 1_440

/**
 * Yields the JSON of a value in pieces, which together equal the result of `toJsonText`. Long arrays are
 * split, so that other requests can be served in between. `toJSON` is ignored.
 */
export function* jsonPieces(value: unknown): Generator<string> {
  yield* piecesOf(value)
  yield '\n'
}

function* piecesOf(value: unknown): Generator<string> {
  if (Array.isArray(value) && value.length > ELEMENTS) yield* arrayPieces(value)
  else if (typeof value === 'object' && value !== null && !Array.isArray(value)) yield* objectPieces(value)
  else yield JSON.stringify(value)
}

function* arrayPieces(elements: readonly unknown[]): Generator<string> {
  for (let from = 0; from < elements.length; from += ELEMENTS) {
    const json = JSON.stringify(elements.slice(from, from + ELEMENTS))
    yield `${from === 0 ? '[' : ','}${json.slice(1, -1)}`
  }
  yield ']'
}

function* objectPieces(object: object): Generator<string> {
  let before = '{'
  for (const [name, value] of Object.entries(object)) {
    if (value === undefined) continue
    yield `${before}${JSON.stringify(name)}:`
    yield* piecesOf(value)
    before = ','
  }
  yield before === '{' ? '{}' : '}'
}
