/** Returns the closest name to a mistyped one, if any is close. */
export function suggest(typed: string, names: readonly string[]): string | undefined {
  const most = Math.max(1, Math.floor(typed.length / 3))
  const [best] = names
    .map((name) => ({ name, edits: editDistance(typed, name) }))
    .filter(({ edits }) => edits <= most)
    .sort((a, b) => a.edits - b.edits)
  return best?.name
}

/** Returns the Damerau–Levenshtein distance. */
function editDistance(a: string, b: string): number {
  let [before, row]: number[][] = [[], Array.from({ length: b.length + 1 }, (_, i) => i)]
  for (let i = 0; i < a.length; i += 1) {
    const next = [i + 1]
    for (let j = 0; j < b.length; j += 1) {
      const replaced = at(row, j) + (a[i] === b[j] ? 0 : 1)
      const isExchange = i > 0 && a[i] === b[j - 1] && a[i - 1] === b[j]
      const exchanged = isExchange ? at(before, j - 1) + 1 : Number.POSITIVE_INFINITY
      next.push(Math.min(replaced, exchanged, at(row, j + 1) + 1, at(next, j) + 1))
    }
    before = row
    row = next
  }
  return at(row, b.length)
}

function at(row: readonly number[] | undefined, i: number): number {
  return row?.[i] ?? Number.POSITIVE_INFINITY
}
