/** A to Z without I and O, which look like digits. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ'

/** The highest catalogue number that Alpha-5 can represent. */
export const MAX_ALPHA5 = 339_999

/**
 * Formats a catalogue number for the five columns of a TLE. From 100000, the format is Alpha-5, whose first
 * letter denotes the ten thousands.
 *
 * @returns `null` above 339999, which Alpha-5 cannot represent.
 * @example toAlpha5(100_000) // 'A0000'
 */
export function toAlpha5(noradId: number): string | null {
  if (!Number.isInteger(noradId) || noradId < 0 || noradId > MAX_ALPHA5) return null
  const tenThousands = Math.floor(noradId / 10_000)
  const lead = tenThousands < 10 ? String(tenThousands) : LETTERS[tenThousands - 10]
  return lead + String(noradId % 10_000).padStart(4, '0')
}

/**
 * Parses the catalogue number in a TLE's five columns, padded or not.
 *
 * @throws SyntaxError for other text.
 */
export function fromAlpha5(text: string): number {
  const match = /^(?:(\d{1,5})|([A-HJ-NP-Z])(\d{4}))$/.exec(text.trim())
  if (!match) throw new SyntaxError('not a catalogue number in five columns')
  const [, digits, lead = '', rest] = match
  return digits ? Number(digits) : (LETTERS.indexOf(lead) + 10) * 10_000 + Number(rest)
}
