const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ'

/** The five columns a TLE has for a catalogue number, `A0000` being 100000; `null` above 339999. */
export function toAlpha5(noradId: number): string | null {
  if (!Number.isInteger(noradId) || noradId < 0 || noradId > 339_999) return null
  const tenThousands = Math.floor(noradId / 10_000)
  const lead = tenThousands < 10 ? String(tenThousands) : LETTERS[tenThousands - 10]
  return lead + String(noradId % 10_000).padStart(4, '0')
}

/** The catalogue number in a TLE's five columns, padded or not; throws a SyntaxError on other text. */
export function fromAlpha5(text: string): number {
  const match = /^(?:(\d{1,5})|([A-HJ-NP-Z])(\d{4}))$/.exec(text.trim())
  if (!match) throw new SyntaxError('not a catalogue number in five columns')
  const [, digits, lead = '', rest] = match
  return digits ? Number(digits) : (LETTERS.indexOf(lead) + 10) * 10_000 + Number(rest)
}
