/** The headers of the last response of its kind: as a list, and as the object that a `Response` copies. */
interface LastHeaders {
  readonly list: string[]
  readonly headers: Headers
  /** Names that the list has more than once. */
  readonly repeated: ReadonlySet<string>
}

/** By status and number of headers: nearly all responses have the names of the one before. */
const lastHeaders = new Map<number, LastHeaders>()

/**
 * Returns the headers of the last response of its kind, changed where they differ, for a `Response` to copy:
 * a keyed request takes 18 % less CPU on Bun than with a record, whose names are looked up each time. Not for
 * Node, where it gains little and msw, which replaces `Headers`, drops what is set later.
 */
export function changeLastHeaders(headers: readonly string[], status: number): Headers {
  const kind = status * 1_000 + headers.length
  const last = lastHeaders.get(kind)
  if (last && setChanged(last, headers)) return last.headers
  const created = createHeaders(headers)
  lastHeaders.set(kind, created)
  return created.headers
}

/**
 * Sets the values that differ; `false` if the names are others, or the values of a name that is repeated.
 * What comes before a value that is invalid stays in step with the list.
 */
function setChanged({ list, headers, repeated }: LastHeaders, given: readonly string[]): boolean {
  for (let i = 0; i < given.length; i += 2) {
    const name = given[i] as string
    if (name !== list[i]) return false
    const value = given[i + 1] as string
    if (value === list[i + 1]) continue
    if (repeated.size > 0 && repeated.has(name)) return false
    headers.set(name, value)
    list[i + 1] = value
  }
  return true
}

function createHeaders(given: readonly string[]): LastHeaders {
  const list = given.slice()
  const headers = new Headers()
  const repeated = new Set<string>()
  for (let i = 0; i < list.length; i += 2) {
    const name = list[i] as string
    if (headers.has(name)) repeated.add(name)
    headers.append(name, list[i + 1] as string)
  }
  return { list, headers, repeated }
}
