import { canonicalTarget } from '#kernel/endpoint/canonical-target'
import type { Context, Endpoint } from '#kernel/endpoint/endpoint'
import { type Representation, withSignature } from '#kernel/endpoint/representation'

/**
 * Signs a representation with the instants of its fetch and of the end of its validity, in epoch
 * milliseconds. By default, it is valid for the TTL of its endpoint.
 */
export type Sign = (
  representation: Representation,
  fetchedAt: number,
  validUntil?: number,
) => Promise<Representation>

/** The part of an endpoint that identifies a representation and its validity. */
export type SignedEndpoint = Pick<Endpoint, 'path' | 'queryParameters' | 'ttlMs'>

/**
 * Returns the function that signs the representations of an endpoint for checked parameters; `undefined` if
 * the instance does not sign. A representation that cannot be signed is served unsigned, and clients that
 * verify reject it.
 */
export function signWith(
  { settings: { signer }, onError }: Pick<Context, 'settings' | 'onError'>,
  endpoint: SignedEndpoint,
  params: Readonly<Record<string, unknown>>,
): Sign | undefined {
  if (!signer) return undefined
  const location = canonicalTarget(endpoint, params)
  return async (representation, fetchedAt, validUntil = fetchedAt + (endpoint.ttlMs ?? 0)) => {
    const { body, type } = representation
    try {
      return withSignature(representation, await signer.sign({ body, type, location, fetchedAt, validUntil }))
    } catch (error) {
      onError(error)
      return representation
    }
  }
}
