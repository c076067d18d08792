import { checkSigningKeys, type SigningKeys } from '#features/signing/keys'
import { createSigner } from '#features/signing/signer'
import type { Settings } from '#kernel/kit/environment'
import { InvalidOptionError } from '#kernel/kit/errors'

/** Options of signatures. */
export interface SigningOptions {
  /**
   * Keys that sign responses with Ed25519, so that they can be verified after any mirrors and caches: a JWK
   * set, such as `JSON.parse(env.SIGNING_KEYS)`. Its newest private key signs; all public ones are listed at
   * `/.well-known/http-message-signatures-directory` until they expire. Not for mirrors.
   * @default responses are not signed
   */
  readonly signing?: SigningKeys
}

/**
 * Returns the settings of signatures. A mirror forwards the signatures of its central instance, which would conflict
 * with signatures of another key.
 *
 * @throws InvalidOptionError for invalid keys, and on a mirror
 */
export function signingSettings(
  { signing, mirror }: SigningOptions & { readonly mirror?: object },
  now: () => number,
): Pick<Settings, 'signer'> {
  if (signing === undefined) return {}
  if (mirror)
    throw new InvalidOptionError('signing: a mirror forwards the signatures of the central instance')
  return { signer: createSigner(checkSigningKeys(signing), now) }
}
