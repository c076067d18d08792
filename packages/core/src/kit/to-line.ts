/** What reverses or embeds the direction of the text around it, so that it reads as another. */
const BIDI = /[\u202a-\u202e\u2066-\u2069]/gu
/** C0 and C1 control characters, and line separators: a terminal obeys some, a line break forges a line. */
const CONTROLS = /[\p{Cc}\u2028\u2029]+/gu

/**
 * Returns what a provider wrote as one trimmed line, without control characters and marks that change the
 * direction of text: the one place where such text enters. Empty for anything but text.
 */
export function toLine(value: unknown): string {
  return typeof value === 'string' ? value.replace(BIDI, '').replace(CONTROLS, ' ').trim() : ''
}
