import { digest } from '#kernel/kit/digest'
import { InvalidOptionError } from '#kernel/kit/errors'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const RANDOM_CHARS = 30
const CHECKSUM_CHARS = 6

/**
 * Asserts that a key prefix can be used in a header and in a log line, and returns it.
 *
 * @throws InvalidOptionError
 */
export function parseKeyPrefix(prefix: string): string {
  if (!/^[\w-]{1,32}$/.test(prefix))
    throw new InvalidOptionError(
      'keyPrefix must have 1 to 32 characters from A–Z, a–z, 0–9, "_" and "-", such as sd_live_.',
    )
  return prefix
}

/** Returns a new plaintext key: prefix, 30 random base62 characters, and their CRC-32 as 6 characters. */
export function newSecret(prefix: string): string {
  const body = randomBase62(RANDOM_CHARS)
  return prefix + body + checksum(body)
}

/** Returns whether a text has the length and prefix of a key; other texts need not be hashed. */
export function hasSecretShape(text: string, prefix: string): boolean {
  return text.length === prefix.length + RANDOM_CHARS + CHECKSUM_CHARS && text.startsWith(prefix)
}

/** Returns whether a text has the prefix, length, alphabet and checksum of a key; needs no store. */
export function isSecret(text: string, prefix: string): boolean {
  if (!hasSecretShape(text, prefix)) return false
  const tail = prefix.length + RANDOM_CHARS
  let expected = 0
  for (let i = prefix.length; i < text.length; i += 1) {
    const digit = DIGIT_OF_CHAR[text.charCodeAt(i)] ?? NO_DIGIT
    if (digit === NO_DIGIT) return false
    if (i >= tail) expected = expected * 62 + digit
  }
  return crc32(text, prefix.length, tail) === expected
}

const NO_DIGIT = -1
const DIGIT_OF_CHAR = Int8Array.from({ length: 128 }, (_, code) =>
  ALPHABET.indexOf(String.fromCharCode(code)),
)

/** Returns whether a text contains a key; such a text must not be stored or logged. */
export function containsSecret(text: string, prefix: string): boolean {
  const length = prefix.length + RANDOM_CHARS + CHECKSUM_CHARS
  for (let at = text.indexOf(prefix); at >= 0; at = text.indexOf(prefix, at + 1)) {
    if (isSecret(text.slice(at, at + length), prefix)) return true
  }
  return false
}

/** Returns the lower-case hex SHA-256 of a key, the only form that is stored. */
export function hashOf(secret: string): string {
  return digest(secret, 'hex')
}

/**
 * Returns unbiased base62 characters from the CSPRNG of the platform; bytes from 248, the last multiple of
 * 62, are discarded.
 */
export function randomBase62(length: number): string {
  const bytes = new Uint8Array(length * 2)
  let text = ''
  while (text.length < length) {
    for (const byte of crypto.getRandomValues(bytes)) {
      if (byte < 248 && text.length < length) text += ALPHABET[byte % 62]
    }
  }
  return text
}

/** Returns the CRC-32 of ASCII text in base62, left-padded with zeros to 6 characters. */
export function checksum(text: string): string {
  let rest = crc32(text, 0, text.length)
  let digits = ''
  for (; rest > 0; rest = Math.floor(rest / 62)) digits = ALPHABET[rest % 62] + digits
  return digits.padStart(CHECKSUM_CHARS, '0')
}

/** Returns the CRC-32 (ISO-HDLC, polynomial 0xEDB88320) of a slice of ASCII text as an unsigned integer. */
function crc32(text: string, from: number, to: number): number {
  let crc = ~0
  for (let i = from; i < to; i += 1) {
    crc = (crc >>> 8) ^ (CRC_OF_BYTE[(crc ^ text.charCodeAt(i)) & 0xff] as number)
  }
  return ~crc >>> 0
}

const CRC_OF_BYTE = Int32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte
  for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  return crc
})
