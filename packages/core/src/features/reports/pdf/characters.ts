/** Characters that the embedded font lacks. It has Latin letters and a few signs. */
const MISSING = /[^ -~\u00a0-\u00ff\u2013\u2014\u2018\u2019\u201c\u201d\u2022\u2026\u2212]/gu

const WORDS: Readonly<Record<string, string>> = {
  '≤': 'at most',
  '≥': 'at least',
  '≈': 'about',
  '→': 'to',
  '√': 'sqrt',
  '∑': 'sum',
  Σ: 'sum',
  Γ: 'Gamma',
  δ: 'delta',
  π: 'pi',
  τ: 'tau',
  '\u202f': '\u00a0',
}

/**
 * Returns text with only characters of the embedded font. Letters that it lacks lose their diacritics, and
 * signs become words. Any other character becomes `?`, as PDF/UA forbids empty glyphs.
 */
export function printable(text: string): string {
  return text.replace(MISSING, (sign, at: number) => {
    const word = WORDS[sign]
    if (word !== undefined) return /[A-Za-z0-9]/.test(text.charAt(at + 1)) ? `${word} ` : word
    return sign.normalize('NFKD').replace(/[^ -~]/g, '') || '?'
  })
}
