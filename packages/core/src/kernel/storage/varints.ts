import { decodeBytes, encodeBytes } from '#kernel/storage/base64'

/**
 * Encodes whole numbers below 2^32 for a record: seven bits per byte, the last byte of each number below 128
 * (LEB128), in base64. Small numbers, such as the samples of thin bands, take one or two bytes instead of
 * four.
 */
export function toVarints(numbers: Uint32Array): string {
  const bytes: number[] = []
  for (const number of numbers) {
    let rest = number
    for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128)
    bytes.push(rest)
  }
  return encodeBytes(Uint8Array.from(bytes))
}

/** Decodes a text from `toVarints`. */
export function fromVarints(text: string): Uint32Array {
  const numbers: number[] = []
  let [number, scale] = [0, 1]
  for (const byte of decodeBytes(text)) {
    number += (byte % 128) * scale
    scale *= 128
    if (byte >= 128) continue
    numbers.push(number)
    number = 0
    scale = 1
  }
  return Uint32Array.from(numbers)
}
