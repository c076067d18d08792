/** Returns text that has passed `cleanText` as one trimmed line; empty for anything but text. */
export function toLine(value: unknown): string {
  return typeof value === 'string' ? value.replace(/[\t\n]+/g, ' ').trim() : ''
}
