/** Number of hash slots of every Redis Cluster. */
export const SLOT_COUNT = 16_384

/** Returns the hash slot of a key: the CRC16 of the key, or of its first non-empty `{…}`. */
export function slotOf(key: string): number {
  const open = key.indexOf('{')
  const close = open < 0 ? -1 : key.indexOf('}', open + 1)
  return crc16(close > open + 1 ? key.slice(open + 1, close) : key) % SLOT_COUNT
}

/** Computes the CRC-16/XMODEM of the UTF-8 bytes of a text: polynomial 0x1021, starting with 0. */
function crc16(text: string): number {
  let crc = 0
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i)
    if (unit > 0x7f) return crc16OfBytes(new TextEncoder().encode(text))
    crc = next(crc, unit)
  }
  return crc
}

function crc16OfBytes(bytes: Uint8Array): number {
  return bytes.reduce(next, 0)
}

function next(crc: number, byte: number): number {
  return ((crc << 8) & 0xffff) ^ (TABLE[((crc >> 8) ^ byte) & 0xff] as number)
}

const TABLE = Uint16Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 8
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1
  return crc & 0xffff
})
