import { canonicalTarget } from '#endpoint/canonical-target'
import type { Endpoint } from '#endpoint/endpoint'
import { type Representation, withSignature } from '#endpoint/representation'
import type { Context } from '#kit/context'

/**
 * Signs a representation with the instants, in epoch milliseconds, at which it was fetched and until which it
 * is valid; default: for the lifetime of its endpoint.
 */
export type Sign = (
  representation: Representation,
  fetchedAt: number,
  validUntil?: number,
) => Promise<Representation>

/** The part of an endpoint that says what a representation is for, and for how long. */
export type SignedEndpoint = Pick<Endpoint, 'path' | 'queryParameters' | 'ttlMs'>

/**
 * Returns what signs the representations of an endpoint for checked parameters; `undefined` where the
 * instance does not sign. One that cannot be signed is served all the same: those who verify refuse it.
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
