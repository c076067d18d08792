/** A text that people gave: 1 to 100 characters, none of them a control character or half of a pair. */
export function isLabel(label: string): boolean {
  const length = [...label].length
  return length >= 1 && length <= 100 && !/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u.test(label)
}
