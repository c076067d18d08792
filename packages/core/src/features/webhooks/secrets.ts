import { digest } from '#kernel/kit/digest'

/** The keys of one version of a webhook's secret. */
export interface SigningKeys {
  /** Key that verifies `v1` signatures: `whsec_` and 32 bytes in base64. */
  readonly secret: string
  /** Key that verifies `v1a` signatures: `whpk_` and 32 bytes in base64. */
  readonly publicKey: string
  readonly hmac: CryptoKey
  readonly ed25519: CryptoKey
}

/** Maximum number of cached keys. Deriving keys takes longer than signing. */
const MAX_KEPT = 10_000
const kept = new Map<string, Promise<SigningKeys>>()

/**
 * Derives the keys of a webhook by HKDF-SHA-256. They are not stored, so that a stolen store cannot be used
 * to sign.
 * @param version Version of the secret, starting at 1.
 */
export function signingKeys(masterSecret: string, id: string, version: number): Promise<SigningKeys> {
  const name = `${digest(masterSecret, 'base64')} ${id} ${version}`
  const cached = kept.get(name)
  if (cached) return cached
  if (kept.size >= MAX_KEPT) kept.clear()
  const keys = deriveKeys(masterSecret, id, version)
  kept.set(name, keys)
  return keys
}

async function deriveKeys(masterSecret: string, id: string, version: number): Promise<SigningKeys> {
  const { subtle } = crypto
  const master = await subtle.importKey('raw', utf8(masterSecret), 'HKDF', false, ['deriveBits'])
  const derive = async (purpose: string) => {
    const info = utf8(`space-data webhook ${purpose} ${id} ${version}`)
    const algorithm = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info }
    return new Uint8Array(await subtle.deriveBits(algorithm, master, 256))
  }
  const [secret, seed] = await Promise.all([derive('v1'), derive('v1a')])
  const [hmac, { privateKey, publicKey }] = await Promise.all([importHmac(secret), importSeed(seed)])
  return {
    secret: `whsec_${toBase64(secret)}`,
    publicKey: `whpk_${toBase64(publicKey)}`,
    hmac,
    ed25519: privateKey,
  }
}

/** Imports the bytes of a `whsec_` secret. */
export function importHmac(secret: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
}

/** PKCS#8 of an Ed25519 key, up to its seed (RFC 8410). */
const PKCS8_HEAD = [0x30, 0x2e, 2, 1, 0, 0x30, 5, 6, 3, 0x2b, 0x65, 0x70, 4, 0x22, 4, 0x20]

/** Imports the 32-byte seed of an Ed25519 key; WebCrypto computes the public key. */
export async function importSeed(
  seed: Uint8Array,
): Promise<{ readonly privateKey: CryptoKey; readonly publicKey: Uint8Array }> {
  const { subtle } = crypto
  const pkcs8 = Uint8Array.from([...PKCS8_HEAD, ...seed])
  const privateKey = await subtle.importKey('pkcs8', pkcs8, 'Ed25519', true, ['sign'])
  const { x = '' } = await subtle.exportKey('jwk', privateKey)
  const publicKey = fromBase64(x.replaceAll('-', '+').replaceAll('_', '/'))
  return { privateKey, publicKey }
}

/** Encodes text as UTF-8. */
export function utf8(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text)
}

/** Encodes bytes in base64. */
export function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
}

function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
}
