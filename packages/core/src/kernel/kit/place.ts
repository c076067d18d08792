/**
 * Returns rows in their order, except for those that are placed elsewhere.
 *
 * @param placed Ids of rows, each with the id of the row that it follows. Without that row, it stays where it is.
 */
export function place<Row>(
  rows: readonly Row[],
  idOf: (row: Row) => string,
  placed: Readonly<Record<string, string>>,
): Row[] {
  const all = [...rows]
  const indexOf = (id: string) => all.findIndex((row) => idOf(row) === id)
  for (const [id, before] of Object.entries(placed)) {
    const from = indexOf(id)
    if (from < 0 || indexOf(before) < 0) continue
    const moved = all.splice(from, 1)
    all.splice(indexOf(before) + 1, 0, ...moved)
  }
  return all
}
