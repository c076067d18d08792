const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const VALUES = new Map([...DIGITS].map((digit, value) => [digit.charCodeAt(0), value]))
const digitValues = Uint8Array.from({ length: 128 }, (_, code) => VALUES.get(code) ?? 0)

/**
 * Formats an integer up to 2^52 as text: five bits per character, the sign in the lowest bit, as in source
 * maps (base64 VLQ). Texts can be joined, and small numbers take one character.
 */
export function toVlq(whole: number): string {
  let rest = whole < 0 ? -2 * whole - 1 : 2 * whole
  let text = ''
  for (; rest >= 32; rest = Math.floor(rest / 32)) text += DIGITS[32 + (rest % 32)]
  return text + DIGITS[rest]
}

/** Reads numbers one after another. */
export class VlqReader {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#text.length
  }

  next(): number {
    let [value, scale] = [0, 1]
    for (;;) {
      const digit = digitValues[this.#text.charCodeAt(this.#at)] ?? 0
      this.#at += 1
      value += (digit % 32) * scale
      if (digit < 32) break
      scale *= 32
    }
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2
  }
}
