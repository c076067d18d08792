/**
 * Returns whether a text can be a label: 1 to 100 characters, not only whitespace, without control
 * characters, line separators or unpaired surrogates.
 */
export function isLabel(label: string): boolean {
  const isBlank = /^[\p{Z}\p{Cf}]*$/u.test(label)
  return !isBlank && [...label].length <= 100 && !/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u.test(label)
}
