/** Returns the months from that of one UTC day to that of another, oldest first, such as `2026-11`. */
export function monthsBetween(from: string, to: string): string[] {
  const months: string[] = []
  for (let month = from.slice(0, 7); month <= to.slice(0, 7); month = monthAfter(month)) months.push(month)
  return months
}

/** Returns when a month ends, in epoch milliseconds. */
export function endOfMonth(month: string): number {
  return Date.parse(monthAfter(month))
}

function monthAfter(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  // The number of a month, from 1, is the index of the next.
  return new Date(Date.UTC(year, number)).toISOString().slice(0, 7)
}
