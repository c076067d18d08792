import {
  LABELS,
  type Label,
  responseBase,
  type SignatureTerms,
  signatureParams,
  unencodedDigest,
} from '#features/signing/fields'
import { currentKey, keyidOf, publishedKeys, type SigningKey, type SigningKeys } from '#features/signing/keys'
import type { Signer } from '#kernel/kit/signer'

const encoder = new TextEncoder()

/** Creates a signer that uses the newest of the keys. */
export function createSigner(keys: SigningKeys, now: () => number): Signer {
  const imported = new Map<SigningKey, Promise<CryptoKey>>()
  const importOnce = (key: SigningKey) => {
    const known = imported.get(key) ?? importPrivateKey(key)
    imported.set(key, known)
    return known
  }
  return {
    async sign({ body, type, location, fetchedAt, validUntil }) {
      const key = currentKey(keys, now())
      if (!key) throw new Error('signing: every private key has expired, or begins later')
      const privateKey = await importOnce(key)
      const terms: SignatureTerms = {
        created: Math.floor(fetchedAt / 1_000),
        expires: Math.floor(validUntil / 1_000),
        keyid: keyidOf(key),
      }
      const content = { digest: unencodedDigest(body), type, location }
      const signature = async (label: Label) => {
        const base = encoder.encode(responseBase(label, content, signatureParams(label, terms)))
        return `${label}=:${toBase64(await crypto.subtle.sign('Ed25519', privateKey, base))}:`
      }
      return [
        'content-location',
        location,
        'unencoded-digest',
        content.digest,
        'signature-input',
        LABELS.map((label) => `${label}=${signatureParams(label, terms)}`).join(', '),
        'signature',
        (await Promise.all(LABELS.map(signature))).join(', '),
      ]
    },
    published: () => publishedKeys(keys, now()),
  }
}

/**
 * Imports a private key, and checks that its public key belongs to it, as signatures would otherwise be
 * invalid.
 */
async function importPrivateKey({ kty, crv, x, d = '' }: SigningKey): Promise<CryptoKey> {
  const { subtle } = crypto
  const text = encoder.encode(x)
  try {
    const privateKey = await subtle.importKey('jwk', { kty, crv, x, d }, 'Ed25519', false, ['sign'])
    const publicKey = await subtle.importKey('jwk', { kty, crv, x }, 'Ed25519', false, ['verify'])
    const signature = await subtle.sign('Ed25519', privateKey, text)
    if (await subtle.verify('Ed25519', publicKey, signature, text)) return privateKey
  } catch (cause) {
    throw new Error('signing: the runtime rejects the key', { cause })
  }
  throw new Error('signing: the public key x does not belong to the private key d')
}

function toBase64(bytes: ArrayBuffer): string {
  return btoa(String.fromCharCode(...new Uint8Array(bytes)))
}
