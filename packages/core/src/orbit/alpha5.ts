const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ'

/** The five columns a TLE has for a catalogue number, `A0000` being 100000; `null` above 339999. */
export function toAlpha5(noradId: number): string | null {
  if (!Number.isInteger(noradId) || noradId < 0 || noradId > 339_999) return null
  const tenThousands = Math.floor(noradId / 10_000)
  const lead = tenThousands < 10 ? String(tenThousands) : LETTERS[tenThousands - 10]
  return lead + String(noradId % 10_000).padStart(4, '0')
}

/** The catalogue number in a TLE's five columns, padded with blanks or zeros; throws a SyntaxError on any other text. */
export function fromAlpha5(text: string): number {
  const match = /^([0-9A-HJ-NP-Z])([0-9]{4})$/.exec(text.trim().padStart(5, '0'))
  if (!match) throw new SyntaxError('not a catalogue number in five columns')
  const [, lead = '', rest = ''] = match
  return (LETTERS.includes(lead) ? LETTERS.indexOf(lead) + 10 : Number(lead)) * 10_000 + Number(rest)
}
