import { ShapeError } from '#kernel/upstreams/parse/shape'

/**
 * Parses JSON in the form that SWPC sends in practice: bare NaN and Infinity become `null`, and a complete
 * value followed by the tail of an older, longer one is accepted.
 *
 * @throws SyntaxError for anything else, such as a truncated value.
 */
export function readJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch (error) {
    const end = endOfFirstValue(body)
    if (end === undefined) throw new ShapeError('not a complete JSON value', { cause: error })
    return JSON.parse(withoutBareNumbers(body.slice(0, end)))
  }
}

/** Returns the index after the first complete array or object; `undefined` if it never closes. */
function endOfFirstValue(body: string): number | undefined {
  if (!/^\s*[[{]/.test(body)) return undefined
  let depth = 0
  for (let i = 0; i < body.length; i += 1) {
    const char = body[i]
    if (char === '"') {
      i = endOfString(body, i)
    } else if (char === '[' || char === '{') {
      depth += 1
    } else if (char === ']' || char === '}') {
      depth -= 1
      if (depth === 0) return i + 1
    }
  }
  return undefined
}

/** Returns the index of the quote that closes the string opened at `start`; past the end if none does. */
function endOfString(body: string, start: number): number {
  let i = start + 1
  while (i < body.length && body[i] !== '"') i += body[i] === '\\' ? 2 : 1
  return i
}

function withoutBareNumbers(json: string): string {
  return json.replace(/"(?:[^"\\]|\\.)*"|-?\b(?:NaN|Infinity)\b/g, (token) =>
    token[0] === '"' ? token : 'null',
  )
}
