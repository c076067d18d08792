/** Names days of a month, runs of consecutive ones as ranges: `1–23 and 25 November`. */
export function dayRanges(days: readonly string[]): string {
  const ranges: [first: number, last: number][] = []
  for (const day of days) {
    const number = Number(day.slice(8))
    const range = ranges.at(-1)
    if (range?.[1] === number - 1) range[1] = number
    else ranges.push([number, number])
  }
  const names = ranges.map(([first, last]) => (first === last ? String(first) : `${first}–${last}`))
  const all = [names.slice(0, -1).join(', '), names.at(-1)].filter(Boolean).join(' and ')
  const at = new Date(`${days[0]}T00:00:00Z`)
  return days.length === 0
    ? ''
    : `${all} ${at.toLocaleDateString('en-GB', { month: 'long', timeZone: 'UTC' })}`
}
