import { digest } from '#kernel/kit/digest'
import { InvalidOptionError } from '#kernel/kit/errors'

/** An Ed25519 key as a JWK (RFC 8037); instants are seconds since 1970. */
export interface SigningKey {
  readonly kty: 'OKP'
  readonly crv: 'Ed25519'
  /** The public key in base64url. */
  readonly x: string
  /** The private key in base64url; absent for a key that no longer signs, but is still published. */
  readonly d?: string
  /** Time from which the key signs; default: always. */
  readonly nbf?: number
  /** Time from which the key must not be trusted; default: never. */
  readonly exp?: number
}

/** A JWK set: the newest private key signs, and all public ones are published until they expire. */
export interface SigningKeys {
  readonly keys: readonly SigningKey[]
}

/** A published key. */
export interface PublishedKey extends Omit<SigningKey, 'd'> {
  /** JWK thumbprint (RFC 7638). */
  readonly kid: string
  readonly use: 'sig'
}

/** 32 bytes in base64url. */
const KEY_TEXT = /^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/

/**
 * Checks that a JSON value is a JWK set.
 * @throws InvalidOptionError, which never repeats the content
 */
export function checkSigningKeys(value: unknown): SigningKeys {
  const keys = (value as Partial<SigningKeys> | null)?.keys
  if (!Array.isArray(keys) || !keys.every(isSigningKey))
    throw new InvalidOptionError('signing: a JWK set of Ed25519 keys, { keys: [{ kty, crv, x, d }] }')
  if (!keys.some(({ d }) => d !== undefined))
    throw new InvalidOptionError('signing: no key is private, so none can sign')
  return { keys }
}

function isSigningKey(value: unknown): value is SigningKey {
  const { kty, crv, x, d, nbf, exp } = (value ?? {}) as Partial<Record<keyof SigningKey, unknown>>
  const isText = (text: unknown) => typeof text === 'string' && KEY_TEXT.test(text)
  const isInstant = (at: unknown) => at === undefined || (Number.isInteger(at) && (at as number) >= 0)
  return (
    kty === 'OKP' &&
    crv === 'Ed25519' &&
    isText(x) &&
    (d === undefined || isText(d)) &&
    [nbf, exp].every(isInstant)
  )
}

/**
 * Returns the key that signs at an instant in epoch milliseconds: if there are several, the one that began
 * last.
 */
export function currentKey({ keys }: SigningKeys, now: number): SigningKey | undefined {
  return keys
    .filter((key) => key.d !== undefined && (key.nbf ?? 0) <= now / 1_000 && !isExpired(key, now))
    .reduce<SigningKey | undefined>(
      (last, key) => (last && (last.nbf ?? 0) >= (key.nbf ?? 0) ? last : key),
      undefined,
    )
}

/** Returns the public keys published at an instant in epoch milliseconds. */
export function publishedKeys({ keys }: SigningKeys, now: number): PublishedKey[] {
  return keys
    .filter((key) => !isExpired(key, now))
    .map(({ kty, crv, x, nbf, exp }) => ({
      kty,
      crv,
      x,
      kid: thumbprint(x),
      use: 'sig',
      ...(nbf !== undefined && { nbf }),
      ...(exp !== undefined && { exp }),
    }))
}

function isExpired({ exp = Infinity }: SigningKey, now: number): boolean {
  return exp <= now / 1_000
}

/** Returns the JWK thumbprint of a public key (RFC 7638, RFC 8037 appendix A.3). */
function thumbprint(x: string): string {
  return digest(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`, 'base64url')
}

/** Returns the public key in the form that clients pin: `ed25519-` and the raw key in base64. */
export function publicKeyOf(key: Pick<SigningKey, 'x'>): string {
  return `ed25519-${keyidOf(key)}`
}

/** Returns the id of a key in signatures, its raw public key in base64. */
export function keyidOf({ x }: Pick<SigningKey, 'x'>): string {
  return `${x.replaceAll('-', '+').replaceAll('_', '/')}=`
}
