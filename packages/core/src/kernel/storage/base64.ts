/** Encodes counts for a record, in the byte order of the machine, which is always little-endian. */
export function toBase64(counts: Uint32Array): string {
  return encodeBytes(new Uint8Array(counts.buffer, counts.byteOffset, counts.byteLength))
}

/** Decodes a text from `toBase64`. */
export function fromBase64(text: string): Uint32Array {
  return new Uint32Array(decodeBytes(text).buffer)
}

/** Encodes bytes as text. */
export function encodeBytes(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 0x2000) {
    text += String.fromCharCode(...bytes.subarray(at, at + 0x2000))
  }
  return btoa(text)
}

/** Decodes a text from `encodeBytes`. */
export function decodeBytes(text: string): Uint8Array {
  const binary = atob(text)
  const bytes = new Uint8Array(binary.length)
  for (let i = 0; i < bytes.length; i += 1) bytes[i] = binary.charCodeAt(i)
  return bytes
}
