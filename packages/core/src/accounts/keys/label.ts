/**
 * Returns whether a text can be a label: 1 to 100 characters, without control characters, line separators or
 * unpaired surrogates.
 */
export function isLabel(label: string): boolean {
  const length = [...label].length
  return length >= 1 && length <= 100 && !/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u.test(label)
}
