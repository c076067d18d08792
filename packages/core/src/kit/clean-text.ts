/**
 * Control characters but tab and line feed, which a terminal obeys; marks that change the direction of text,
 * so that it reads as another; and separators that forge a line.
 */
const UNWANTED = /[^\P{Cc}\t\n]|[\p{Bidi_Control}\u2028\u2029]/gu
/** An escape in JSON, one of a backslash included. */
const ESCAPES = /\\(?:u([\da-f]{4})|[^u])/gi
/** Escapes of control characters that have a letter: backspace, form feed, carriage return. */
const UNWANTED_ESCAPES: readonly string[] = ['\\b', '\\f', '\\r']

/**
 * Returns text from elsewhere, such as the body of a provider, without control characters but tab and line
 * feed, marks of direction and Unicode's line separators; in JSON without their escapes, too. This is the one
 * place that removes them: all such text passes here before it is parsed.
 */
export function cleanText(text: string): string {
  const plain = text.replace(UNWANTED, '')
  if (!plain.includes('\\') || !/^\s*[[{]/.test(plain)) return plain
  return plain.replace(ESCAPES, (written, hex: string | undefined) => {
    const isUnwanted =
      hex === undefined
        ? UNWANTED_ESCAPES.includes(written)
        : String.fromCharCode(Number.parseInt(hex, 16)).replace(UNWANTED, '') === ''
    return isUnwanted ? '' : written
  })
}
