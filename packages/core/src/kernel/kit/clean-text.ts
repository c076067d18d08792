/**
 * Control characters except tab and line feed, which a terminal executes; marks that change the direction of
 * text and thus its appearance; and separators that fake a new line.
 */
const UNWANTED = /[^\P{Cc}\t\n]|[\p{Bidi_Control}\u2028\u2029]/gu
/** An escape in JSON, including the escape of a backslash. */
const ESCAPES = /\\(?:u([\da-f]{4})|[^u])/gi
/** Escapes of control characters that have a letter: backspace, form feed, carriage return. */
const UNWANTED_ESCAPES: readonly string[] = ['\\b', '\\f', '\\r']

/**
 * Returns external text, such as the body of a provider, without control characters (except tab and line
 * feed), direction marks and Unicode line separators; for JSON, also without their escapes. All external text
 * passes through this function before it is parsed.
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
