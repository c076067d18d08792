/**
 * Returns the months from one UTC day to another, oldest first, such as `2026-11`. The months of both days
 * are included.
 */
export function monthsBetween(from: string, to: string): string[] {
  const months: string[] = []
  for (let month = from.slice(0, 7); month <= to.slice(0, 7); month = monthAfter(month)) months.push(month)
  return months
}

/** Returns the end of a month, in epoch milliseconds. */
export function endOfMonth(month: string): number {
  return Date.parse(monthAfter(month))
}

function monthAfter(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  // The number of a month counts from 1, so it is the index of the next month.
  return new Date(Date.UTC(year, number)).toISOString().slice(0, 7)
}
