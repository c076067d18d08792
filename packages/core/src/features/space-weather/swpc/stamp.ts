const STAMP = /^(\d{4}) ([A-Z][a-z]{2}) (\d\d) (\d\d)(\d\d)(?: UTC)?$/

/** Parses a time in the form of SWPC's texts, `2026 Nov 22 1230 UTC`, into epoch milliseconds, or `null`. */
export function parseStamp(text: string | undefined): number | null {
  const [, year, month, day, hour, minute] = STAMP.exec(text ?? '') ?? []
  const instant = `${day} ${month} ${year} ${hour}:${minute}`
  const at = Date.parse(`${instant}:00 GMT`)
  // Engines read 31 Feb as a day in March.
  return !Number.isNaN(at) && new Date(at).toUTCString().slice(5, 22) === instant ? at : null
}
