/** Returns text that has passed `cleanText` as one trimmed line; empty if the value is not text. */
export function toLine(value: unknown): string {
  return typeof value === 'string' ? value.replace(/[\t\n]+/g, ' ').trim() : ''
}
