import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** `latin1` is one character for each byte. */
type Encoding = 'hex' | 'base64' | 'base64url' | 'latin1'

/** What we use of `node:crypto`. */
interface NodeCrypto {
  readonly hash?: (algorithm: 'sha256', data: string | Uint8Array, encoding: Encoding) => string
  readonly createHmac?: (
    algorithm: 'sha256',
    key: string,
  ) => { update(text: string): { digest(encoding: 'hex'): string } }
}

/**
 * The platform's own, at once: Node, Bun, Deno, and Workers with `nodejs_compat` have it. Asked for at run time, so that
 * no bundler has to know of `node:crypto`. `crypto.subtle` is no stand-in: it must be awaited, and costs 70 times as much.
 */
const { hash, createHmac }: NodeCrypto =
  (
    globalThis as { process?: { getBuiltinModule?: (name: string) => NodeCrypto | undefined } }
  ).process?.getBuiltinModule?.('node:crypto') ?? {}

/** SHA-256 of text (as UTF-8) or bytes. */
export const digest: (data: string | Uint8Array, encoding: Encoding) => string = hash
  ? (data, encoding) => hash('sha256', data, encoding)
  : (data, encoding) => encoders[encoding](sha256(typeof data === 'string' ? utf8ToBytes(data) : data))

/** SHA-256, in lower-case hex, of texts that come one after the other. */
export function runningDigest(): { add(text: string): void; end(): string } {
  const running = sha256.create()
  return {
    add: (text) => void running.update(utf8ToBytes(text)),
    end: () => bytesToHex(running.digest()),
  }
}

/** A digest of one character for each byte in lower-case hex. */
export function inHex(digest: string): string {
  return bytesToHex(Uint8Array.from(digest, (byte) => byte.charCodeAt(0)))
}

/** HMAC-SHA-256 of text under a key, both as UTF-8, in lower-case hex. */
export const keyedDigest: (key: string, text: string) => string = createHmac
  ? (key, text) => createHmac('sha256', key).update(text).digest('hex')
  : (key, text) => bytesToHex(hmac(sha256, utf8ToBytes(key), utf8ToBytes(text)))

const latin1 = (bytes: Uint8Array) => String.fromCharCode(...bytes)
const base64 = (bytes: Uint8Array) => btoa(latin1(bytes))

const encoders: Record<Encoding, (bytes: Uint8Array) => string> = {
  latin1,
  hex: bytesToHex,
  base64,
  base64url: (bytes) => base64(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', ''),
}
