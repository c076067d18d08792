import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** `latin1`: one character per byte. */
type Encoding = 'hex' | 'base64' | 'base64url' | 'latin1'

/** The part of `node:crypto` in use. */
interface NodeCrypto {
  readonly hash?: (algorithm: 'sha256', data: string | Uint8Array, encoding: Encoding) => string
  readonly createHash?: (algorithm: 'sha256') => {
    update(data: string | Uint8Array): void
    digest(encoding: Encoding): string
  }
  readonly createHmac?: (
    algorithm: 'sha256',
    key: string,
  ) => { update(text: string): { digest(encoding: 'hex'): string } }
}

/**
 * Synchronous digests of the platform: Node, Bun, Deno, and Workers with `nodejs_compat`. They are resolved
 * at run time, so that bundlers need not resolve `node:crypto`. `crypto.subtle` is asynchronous and 70 times
 * slower.
 */
const { hash, createHash, createHmac }: NodeCrypto =
  (
    globalThis as { process?: { getBuiltinModule?: (name: string) => NodeCrypto | undefined } }
  ).process?.getBuiltinModule?.('node:crypto') ?? {}

/** Computes the SHA-256 of text (as UTF-8) or bytes. */
export const digest: (data: string | Uint8Array, encoding: Encoding) => string = hash
  ? (data, encoding) => hash('sha256', data, encoding)
  : (data, encoding) => encoders[encoding](sha256(typeof data === 'string' ? utf8ToBytes(data) : data))

/** An incremental SHA-256. */
interface RunningDigest {
  /** Adds text (as UTF-8) or bytes. */
  add(data: string | Uint8Array): void
  /** Returns the digest of all added data; by default in lower-case hex. */
  end(encoding?: Encoding): string
}

/** Returns an incremental SHA-256 of texts (as UTF-8) or bytes. */
export function createRunningDigest(): RunningDigest {
  const running = createHash?.('sha256')
  const pure = running ? undefined : sha256.create()
  return {
    add(data) {
      if (running) running.update(data)
      else pure?.update(typeof data === 'string' ? utf8ToBytes(data) : data)
    },
    end: (encoding = 'hex') =>
      running?.digest(encoding) ?? encoders[encoding](pure?.digest() ?? new Uint8Array()),
  }
}

/** Converts a `latin1` digest to lower-case hex. */
export function latin1ToHex(latin1: string): string {
  return bytesToHex(Uint8Array.from(latin1, (byte) => byte.charCodeAt(0)))
}

/** Computes the HMAC-SHA-256 of text under a key, both as UTF-8, in lower-case hex. */
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
