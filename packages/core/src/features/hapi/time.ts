const TIME = /^(\d{4})(?:-(?:(\d{3})|(\d\d)(?:-(\d\d))?))?(?:T(\d\d)(?::(\d\d)(?::(\d\d)(?:\.(\d*))?)?)?)?Z?$/

/**
 * Parses a time of HAPI into epoch milliseconds, rounded up; returns `undefined` for anything else.
 *
 * The date is a calendar date or a year with the day of the year. Parts missing at the end have their
 * smallest value. `Z` may be missing, too: the zone is always UTC. 24:00 and a leap second denote the instant
 * after them.
 */
export function parseHapiTime(text: string): number | undefined {
  const match = TIME.exec(text)
  if (!match) return undefined
  const [, year, dayOfYear, month = '01', day, hour = '00', minute = '00', second = '00', digits = ''] = match
  // A month without a day has no time of day.
  if (match[5] !== undefined && dayOfYear === undefined && day === undefined) return undefined
  const date = Date.UTC(Number(year), dayOfYear ? 0 : Number(month) - 1, Number(dayOfYear ?? day ?? 1))
  const found = new Date(date)
  const isDate =
    found.getUTCFullYear() === Number(year) &&
    (dayOfYear !== undefined || found.getUTCMonth() === Number(month) - 1)
  const [h, m, s] = [Number(hour), Number(minute), Number(second)]
  const ms = Math.ceil(Number(`0.${digits}0`) * 1_000)
  const isMidnight = h === 24 && m === 0 && s === 0 && ms === 0
  const isLeapSecond = h === 23 && m === 59 && s === 60
  const isTime = (h < 24 && m < 60 && s < 60) || isMidnight || isLeapSecond
  return isDate && isTime ? date + ((h * 60 + m) * 60 + s) * 1_000 + ms : undefined
}
